import { z } from 'zod';
import { boundedFaults, defined, MAX_FAULTS, presentLimit } from '../base/index.ts';
import {
  BATCH_STATUSES,
  type Batch,
  type BatchRow,
  doneRows,
  ENDED,
  type FailedRow,
  type PublicContext,
  ROW_STATES,
  type RowFault,
  type WaitingFor,
} from '../database/index.ts';
import {
  exceededLimitSchema,
  faultSchema,
  warningSchema,
  wordingFields,
} from '../schemas/index.ts';
import { isoTime, isoTimeOrNull } from '../system/index.ts';

/** A fault of a batch. */
export const rowFaultSchema = faultSchema
  .extend({
    row: z.int().nullable().meta({ description: 'From 1; null for a fault of the whole file' }),
    column: z.string().nullable(),
  })
  .meta({ id: 'RowFault' });

const waitingFor = z
  .object({
    code: z.string(),
    message: z.string(),
    hint: z.string().optional(),
    ...wordingFields,
    limit: exceededLimitSchema.optional(),
  })
  .meta({ id: 'BatchWaitingFor', description: 'A limit of the account, or full storage' });

/** A batch as the API and its events show it. */
export const batchSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    status: z.enum(BATCH_STATUSES),
    paused_reason: z.enum(['user', 'invalid_rows', 'template_removed']).nullable(),
    waiting_for: waitingFor
      .nullable()
      .meta({ description: 'Why a running batch begins no further row; null: it does' }),
    template_style_version_id: z.string(),
    render: z.enum(['preview', 'final']),
    priority: z.enum(['normal', 'batch']),
    external_id: z.string().nullable(),
    metadata: z.record(z.string(), z.string()),
    counts: z
      .object({
        total: z.int().meta({ description: 'All rows' }),
        invalid: z.int().meta({ description: 'Rows with faults, which are not rendered' }),
        waiting: z.int().meta({ description: 'Rows that are rendered later' }),
        rendering: z.int().meta({ description: 'Rows whose session waits or renders' }),
        rendered: z.int().meta({ description: 'Rows with a video' }),
        failed: z.int().meta({ description: 'Rows whose render has failed' }),
        canceled: z.int().meta({ description: 'Rows whose render was canceled' }),
      })
      .meta({ id: 'BatchCounts', description: 'Number of rows by state' }),
    progress: z.int().min(0).max(100),
    eta_seconds: z.int().nullable(),
    warnings: z
      .array(warningSchema)
      .meta({
        description: 'Entries of a mapping of another version, and blank rows, that are left out',
      }),
    errors: z.array(rowFaultSchema),
    more_errors: z.int().optional().meta({ description: 'Number of faults after the first 100' }),
    created_at: z.string(),
    updated_at: z.string(),
    started_at: z.string().nullable(),
    ended_at: z.string().nullable(),
  })
  .meta({ id: 'Batch', description: 'Rows count from 1, without the header of CSV' });

/** A row as lists and manifests show it. */
export const batchRowSchema = z
  .object({
    row: z.int(),
    state: z.enum(ROW_STATES),
    external_id: z.string().nullable(),
    title: z.string(),
    render_session_id: z.string().nullable(),
    video_url: z.string().nullable(),
    poster_url: z.string().nullable().meta({ description: 'An image of the video' }),
    progress: z.int().min(0).max(100),
    errors: z.array(rowFaultSchema),
    values: z
      .record(z.string(), z.unknown())
      .nullable()
      .optional()
      .meta({ description: 'With `values=true`: the cells by column; null if they are too long' }),
  })
  .meta({ id: 'BatchRow' });

/** A row in the event of its failure. */
export const failedRowSchema = z.object({
  batch_id: z.string(),
  row: z.int(),
  external_id: z.string().nullable(),
  render_session_id: z.string().nullable(),
  errors: z.array(rowFaultSchema),
});

type PublicBatch = z.infer<typeof batchSchema>;
type PublicBatchRow = z.infer<typeof batchRowSchema>;

/** `rowFaults` are the first faults of its rows. */
export function presentBatch(
  batch: Batch,
  rowFaults: readonly RowFault[],
  nowMs: number,
): PublicBatch {
  const { counts } = batch;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const faults = [...batch.errors, ...rowFaults].slice(0, MAX_FAULTS);
  const errors = boundedFaults(faults).faults as RowFault[];
  const more = batch.errors.length + batch.faultCount - errors.length;
  return {
    id: batch.id,
    title: batch.title,
    status: batch.status,
    paused_reason: batch.pausedReason,
    waiting_for: presentWaiting(batch.waitingFor),
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
    started_at: isoTimeOrNull(batch.startedAtMs),
    ended_at: isoTimeOrNull(batch.endedAtMs),
  };
}

/** A reason to wait, with its limit as in a problem. */
function presentWaiting(waiting: WaitingFor | null): PublicBatch['waiting_for'] {
  if (!waiting?.limit) return waiting as PublicBatch['waiting_for'];
  return { ...waiting, limit: presentLimit(waiting.limit) };
}

/** The share of rows that have ended, in percent; 100 only at the end. */
function progressOf(batch: Batch, total: number): number {
  if (batch.status === 'completed') return 100;
  const validRows = total - batch.counts.invalid;
  if (batch.status === 'checking' || validRows <= 0) return 0;
  return Math.min(99, Math.floor((100 * doneRows(batch)) / validRows));
}

/** Estimated from the rows that ended since the batch began or was resumed. */
function etaSeconds(batch: Batch, nowMs: number): number | null {
  if (ENDED.includes(batch.status)) return 0;
  const { runningSinceMs: sinceMs, doneBefore, counts } = batch;
  const endedRows = doneRows(batch) - doneBefore;
  if (batch.status !== 'running' || sinceMs === null || endedRows <= 0) return null;
  const remainingRows = counts.waiting + counts.rendering;
  return Math.ceil((((nowMs - sinceMs) / endedRows) * remainingRows) / 1000);
}

/** Returns the public form of a row. It has an address of its video only when it is rendered. */
export function presentBatchRow(
  row: BatchRow,
  { file }: Pick<PublicContext, 'file'>,
): PublicBatchRow {
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
    poster_url:
      key === null || !session?.posterKey
        ? null
        : file({ key: session.posterKey, at: ['poster_url'] }),
    progress: state === 'rendered' ? 100 : state === 'rendering' ? (session?.progress ?? 0) : 0,
    errors: row.errors,
    ...defined({ values: row.values }),
  };
}

/** Returns the data of the event that a row has failed. */
export function presentFailedRow(row: FailedRow): z.infer<typeof failedRowSchema> {
  return {
    batch_id: row.batchId,
    row: row.row,
    external_id: row.externalId,
    render_session_id: row.sessionId,
    errors: boundedFaults(row.errors).faults as RowFault[],
  };
}

/**
 * The file name of a row's video, without its extension: its id, its own title, or its number. Two rows may have
 * the same name.
 */
export function rowFileName({
  row,
  externalId,
  title,
}: Pick<BatchRow, 'row' | 'externalId' | 'title'>): string {
  // Without a title of its own, a row has that of the batch with its number.
  const ownTitle = title.endsWith(` ${row}`) ? '' : title;
  const plain = (externalId ?? ownTitle)
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, '-');
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
