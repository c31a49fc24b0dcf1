/** Segments of a video: their plan, their digests, the cache, and drawing them. */

export { isSealed } from '../mux/index.ts';
export { drawSegments, type Pass } from './draw-segments.ts';
export { engineFacts, engineId, engineVersions } from './engine-versions.ts';
export { type PackContent, type PackedFile, unpack } from './pack.ts';
export {
  type PackedSegment,
  packedSegments,
  type SessionSegments,
} from './packed-segments.ts';
export { planSegments } from './plan.ts';
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
