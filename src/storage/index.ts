/** Files by key, published atomically. */
export { type BlobFacts, type BlobStore, openDiskStore } from './disk-store.ts';
