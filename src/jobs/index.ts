/**
 * The durable jobs, and what they and the command line share: turning a template and a mapping into
 * a composition on disk.
 */
export { enqueueImport, Jobs, type JobsOptions } from './jobs.ts';
export { type Pinned, pinPictures, produce, type SourceUpload } from './produce.ts';
