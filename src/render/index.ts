/**
 * Renders a composition to videos and stills: plans, draws and stores segments, and joins them with audio tracks to
 * video files.
 */

export { isSealed } from '../mux/index.ts';
export { engineFacts, engineId } from './engine-versions.ts';
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
  mayRetry,
  type SegmentMaker,
  videoRequest,
} from './segment-maker.ts';
export { type Claims, dropSegments, LocalClaims, SegmentStore } from './segment-store.ts';
