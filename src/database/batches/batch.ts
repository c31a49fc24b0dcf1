import type { ErrorCode, ExceededLimit, Fault } from '../../base/index.ts';
import type { AddressJson } from '../../secrets/index.ts';
import type { Priority, RenderKind, SessionStatus } from '../sessions/render-session.ts';
import type { Tables } from '../tables.ts';

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
export type WaitingFor = {
  code: ErrorCode;
  message: string;
  hint?: string;
  limit?: ExceededLimit;
};

/** A part of a mapping that is left out. */
export type BatchWarning = { code: string; message: string; editable?: string };

export type Batch = {
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
  status: BatchStatus;
  pausedReason: PausedReason | null;
  waitingFor: WaitingFor | null;
  rowsFormat: RowsFormat;
  /** The key of the received rows; null after the check. */
  rowsKey: string | null;
  warnings: BatchWarning[];
  /** Faults of the whole file. */
  errors: RowFault[];
  counts: RowCounts;
  /** Faults of all rows together. */
  faultCount: number;
  storedBytes: number;
  /** When the batch last began to render rows, and how many rows had ended then. */
  runningSinceMs: number | null;
  doneBefore: number;
  /** Media that were fetched after this time are not fetched again. */
  mediaSinceMs: number;
  createdAtMs: number;
  updatedAtMs: number;
  startedAtMs: number | null;
  endedAtMs: number | null;
  expiresAtMs: number | null;
};

/** The batches of a list. Only given fields restrict it. */
export type BatchFilter = { statuses?: BatchStatus[] | undefined; externalId?: string | undefined };

export type RowsFormat = { kind: 'csv'; delimiter: string } | { kind: 'json_lines' };

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
> & { rowsKey: string; options: Record<string, unknown>; warnings?: readonly BatchWarning[] };

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

/** A row of a batch, with facts of its session. */
export type BatchRow = {
  batchId: string;
  row: number;
  state: RowState;
  externalId: string | null;
  title: string;
  errors: RowFault[];
  /** The cells by column, if they were asked for; null if they are too long. */
  values?: Record<string, unknown> | null;
  /** Null before the row renders, and after the session was deleted. */
  session: {
    id: string;
    status: SessionStatus;
    title: string;
    progress: number;
    videoKey: string | null;
    outputs: { key: string; bytes: number; format: string }[];
  } | null;
};

/** Statuses in which no row begins to render any more. */
export const ENDED: readonly BatchStatus[] = ['completed', 'canceled', 'failed'];
/** A removed batch, whose rows are being deleted. No request finds it. */
export const REMOVING = 'removing';

export function batchFromRow(row: Tables['batches']): Batch {
  return {
    id: row.id,
    accountId: row.accountId,
    templateStyleVersionId: row.templateStyleVersionId,
    title: row.title,
    render: row.render as RenderKind,
    priority: row.priority as Priority,
    externalId: row.externalId,
    metadata: JSON.parse(row.metadata) as Record<string, string>,
    invalidRows: row.invalidRows as Batch['invalidRows'],
    startsItself: row.startsItself === 1,
    status: row.status as BatchStatus,
    pausedReason: row.pausedReason as PausedReason | null,
    waitingFor: waitingForOf(row),
    rowsFormat: JSON.parse(row.rowsFormat) as RowsFormat,
    rowsKey: row.rowsKey,
    warnings: JSON.parse(row.warnings) as BatchWarning[],
    errors: JSON.parse(row.errors) as RowFault[],
    counts: countsOf(row),
    faultCount: row.faultCount,
    storedBytes: row.storedBytes,
    runningSinceMs: row.runningSinceMs,
    doneBefore: row.doneBefore,
    mediaSinceMs: row.mediaSinceMs,
    createdAtMs: row.createdAtMs,
    updatedAtMs: row.updatedAtMs,
    startedAtMs: row.startedAtMs,
    endedAtMs: row.endedAtMs,
    expiresAtMs: row.expiresAtMs,
  };
}

/** Only a running batch waits; the reason of an earlier run does not count. */
function waitingForOf({ status, waitingFor: text }: Tables['batches']): WaitingFor | null {
  return status === 'running' && text !== null ? (JSON.parse(text) as WaitingFor) : null;
}

/** Rows that wait in a batch that was canceled or has failed will not render. */
function countsOf(row: Tables['batches']): RowCounts {
  const isOver = row.status === 'canceled' || row.status === 'failed';
  return {
    invalid: row.countInvalid,
    waiting: isOver ? 0 : row.countWaiting,
    rendering: row.countRendering,
    rendered: row.countRendered,
    failed: row.countFailed,
    canceled: row.countCanceled + (isOver ? row.countWaiting : 0),
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

function hideAddresses(value: unknown, key?: string): unknown {
  if (typeof value === 'string')
    return key !== 'remote_url' && SECRET.test(value)
      ? { remote_url: value, is_cell: true }
      : value;
  return mapped(value, hideAddresses);
}

function showAddresses(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && 'is_cell' in value && 'remote_url' in value)
    return value.remote_url;
  return mapped(value, showAddresses);
}

function mapped(value: unknown, change: (inner: unknown, key?: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((inner) => change(inner));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner, key)]));
}
