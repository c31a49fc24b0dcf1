import type { Connection } from '../open.ts';

/**
 * Makes the deliveries due that wait for their next attempt at an endpoint, and ends a pause that the endpoint
 * has requested. With `subjectIds`, only those of some subjects.
 */
export async function sendNow(
  tx: Connection,
  endpointId: string,
  nowMs: number,
  subjectIds?: readonly string[],
): Promise<void> {
  await tx
    .updateTable('webhookEndpoints')
    .set({ pausedUntilMs: null, updatedAtMs: nowMs })
    .where('id', '=', endpointId)
    .where('pausedUntilMs', 'is not', null)
    .execute();
  if (subjectIds?.length === 0) return;
  let waiting = tx
    .updateTable('webhookDeliveries')
    .set({ nextAttemptAtMs: nowMs, updatedAtMs: nowMs })
    .where('endpointId', '=', endpointId)
    .where('status', '=', 'pending')
    .where('nextAttemptAtMs', '>', nowMs);
  if (subjectIds) waiting = waiting.where('subjectId', 'in', subjectIds);
  await waiting.execute();
}
