import { boundedFaults, defined, MAX_FAULTS } from '../../base/index.ts';
import { isoTime } from '../../system/index.ts';
import {
  type Batch,
  type BatchRow,
  doneRows,
  ENDED,
  type RowFault,
  type WaitingFor,
} from '../batches/batch.ts';
import type { PublicContext } from './public-context.ts';

/** A batch as the API and its events show it. `rowFaults` are the first faults of its rows. */
export function publicBatch(batch: Batch, rowFaults: readonly RowFault[], nowMs: number) {
  const { counts } = batch;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const faults = [...batch.errors, ...rowFaults].slice(0, MAX_FAULTS);
  const errors = boundedFaults(faults).faults as RowFault[];
  const more = batch.errors.length + batch.faultCount - errors.length;
  const timeOf = (ms: number | null) => (ms === null ? null : isoTime(ms));
  return {
    id: batch.id,
    title: batch.title,
    status: batch.status,
    paused_reason: batch.pausedReason,
    waiting_for: publicWaiting(batch.waitingFor),
    template_style_version_id: batch.templateStyleVersionId,
    render: batch.render,
    priority: batch.priority,
    external_id: batch.externalId,
    metadata: batch.metadata,
    counts: { total, ...counts },
    progress: progressOf(batch, total),
    eta_seconds: etaSeconds(batch, nowMs),
    warnings: batch.warnings,
    errors,
    ...(more > 0 && { more_errors: more }),
    created_at: isoTime(batch.createdAtMs),
    updated_at: isoTime(batch.updatedAtMs),
    started_at: timeOf(batch.startedAtMs),
    ended_at: timeOf(batch.endedAtMs),
  };
}

/** A reason to wait, with its limit as in a problem. */
function publicWaiting(waiting: WaitingFor | null) {
  if (!waiting?.limit) return waiting;
  const { freesAtMs, ...limit } = waiting.limit;
  const frees = freesAtMs === null ? null : isoTime(freesAtMs);
  return { ...waiting, limit: { ...limit, frees_at: frees } };
}

/** The share of rows that have ended, in percent; 100 only at the end. */
function progressOf(batch: Batch, total: number): number {
  if (batch.status === 'completed') return 100;
  const wanted = total - batch.counts.invalid;
  if (batch.status === 'checking' || wanted <= 0) return 0;
  return Math.min(99, Math.floor((100 * doneRows(batch)) / wanted));
}

/** Estimated from the rows that ended since the batch began or was resumed. */
function etaSeconds(batch: Batch, nowMs: number): number | null {
  if (ENDED.includes(batch.status)) return 0;
  const { runningSinceMs: sinceMs, doneBefore, counts } = batch;
  const done = doneRows(batch) - doneBefore;
  if (batch.status !== 'running' || sinceMs === null || done <= 0) return null;
  const left = counts.waiting + counts.rendering;
  return Math.ceil((((nowMs - sinceMs) / done) * left) / 1000);
}

/** A row as lists and manifests show it. */
export function publicBatchRow(row: BatchRow, { file }: Pick<PublicContext, 'file'>) {
  const { session, state } = row;
  const key = state === 'rendered' ? (session?.videoKey ?? null) : null;
  const extension = key?.split('.').at(-1) ?? '';
  return {
    row: row.row,
    state,
    external_id: row.externalId,
    title: row.title,
    render_session_id: session?.id ?? null,
    video_url:
      key === null
        ? null
        : file({ key, at: ['video_url'], downloadName: `${rowFileName(row)}.${extension}` }),
    progress: state === 'rendered' ? 100 : state === 'rendering' ? (session?.progress ?? 0) : 0,
    errors: row.errors,
    ...defined({ values: row.values }),
  };
}

/** The file name of a row's video, without its extension. Two rows may have the same name. */
export function rowFileName({ row, externalId }: Pick<BatchRow, 'row' | 'externalId'>): string {
  const plain = (externalId ?? '').normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, '-');
  let cut = '';
  for (const character of [...plain].slice(0, 80))
    if (Buffer.byteLength(cut) < MAX_NAME_BYTES) cut += character;
  const name = cut.replaceAll(/^-+|-+$/g, '');
  if (RESERVED.test(name)) return `_${name}`;
  return name || `row-${String(row).padStart(6, '0')}`;
}

/** File systems allow 255 bytes, with the extension and the number of the row. */
const MAX_NAME_BYTES = 200;
/** Windows cannot write files of these names. */
const RESERVED = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/i;
