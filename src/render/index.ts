/**
 * Renders a composition to videos and stills: plans, draws and stores segments, and joins them with audio tracks to
 * video files.
 */

export { isSealed } from '../mux/index.ts';
export { drawSegments, type Pass } from './draw-segments.ts';
export type { StillOptions } from './draw-stills.ts';
export { engineFacts, engineId, engineVersions } from './engine-versions.ts';
export type { RenderVideoRequest } from './make-video.ts';
export { type PackContent, type PackedFile, unpack } from './pack.ts';
export {
  type PackedSegment,
  packedSegments,
  type SessionSegments,
} from './packed-segments.ts';
export { planSegments } from './plan.ts';
export { type RenderedVideo, Renderer } from './renderer.ts';
export {
  type EncodedSegment,
  localSegments,
  mayRetry,
  type SegmentMaker,
  type SegmentWork,
  videoRequest,
  withRetries,
} from './segment-maker.ts';
export { type Claims, dropSegments, LocalClaims, SegmentStore } from './segment-store.ts';
