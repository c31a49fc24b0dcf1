/** Batches: plans a batch, reads its columns, and plans the sessions of its rows. */
export { type BatchOptions, optionsShape } from './batch-options.ts';
export { type CheckRow, rowChecker } from './check-row.ts';
export { planBatch, type ReceivedBatch } from './plan-batch.ts';
export {
  batchRowSchema,
  batchSchema,
  failedRowSchema,
  presentBatch,
  presentBatchRow,
  presentFailedRow,
  rowFaultSchema,
  rowFileName,
} from './public-batch.ts';
