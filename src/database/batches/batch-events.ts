import { assert, boundedFaults, type Fault } from '../../base/index.ts';
import type { RepositoryParts } from '../events/event-forms.ts';
import { appendEvent } from '../events/events.ts';
import type { Connection } from '../open.ts';
import type { RenderSession, SessionStatus } from '../sessions/render-session.ts';
import { batchFromRow, type FailedRow, type RowFault, type RowState } from './batch.ts';
import { columnsAt, placeFault } from './place-fault.ts';
import { firstFaults } from './row-faults.ts';

/** Returns the columns to set when a batch ends. */
export function ended(status: 'completed' | 'canceled' | 'failed', nowMs: number) {
  return { status, pausedReason: null, endedAtMs: nowMs, updatedAtMs: nowMs };
}

/** Writes the event of a batch that has just ended, in the transaction that ends it. */
export function emitCompleted(tx: Connection, id: string, parts: RepositoryParts): Promise<void> {
  return emit(tx, 'batch.completed', id, parts);
}

/** Writes the event of a batch that has just begun to wait for a limit of its account. */
export function emitWaiting(tx: Connection, id: string, parts: RepositoryParts): Promise<void> {
  return emit(tx, 'batch.waiting', id, parts);
}

/** Writes an event with the public form of a batch, as it is in the transaction `tx`. */
async function emit(
  tx: Connection,
  type: 'batch.completed' | 'batch.waiting',
  id: string,
  parts: RepositoryParts,
): Promise<void> {
  const row = await tx
    .selectFrom('batches')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const batch = batchFromRow(row);
  const { accountId } = batch;
  const data = { batch: parts.forms.batch(batch, await firstFaults(tx, id), parts.nowMs()) };
  await appendEvent(tx, { accountId, type, subjectId: id, data }, parts);
}

/** Ends a running batch that has no rows left. */
export async function completeIfDone(
  tx: Connection,
  id: string,
  parts: RepositoryParts,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('batches')
    .set(ended('completed', parts.nowMs()))
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('countWaiting', '=', 0)
    .where('countRendering', '=', 0)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await emitCompleted(tx, id, parts);
}

/** Writes the event of a row that has just failed, in the transaction that has failed it. */
export async function emitRowFailed(
  tx: Connection,
  { accountId, ...row }: FailedRow & { accountId: string },
  parts: RepositoryParts,
): Promise<void> {
  const event = {
    accountId,
    type: 'batch.row.failed' as const,
    subjectId: row.batchId,
    data: { ...parts.forms.failedRow(row) },
  };
  await appendEvent(tx, event, parts);
}

type FollowedSession = Pick<
  RenderSession,
  'id' | 'accountId' | 'status' | 'errors' | 'batchId' | 'batchRow'
>;

/**
 * Gives a row the state of its session, in the transaction that has changed the session. A row follows only
 * its newest session. Ends the batch with its last row.
 */
export async function followSession(
  tx: Connection,
  session: FollowedSession,
  parts: RepositoryParts,
): Promise<void> {
  const { id, accountId, batchId, batchRow: row } = session;
  if (batchId === null || row === null) return;
  const state =
    isLimited(session) && (await hasStarts(tx, batchId)) ? 'waiting' : stateOf(session.status);
  const errors = state === 'failed' ? await rowFaults(tx, batchId, row, session.errors) : [];
  const storedErrors = boundedFaults(errors).faults as RowFault[];
  const changed = await tx
    .updateTable('batchRows')
    .set({
      state,
      errors: storedErrors,
      errorCount: storedErrors.length,
      updatedAtMs: parts.nowMs(),
    })
    .where('batchId', '=', batchId)
    .where('row', '=', row)
    .where('sessionId', '=', id)
    .where('state', '<>', state)
    .returning('externalId')
    .executeTakeFirst();
  if (!changed) return;
  const externalId = changed.externalId;
  if (state === 'failed')
    await emitRowFailed(tx, { batchId, accountId, row, externalId, sessionId: id, errors }, parts);
  if (state !== 'rendering') await completeIfDone(tx, batchId, parts);
}

/** Returns faults of a session with the columns of its row. */
async function rowFaults(
  tx: Connection,
  batchId: string,
  row: number,
  faults: readonly Fault[],
): Promise<RowFault[]> {
  // Neither names of columns nor their renames are addresses, so nothing is decrypted.
  const rowWithOptions = await tx
    .selectFrom('batchRows')
    .leftJoin('batchOptions', 'batchOptions.batchId', 'batchRows.batchId')
    .select(['batchRows.values', 'batchOptions.options'])
    .where('batchRows.batchId', '=', batchId)
    .where('row', '=', row)
    .executeTakeFirst();
  const cells = JSON.parse(rowWithOptions?.values ?? '{}') as Record<string, unknown>;
  const { columns: renames = {} } = JSON.parse(rowWithOptions?.options ?? '{}') as {
    columns?: Record<string, string | null>;
  };
  const at = columnsAt(cells, renames);
  return faults.map((fault) => placeFault(fault, row, at));
}

/** Limits of an account that a render may find reached after its start. */
const LIMITS: ReadonlySet<string> = new Set(['daily_limit_exceeded', 'quota_exceeded']);

/** Whether only limits of the account have stopped a session: its row waits like those that have not begun. */
function isLimited({ status, errors }: Pick<FollowedSession, 'status' | 'errors'>): boolean {
  const areLimits = errors.every(({ code, retryable }) => retryable && LIMITS.has(code));
  return status === 'failed' && errors.length > 0 && areLimits;
}

/** Whether rows of a batch that wait begin some time. */
async function hasStarts(tx: Connection, batchId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('batches')
    .select('id')
    .where('id', '=', batchId)
    .where('status', 'in', ['running', 'paused'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the state of a row whose session has this status. A row has no draft: asserts that. */
function stateOf(status: SessionStatus): RowState {
  if (status.endsWith('_rendering')) return 'rendering';
  if (status.endsWith('_rendered')) return 'rendered';
  assert(status === 'failed' || status === 'canceled', `a row's session is ${status}`);
  return status;
}
