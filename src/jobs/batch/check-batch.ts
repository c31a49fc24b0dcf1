import { AppError, say, worded } from '../../base/index.ts';
import type { CheckRow } from '../../batches/index.ts';
import type { Batch, BatchWarning, CheckedRow, RowFault } from '../../database/index.ts';
import {
  openEncryptedText,
  type RawRow,
  type RowsSeen,
  readRows,
  yieldAfterSlices,
} from '../../rows/index.ts';
import { toAppError } from '../../system/index.ts';
import type { BatchContext } from './batch-context.ts';

/** Rows that are stored in one transaction. */
const STORED_AT_ONCE = 100;
/** Characters of cells that are stored in one transaction; one row may have a million. */
const STORED_CHARACTERS = 256 * 1024;
/** Stored bytes of an upload's target, with its index. */
const TARGET_BYTES = 150;
/** Rows with faults whose faults are stored in full. Later rows store their first. */
const FULLY_REPORTED = 1000;

/**
 * Reads and checks all rows of a batch, and stores them. Rows that an earlier process has stored are not
 * checked again. Then the batch runs, pauses or fails.
 */
export async function checkBatch(
  batch: Batch,
  context: BatchContext,
  signal: AbortSignal,
): Promise<void> {
  const { db, store, log } = context;
  const { id, rowsKey } = batch;
  const lastRow = await db.batchRows.lastRow(id);
  const rowsSeen: RowsSeen = { blankRows: 0 };
  try {
    if (rowsKey !== null && (await store.stat(rowsKey)))
      await checkRows(batch, { lastRow, rowsSeen }, context, signal);
    else
      throw new AppError('storage_failed', 'The received rows are missing.', {
        hint: 'Create a new batch with the rows.',
        // The check would be repeated for ever.
        retryable: false,
      });
    // A canceled batch keeps its rows: a resume continues the check.
    if (!(await db.batches.endCheck(id, warningsOf(rowsSeen)))) return;
  } catch (error) {
    if (signal.aborted || error instanceof Ended || error instanceof TakenOver) return;
    const failure = toAppError(error);
    // Such a failure ends with the disk or the key that is missing, and the check begins again.
    if (failure.retryable && failure.code !== 'internal') throw failure;
    log.warn({ batchId: id, code: failure.code, err: failure.cause }, failure.message);
    const faults = failure.faults.map((fault): RowFault => ({ ...fault, row: null, column: null }));
    if (!(await db.batches.failCheck(id, faults))) return;
  }
  if (rowsKey !== null) await store.remove(rowsKey);
}

/** Says how many rows without content are left out. */
function warningsOf({ blankRows }: RowsSeen): BatchWarning[] {
  const message =
    blankRows === 1
      ? say`${blankRows} blank row is left out.`
      : say`${blankRows} blank rows are left out.`;
  return blankRows === 0 ? [] : [{ code: 'blank_rows', ...worded(message) }];
}

/**
 * Checks the rows after `lastRow` and stores them in transactions of some rows; the rows up to `lastRow` are
 * only counted. Throws `Ended` or `TakenOver` when it must stop. `rowsSeen` gets the number of blank rows.
 */
async function checkRows(
  batch: Batch,
  { lastRow, rowsSeen }: { lastRow: number; rowsSeen: RowsSeen },
  context: BatchContext,
  signal: AbortSignal,
): Promise<void> {
  const { db, store, vault } = context;
  const { id, rowsKey, rowsFormat } = batch;
  const check = await context.checkerOf(batch);
  const text = openEncryptedText(store.read(rowsKey ?? ''), vault, id);
  const pause = yieldAfterSlices();
  let waiting: CheckedRow[] = [];
  let characters = 0;
  let row = 0;
  let reported = batch.counts.invalid;
  const flush = async () => {
    const rows = waiting;
    [waiting, characters] = [[], 0];
    if (rows.length === 0) return;
    await db.fastTransaction(async (tx) => {
      // A canceled batch stores no more rows.
      if ((await tx.batches.find(id))?.status !== 'checking') throw new Ended();
      if ((await tx.batchRows.lastRow(id)) + 1 !== rows[0]?.row) throw new TakenOver();
      const faults = await tx.batchRows.claimTargets(id, rows);
      const checkedRows = rows.map((checkedRow) =>
        withFault(checkedRow, faults.get(checkedRow.row)),
      );
      const targets = rows.reduce((sum, checkedRow) => sum + (checkedRow.targets?.length ?? 0), 0);
      const bytes = await tx.batchRows.insertAll(id, checkedRows);
      await tx.batches.addStoredBytes(id, bytes + targets * TARGET_BYTES);
    });
  };
  for await (const raw of readRows(text, rowsFormat, rowsSeen)) {
    row += 1;
    await pause();
    if (row <= lastRow) continue;
    signal.throwIfAborted();
    const checked = await checkRow(check, row, raw);
    if (checked.faultCount > 0) reported += 1;
    if (reported > FULLY_REPORTED) checked.faults = checked.faults.slice(0, 1);
    waiting.push(checked);
    characters += sizeOf(raw.values);
    if (waiting.length >= STORED_AT_ONCE || characters >= STORED_CHARACTERS) await flush();
  }
  await flush();
}

/** Returns a row with one fault instead of its own. */
function withFault(row: CheckedRow, fault: RowFault | undefined): CheckedRow {
  return fault ? { ...row, faults: [fault], faultCount: 1 } : row;
}

/** The batch was canceled or removed meanwhile. */
class Ended extends Error {}

/** Another process has stored rows: this one was stopped for a while, and no longer leads. */
class TakenOver extends Error {}

/** Checks a row; a row that could not be read has only the fault of the reading. */
async function checkRow(check: CheckRow, row: number, raw: RawRow): Promise<CheckedRow> {
  const { checked } = await check(row, raw.values);
  const { fault, column = null } = raw;
  if (!fault) return checked;
  // The cells of a row that cannot be read are incomplete: its other faults would mislead.
  return { ...checked, faults: [{ ...fault, row, column }], faultCount: 1 };
}

/** A rough size, cheaper than writing JSON. */
function sizeOf(values: Record<string, unknown>): number {
  let size = 0;
  for (const [key, value] of Object.entries(values))
    size += key.length + (typeof value === 'string' ? value.length : 200);
  return size;
}
