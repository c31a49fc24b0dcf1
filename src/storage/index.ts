/** Stores files by key and publishes them atomically. */
export type { BlobStore } from './blob-store.ts';
export { openDiskStore } from './disk-store.ts';
