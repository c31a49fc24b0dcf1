/** Batches: the plan of a batch, what its columns mean, and the sessions that its rows become. */
export { type BatchOptions, optionsShape } from './batch-options.ts';
export { type CheckRow, rowChecker } from './check-row.ts';
export { planBatch, type ReceivedBatch } from './plan-batch.ts';
