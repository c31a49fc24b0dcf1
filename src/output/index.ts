/**
 * Output settings: formats, codecs, size, frame rate, quality and the range of frames. Portable.
 */
export {
  type AudioCodec,
  DEFAULT_FORMAT,
  FORMATS,
  type OutputSettings,
  outputSettings,
  type Quality,
  type RequestedOutputs,
  renderOutputs,
  type VideoCodec,
  type VideoFormat,
  type WantedOutput,
  workFaults,
} from './formats.ts';
export { type Size, stillSize } from './size.ts';
export { around, type Range, shownAt, type Timeline, timelineOf } from './timeline.ts';
