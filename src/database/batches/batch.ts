import type { Generated, Selectable } from 'kysely';
import type { ErrorCode, ExceededLimit, Fault, MessageParams, Worded } from '../../base/index.ts';
import type { AddressJson } from '../../secrets/index.ts';
import type { CaptionFiles } from '../sessions/caption-files.ts';
import type { Maker, Priority, RenderKind, SessionStatus } from '../sessions/render-session.ts';

export const BATCH_STATUSES = [
  'checking',
  'running',
  'paused',
  'completed',
  'canceled',
  'failed',
] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];
export type PausedReason = 'user' | 'invalid_rows' | 'template_removed';

export const ROW_STATES = [
  'invalid',
  'waiting',
  'rendering',
  'rendered',
  'failed',
  'canceled',
] as const;
export type RowState = (typeof ROW_STATES)[number];
export type RowCounts = Record<RowState, number>;

/** A fault of a batch. `row` counts from 1; both are null for a fault of the whole file. */
export type RowFault = Fault & { row: number | null; column: string | null };

/** Why no row of a running batch begins: a limit of its account, or full storage. */
export type WaitingFor = Worded & { code: ErrorCode; limit?: ExceededLimit };

/** A part of a mapping or of a table that is left out, or how a table was read. */
export type BatchWarning = {
  code: string;
  message: string;
  message_id?: string | undefined;
  params?: MessageParams | undefined;
  editable?: string;
};

/** Triggers of the database count the rows by their states. */
export type StoredBatch = {
  id: string;
  accountId: string;
  templateStyleVersionId: string;
  title: string;
  render: RenderKind;
  priority: Priority;
  externalId: string | null;
  metadata: Record<string, string>;
  /** `stop`: a batch with invalid rows pauses after its check. */
  invalidRows: 'stop' | 'skip';
  /** Whether rows render without a `resume` after the check. */
  startsItself: boolean;
  status: BatchStatus | typeof REMOVING;
  pausedReason: PausedReason | null;
  rowsFormat: RowsFormat;
  /** The key of the received rows; null after the check. */
  rowsKey: string | null;
  /** Faults of the whole file. */
  errors: RowFault[];
  countInvalid: Generated<number>;
  countWaiting: Generated<number>;
  countRendering: Generated<number>;
  countRendered: Generated<number>;
  countFailed: Generated<number>;
  countCanceled: Generated<number>;
  /** Faults of all rows together. */
  faultCount: Generated<number>;
  storedBytes: number;
  /** Who created it; null for a batch of an earlier version. */
  createdBy: Generated<Maker | null>;
  /** When the batch last began to render rows, and how many rows had ended then. */
  runningSinceMs: number | null;
  doneBefore: Generated<number>;
  /** Media that were fetched after this time are not fetched again. */
  mediaSinceMs: number;
  createdAtMs: number;
  updatedAtMs: number;
  startedAtMs: number | null;
  endedAtMs: number | null;
  expiresAtMs: number | null;
  waitingFor: WaitingFor | null;
  warnings: BatchWarning[];
};

export type Batch = Omit<Selectable<StoredBatch>, `count${string}` | 'status'> & {
  status: BatchStatus;
  counts: RowCounts;
};

/** The batches of a list. Only given fields restrict it. */
export type BatchFilter = { statuses?: BatchStatus[] | undefined; externalId?: string | undefined };

export type RowsFormat =
  | { kind: 'csv'; delimiter: string }
  | { kind: 'sheet' }
  | { kind: 'json_lines' };

export type NewBatch = Pick<
  Batch,
  | 'id'
  | 'accountId'
  | 'templateStyleVersionId'
  | 'title'
  | 'render'
  | 'priority'
  | 'externalId'
  | 'metadata'
  | 'invalidRows'
  | 'startsItself'
  | 'rowsFormat'
  | 'storedBytes'
  | 'expiresAtMs'
> & {
  createdBy?: Maker | null;
  rowsKey: string;
  options: Record<string, unknown>;
  warnings?: readonly BatchWarning[];
};

/** A row that has been checked. `values` are its cells by column. */
export type CheckedRow = {
  row: number;
  values: Record<string, unknown>;
  title: string;
  externalId: string | null;
  /** At most some of the faults; `faultCount` counts all. */
  faults: RowFault[];
  faultCount: number;
  /** The files that it uploads; no other row may upload to the same targets. */
  targets?: readonly RowTarget[];
};

