/**
 * Composition → video and stills. A frame is a function of the composition and its number; drawing
 * happens in processes of its own, so that a crash costs one request.
 */
export { twoKinds } from './corrupt.ts';
export { type CodecEncoders, codecEncoders } from './encoders.ts';
export { engineFacts } from './engine-versions.ts';
export {
  FORMATS,
  type OutputSettings,
  outputSettings,
  type VideoCodec,
  type VideoFormat,
  type WantedOutput,
  workFaults,
} from './formats.ts';
export {
  chooseHardware,
  HARDWARE_ENCODERS,
  type Hardware,
  type HardwareEncoder,
  probeHardware,
} from './hardware.ts';
export {
  continuation,
  type HlsSegment,
  mediaPlaylist,
  multivariantPlaylist,
  type Rendition,
  type StreamPlan,
  segmentStarts,
  splitSegment,
  targetDuration,
  type VideoStream,
} from './hls.ts';
export type { StillFormat } from './protocol.ts';
export type { Quality } from './quality.ts';
export { RasteriserPool, type Rasterisers, type RasterWork, type Turn } from './rasteriser-pool.ts';
export {
  type RenderedVideo,
  Renderer,
  type RendererOptions,
  type StillOptions,
  type VideoOptions,
} from './renderer.ts';
export { type Claims, dropSegments, LocalClaims, SegmentStore } from './segment-store.ts';
export { type Loudness, presentLoudness } from './sound.ts';
export { SoundFragments, soundInit } from './sound-fragments.ts';
export type { VideoFacts } from './verify.ts';
