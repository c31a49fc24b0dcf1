import type { Batch } from '../../database/index.ts';
import { RowChecker, type RowContext } from './check-row.ts';

/** Returns the check for the rows of a batch, for the worker. */
export async function rowChecker(context: RowContext, batch: Batch) {
  const checker = new RowChecker(context, batch, await context.db.batches.optionsOf(batch.id));
  return (row: number, values: Record<string, unknown>) => checker.check(row, values);
}
