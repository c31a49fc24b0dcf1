/** The durable jobs, and proofs of a mapping without them. */
export {
  lockDataFolder,
  type ProcessFolders,
  removeDeadProcesses,
  takeProcessFolders,
} from './data-folder.ts';
export { type DeliveriesOptions, deliverUploads } from './deliver/deliveries.ts';
export {
  LOST_HINT,
  lostSecrets,
  resealAddresses,
  resealSecrets,
  tellLostSecrets,
} from './deliver/reseal.ts';
export { probeDestination } from './deliver/send.ts';
export { DiskRoom } from './disk-room.ts';
export { jobActions } from './job-actions.ts';
export { type JobLimits, Jobs, type JobsOptions } from './jobs.ts';
export { Notifier, type NotifierOptions } from './notify/notifier.ts';
export { Proofs, type ProofsOptions } from './proofs.ts';
