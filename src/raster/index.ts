/**
 * Drawing and encoding in separate processes, so that a crash fails a single request: the
 * rasteriser pool, its protocol, pixel conversion, encoders and hardware.
 */
export { allSegmentArgs, type Encoding, layoutOf, segmentArgs, segmentKind } from './encoder.ts';
export { type CodecEncoders, codecEncoders } from './encoders.ts';
export {
  chooseHardware,
  HARDWARE_ENCODERS,
  type Hardware,
  type HardwareEncoder,
  probeHardware,
} from './hardware.ts';
export type {
  DocumentPart,
  DocumentSource,
  Frame,
  Request,
  Still,
  StillFormat,
  VideoOutput,
} from './protocol.ts';
export type { RunLimits } from './rasteriser.ts';
export {
  type QueuePlace,
  RasteriserPool,
  type Rasterisers,
  type RasterWork,
} from './rasteriser-pool.ts';
