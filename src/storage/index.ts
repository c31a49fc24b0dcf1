/** Files by key, published atomically. */
export type { BlobStore } from './blob-store.ts';
export { openDiskStore } from './disk-store.ts';
