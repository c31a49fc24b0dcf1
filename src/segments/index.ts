/** Segments of a video: their plan, their digests, the cache, and drawing them. */
export { drawSegments, type EncodedSegment, type Pass, retryOnce } from './draw-segments.ts';
export { engineFacts, engineVersions } from './engine-versions.ts';
export { planSegments } from './plan.ts';
export { type Claims, dropSegments, LocalClaims, SegmentStore } from './segment-store.ts';
