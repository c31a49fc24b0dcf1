/** The durable jobs, and proofs of a mapping without them. */
export { Deliveries, type DeliveriesOptions } from './deliver/deliveries.ts';
export { LOST_HINT, lostSecrets, resealSecrets, tellLostSecrets } from './deliver/reseal.ts';
export { probeDestination } from './deliver/send.ts';
export { Jobs, type JobsOptions } from './jobs.ts';
export { enqueueImport } from './lanes.ts';
export { Notifier, type NotifierOptions } from './notify/notifier.ts';
export { Proofs, type ProofsOptions } from './proofs.ts';
