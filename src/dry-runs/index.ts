/** Checks, stills and compositions of a mapping without a session, and the files that they share in a cache. */

export { DryRunService as PreviewService } from './dry-run-service.ts';
export { removeSharedEntries } from './shared-entries.ts';
export { forgetEverywhere, stepCacheFolder, trimPlayerCaches } from './step-caches.ts';
