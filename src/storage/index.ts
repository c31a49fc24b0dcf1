/** Stores files by key and publishes them atomically; caches results of steps. */
export type { BlobStore } from './blob-store.ts';
export { openDiskStore } from './disk-store.ts';
export { type CachedStep, removeFromStepCache, StepCache, trimStepCaches } from './step-cache.ts';
