/**
 * Probes and checks videos, and decodes the frames that a video layer shows.
 */
export { checkVideo, decodeVideoInput, type VideoSourceFile } from './decode-video.ts';
export {
  type IngestedVideo,
  ingestVideo,
  ingestVideoBytes,
  probeVideo,
  type VideoInputFacts,
} from './ingest-video.ts';
export { probeMedia } from './probe.ts';
export { VideoFocus } from './video-focus.ts';
export { placeVideo, type VideoCrop, type VideoPlace } from './video-place.ts';
