import { AppError, worded, wordingOf } from '../../base/index.ts';
import type { Batch, RowFault, WaitingFor, WaitingRow } from '../../database/index.ts';
import { createSession } from '../../sessions/index.ts';
import { checkMadeAgain } from '../../speech/index.ts';
import { systemClock } from '../../system/index.ts';
import type { BatchContext } from './batch-context.ts';

/** The outcome of a start: `none` waits; a reason to wait if a limit of the account is reached. */
export type RowStart = 'started' | 'ended' | 'none' | WaitingFor;

/** Statuses of an earlier attempt that a row's new attempt continues. */
const CONTINUED = ['failed'] as const;

/**
 * Begins to render the next row of a batch. The session and its link to the row are one transaction, so that
 * a crash never gives a row two sessions.
 */
export async function startRow(batch: Batch, context: BatchContext): Promise<RowStart> {
  const { db } = context;
  const [row] = await db.batchRows.waiting(batch.id, 1);
  if (!row) return 'none';
  try {
    if (row.sessionId !== null && (await startAgain(batch, row, row.sessionId, context)))
      return 'started';
    return await startNew(batch, row, context);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal') throw error;
    if (error.retryable && LIMITS.has(error.code)) return waitingFor(error);
    await fail(
      batch,
      row,
      error.faults.map((fault) => ({ ...fault, row: row.row, column: null })),
      context,
    );
    return 'ended';
  }
}

/** The row waits until the account is below its limits again. A render above a limit as a whole does not. */
const LIMITS = new Set([
  ...['queue_full', 'quota_exceeded', 'daily_limit_exceeded'],
  ...['rate_limited', 'unavailable', 'storage_failed'],
]);

/** Returns the reason to wait as it is stored with the batch. */
function waitingFor(error: AppError): WaitingFor {
  const { code, details } = error;
  const { hint, limit } = details;
  return { code, ...worded(wordingOf(error), hint), ...(limit && { limit }) };
}

/**
 * Creates the session of a row and links it to the row. Nothing is created if the row does not wait any more.
 */
async function startNew(batch: Batch, row: WaitingRow, context: BatchContext): Promise<RowStart> {
  const { db } = context;
  const check = await context.checkerOf(batch);
  // Checked again: since its check, an upload may have expired or the template may be gone.
  const { checked, session } = await check(row.row, row.values);
  if (!session) {
    await fail(batch, row, checked.faults, context);
    return 'ended';
  }
  await db.transaction(async (tx) => {
    if (!(await tx.batchRows.link(batch.id, row.row, session.id))) return;
    await createSession(tx, session, context.actions);
  });
  return 'started';
}

/** Starts another attempt of a row's failed session. Returns false if the session is gone or canceled. */
async function startAgain(
  batch: Batch,
  { row }: WaitingRow,
  sessionId: string,
  { db, actions, defaultLimits }: BatchContext,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const session = await tx.renderSessions.find(sessionId);
    if (session?.status !== 'failed' || session.render === null) return false;
    const account = await tx.limitedAccount(session.accountId);
    const limits = { defaultLimits, nowMs: systemClock.nowMs() };
    if (account) await checkMadeAgain(account, session.errors, limits);
    if (!(await tx.batchRows.link(batch.id, row, sessionId))) return true;
    await tx.renderSessions.start(sessionId, session.render, CONTINUED);
    const { id, accountId, attempt, priority, render } = session;
    await actions.sessionStarted({ id, accountId, attempt: attempt + 1, priority, render }, tx);
    return true;
  });
}

/** Ends a row that cannot be rendered. Without the template, the rows after it would fail, too. */
async function fail(
  batch: Batch,
  row: WaitingRow,
  faults: readonly RowFault[],
  { db }: BatchContext,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.batchRows.fail(batch, row, faults);
    if (faults.some(isVersionUnknown)) await tx.batches.pause(batch.id, 'template_removed');
  });
}

function isVersionUnknown({ code }: RowFault): boolean {
  return code === 'template_version_unknown';
}
