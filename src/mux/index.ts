/**
 * Container formats: MP4 boxes, segment files, joining segments, HLS, GIF, WebM and ZIP, and the
 * verification of finished files.
 */
export { addTextTracks } from './add-text-tracks.ts';
export { AudioFragments, audioInit } from './audio-fragments.ts';
export { differentEncodings } from './corrupt.ts';
export {
  captionsPlaylist,
  continuation,
  type HlsCaptions,
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
export { joinSegments } from './join.ts';
export { joinGif } from './join-gif.ts';
export { joinWebm } from './join-webm.ts';
export { joinZip } from './join-zip.ts';
export { frameChecksums, isSealed, type SegmentKind, sealSegment } from './segment-file.ts';
export type { TextTrack } from './text-track.ts';
export { type OutputFacts, verifyVideo } from './verify.ts';