/** The digest of an upload's target, and its place in the row. */
export type RowTarget = { digest: string; column: string | null; pointer?: string };

export type StoredBatchRow = {
  batchId: string;
  row: number;
  state: RowState;
  externalId: string | null;
  title: string;
  /** The cells by column: JSON with encrypted addresses. */
  values: string;
  errors: RowFault[];
  errorCount: number;
  sessionId: string | null;
  updatedAtMs: number;
};

/** A row of a batch, with facts of its session. */
export type BatchRow = Pick<
  StoredBatchRow,
  'batchId' | 'row' | 'state' | 'externalId' | 'title' | 'errors'
> & {
  /** The cells by column, if they were asked for; null if they are too long. */
  values?: Record<string, unknown> | null;
  /** Null before the row renders, and after the session was deleted. */
  session: {
    id: string;
    status: SessionStatus;
    title: string;
    progress: number;
    videoKey: string | null;
    posterKey: string | null;
    outputs: { key: string; bytes: number; format: string }[];
    captions: CaptionFiles[];
  } | null;
};

/** A row whose render has just failed. */
export type FailedRow = Pick<StoredBatchRow, 'batchId' | 'row' | 'externalId' | 'sessionId'> & {
  errors: readonly RowFault[];
};

/** Statuses in which no row begins to render any more. */
export const ENDED: readonly BatchStatus[] = ['completed', 'canceled', 'failed'];
/** A removed batch, whose rows are being deleted. No request finds it. */
export const REMOVING = 'removing';

/** Returns a batch from its row, which is not being removed. */
export function batchFromRow(storedBatch: Selectable<StoredBatch>): Batch {
  const { countInvalid, countWaiting, countRendering, countRendered, ...others } = storedBatch;
  const { countFailed, countCanceled, ...row } = others;
  const status = row.status as BatchStatus;
  // Rows that wait in a batch that was canceled or has failed will not render.
  const isOver = status === 'canceled' || status === 'failed';
  return {
    ...row,
    status,
    // The reason of an earlier run does not count.
    waitingFor: status === 'running' ? row.waitingFor : null,
    counts: {
      invalid: countInvalid,
      waiting: isOver ? 0 : countWaiting,
      rendering: countRendering,
      rendered: countRendered,
      failed: countFailed,
      canceled: countCanceled + (isOver ? countWaiting : 0),
    },
  };
}

/** The number of rows that will not change any more. */
export function doneRows({ counts }: Pick<Batch, 'counts'>): number {
  return counts.rendered + counts.failed + counts.canceled;
}

/**
 * The cells of a row as stored text. A presigned address in a cell is put into an object with
 * `remote_url`, because the vault encrypts the values of that field.
 */
export function writeCells(json: AddressJson, values: unknown, batchId: string): string {
  return json.write(hideAddresses(values), batchId);
}

/** Returns the cells of a row. An address whose key is lost is null. */
export function readCells(json: AddressJson, text: string, batchId: string) {
  return showAddresses(json.read(text, batchId)) as Record<string, unknown>;
}

const SECRET = /^[a-z][a-z\d+.-]*:.*[?@]/is;

/**
 * Returns a copy in which each text that may be a presigned address is an object with `remote_url`, except the
 * values of a `remote_url` itself: these are encrypted anyway. `key` is the name of the value in its object.
 */
function hideAddresses(value: unknown, key?: string): unknown {
  if (typeof value === 'string')
    return key !== 'remote_url' && SECRET.test(value)
      ? { remote_url: value, is_cell: true }
      : value;
  return mapValues(value, hideAddresses);
}

/** Undoes `hideAddresses`. */
function showAddresses(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && 'is_cell' in value && 'remote_url' in value)
    return value.remote_url;
  return mapValues(value, showAddresses);
}

/**
 * Returns a copy of a list or an object with each of its values changed, and any other value unchanged. It goes
 * one level deep: `change` calls it again for the levels below.
 */
function mapValues(value: unknown, change: (inner: unknown, key?: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((inner) => change(inner));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner, key)]));
}
