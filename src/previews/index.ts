/** Checks, stills and compositions of a mapping without a session, and the files that they share in a cache. */
export { forgetEverywhere, previewCacheFolder, trimPreviewCache } from './preview-cache.ts';
export { PreviewService } from './preview-service.ts';
export { removeSharedEntries } from './shared-entries.ts';
