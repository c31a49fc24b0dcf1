/** Stores files by key, on a disk or in a bucket, and publishes them atomically; caches results of steps; watches the free space. */
export { removeAccountFolders, removeGoneFolders } from './account-folders.ts';
export type { BlobFacts, BlobStore } from './blob-store.ts';
export { copyFiles } from './copy-files.ts';
export { DiskRoom } from './disk-room.ts';
export { openDiskStore } from './disk-store.ts';
export { duplicateFiles } from './duplicate-files.ts';
export {
  checkFileUrl,
  type FileUrls,
  fileUrl,
  signedFiles,
  signedQuery,
  stableExpiry,
} from './file-urls.ts';
export { type OpenedStore, openStore, type StoreOptions } from './open-store.ts';
export { type CachedStep, removeFromStepCache, StepCache, trimStepCaches } from './step-cache.ts';
export { waitsForStore } from './store-waits.ts';
export { StoreWatch } from './store-watch.ts';
