import { AppError } from '../../base/index.ts';
import { presentBatch } from '../../batches/index.ts';
import type { Batch, Repositories } from '../../database/index.ts';
import { type ById, findOwn } from '../../http/index.ts';
import type { ApiContext } from '../context.ts';

/** Returns the batch that a request's path names, from the caller's account. Throws `not_found`. */
export function findBatch({ db }: ApiContext, request: ById): Promise<Batch> {
  const hint = 'GET /v2/batches lists the batches of the account.';
  return findOwn(request, db.batches, { name: 'batch', hint });
}

/** Returns a batch as clients see it. Throws `not_found` for one that was removed meanwhile. */
export async function present(
  { clock }: Pick<ApiContext, 'clock'>,
  db: Pick<Repositories, 'batchRows'>,
  batch: Batch | undefined,
) {
  if (!batch) throw batchRemoved();
  const faults = batch.faultCount > 0 ? await db.batchRows.firstFaults(batch.id) : [];
  return presentBatch(batch, faults, clock.nowMs());
}

export function batchRemoved(): AppError {
  return new AppError('not_found', 'The batch was removed.');
}
