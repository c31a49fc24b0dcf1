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
    .updateTable('webhook_endpoints')
    .set({ paused_until: null, updated_at: nowMs })
    .where('id', '=', endpointId)
    .where('paused_until', 'is not', null)
    .execute();
  if (subjectIds?.length === 0) return;
  let waiting = tx
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: nowMs, updated_at: nowMs })
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'pending')
    .where('next_attempt_at', '>', nowMs);
  if (subjectIds) waiting = waiting.where('subject_id', 'in', subjectIds);
  await waiting.execute();
}
