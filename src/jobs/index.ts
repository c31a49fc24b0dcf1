/**
 * The durable jobs, proofs of a mapping without them, and what both and the command line share:
 * turning a template and a mapping into a composition on disk.
 */
export {
  lockDataFolder,
  type ProcessFolders,
  removeDeadProcesses,
  takeProcessFolders,
} from './data-folder.ts';
export { type DeliveriesOptions, deliverUploads } from './deliver/deliveries.ts';
export { LOST_HINT, lostSecrets, resealSecrets, tellLostSecrets } from './deliver/reseal.ts';
export { probeDestination } from './deliver/send.ts';
export { DiskRoom } from './disk-room.ts';
export { jobActions } from './job-actions.ts';
export { type JobLimits, Jobs, type JobsOptions } from './jobs.ts';
export { Notifier, type NotifierOptions } from './notify/notifier.ts';
export { pinInputs } from './pin-inputs.ts';
export { type Produced, produce } from './produce.ts';
export { Proofs, type ProofsOptions } from './proofs.ts';
export { TemplateCache } from './template-cache.ts';
