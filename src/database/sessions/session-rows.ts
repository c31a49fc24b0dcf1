import type { AddressJson } from '../../secrets/index.ts';
import type { Origin } from '../../system/index.ts';
import type { Tables } from '../tables.ts';
import type { ExternalUpload } from './external-upload.ts';
import type {
  OutputFile,
  PreviewOutput,
  RenderSession,
  SessionPhase,
  SessionStatus,
  SessionSummary,
} from './render-session.ts';

/** The columns of a summary. */
export const SUMMARY_COLUMNS = [
  'id',
  'mapping_id',
  'template_style_version_id',
  'title',
  'status',
  'phase',
  'progress',
  'errors',
  'thumbnails',
  'video_key',
  'poster_key',
  'hls_key',
  'output',
  'metadata',
  'external_id',
  'created_at',
  'updated_at',
  'expires_at',
  'eta_at',
  'render',
  'is_batch',
  'preview',
  'missing_editables',
  'batch_id',
  'batch_row',
] as const;

type SummaryRow = Pick<Tables['render_sessions'], (typeof SUMMARY_COLUMNS)[number]> & {
  queue_position: number | null;
};

export function summaryFromRow(
  row: SummaryRow,
  externalUploads: ExternalUpload[] = [],
): SessionSummary {
  return {
    id: row.id,
    mappingId: row.mapping_id,
    templateStyleVersionId: row.template_style_version_id,
    title: row.title,
    render: row.render as RenderSession['render'],
    priority: row.is_batch === 1 ? 'batch' : 'normal',
    preview: row.preview === null ? null : (JSON.parse(row.preview) as PreviewOutput),
    missingEditables: JSON.parse(row.missing_editables) as string[],
    status: row.status as SessionStatus,
    phase: row.phase as SessionPhase,
    progress: row.progress,
    errors: JSON.parse(row.errors) as unknown[],
    thumbnails: JSON.parse(row.thumbnails) as string[],
    videoKey: row.video_key,
    posterKey: row.poster_key,
    hlsKey: row.hls_key,
    output: JSON.parse(row.output) as Record<string, unknown>,
    queuePosition: row.queue_position,
    etaMs: row.eta_at,
    metadata: JSON.parse(row.metadata) as Record<string, string>,
    externalId: row.external_id,
    batchId: row.batch_id,
    batchRow: row.batch_row,
    externalUploads,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
    expiresAtMs: row.expires_at,
  };
}

export function sessionFromRow(
  row: Tables['render_sessions'] & { mapping_body: string; queue_position: number | null },
  json: AddressJson,
  externalUploads: ExternalUpload[] = [],
): RenderSession {
  const { mappingId, ...summary } = summaryFromRow(row, externalUploads);
  return {
    ...summary,
    accountId: row.account_id,
    mapping: { id: mappingId, ...(json.read(row.mapping_body, mappingId) as object) },
    warnings: JSON.parse(row.warnings) as unknown[],
    fit: JSON.parse(row.fit) as Record<string, unknown>,
    sourceUploads: json.read(row.source_uploads, row.id) as unknown[],
    fonts: JSON.parse(row.fonts) as unknown[],
    wantedOutputs: JSON.parse(row.wanted_outputs) as RenderSession['wantedOutputs'],
    outputs: JSON.parse(row.outputs) as OutputFile[],
    receipt: row.receipt === null ? null : (JSON.parse(row.receipt) as Record<string, unknown>),
    attempt: row.attempt,
    epoch: row.epoch,
    revision: row.revision,
    queuedAtMs: row.queued_at,
    origin: row.origin === null ? null : (JSON.parse(row.origin) as Origin),
    timings: JSON.parse(row.timings) as Record<string, number>,
  };
}
