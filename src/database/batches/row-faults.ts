import { MAX_FAULTS } from '../../base/index.ts';
import type { Connection } from '../open.ts';
import type { RowFault } from './batch.ts';

/** Returns the first faults of a batch's rows, in their order. */
export async function firstFaults(db: Connection, batchId: string): Promise<RowFault[]> {
  const rows = await db
    .selectFrom('batchRows')
    .select('errors')
    .where('batchId', '=', batchId)
    .where('errorCount', '>', 0)
    .orderBy('row')
    .limit(MAX_FAULTS)
    .execute();
  return rows.flatMap(({ errors }) => errors).slice(0, MAX_FAULTS);
}
