/** Files by key, published atomically. */
export type { BlobFacts, BlobStore } from './blob-store.ts';
export { openDiskStore } from './disk-store.ts';
