/**
 * The durable jobs, upgrades of template versions, and the deletion of accounts.
 */
export { removeAccount } from './accounts/remove-account.ts';
export { Batches } from './batch/batches.ts';
export { type DeliveriesOptions, deliverUploads } from './deliver/deliveries.ts';
export { probeDestination } from './deliver/send.ts';
export { keepImport } from './import-template.ts';
export { jobActions } from './job-actions.ts';
export { Jobs } from './jobs.ts';
export { fired, type HeldLease, Lease } from './lease.ts';
export { Notifier } from './notify/notifier.ts';
export type { RequireLease } from './notify/outcomes.ts';
export { RenderLimits } from './render-limits.ts';
export { runSegments, stopEndedSegments } from './segments/run-segments.ts';
export { SegmentDrawer } from './segments/segment-drawer.ts';
export { SegmentJobs } from './segments/segment-jobs.ts';
export { type Upgrade, type UpgradeContext, upgradeTemplate } from './upgrade-template.ts';
