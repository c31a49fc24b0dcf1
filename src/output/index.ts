/**
 * Output settings: formats, codecs, size, frame rate, quality and the range of frames. Portable.
 */
export {
  type AudioCodec,
  FORMATS,
  type OutputSettings,
  outputSettings,
  type VideoCodec,
  type VideoFormat,
  type WantedOutput,
  workFaults,
} from './formats.ts';
export { type PreviewSettings, previewOutput } from './preview.ts';
export type { Quality } from './quality.ts';
export { type Size, stillSize } from './size.ts';
export { around, type Range, shownAt, type Timeline, timelineOf } from './timeline.ts';
