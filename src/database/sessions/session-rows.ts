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
  'mappingId',
  'templateStyleVersionId',
  'title',
  'status',
  'phase',
  'progress',
  'errors',
  'thumbnails',
  'videoKey',
  'posterKey',
  'hlsKey',
  'output',
  'metadata',
  'externalId',
  'createdAtMs',
  'updatedAtMs',
  'expiresAtMs',
  'etaMs',
  'render',
  'isBatch',
  'preview',
  'missingEditables',
  'batchId',
  'batchRow',
] as const;

type SummaryRow = Pick<Tables['renderSessions'], (typeof SUMMARY_COLUMNS)[number]> & {
  queuePosition: number | null;
};

export function summaryFromRow(
  row: SummaryRow,
  externalUploads: ExternalUpload[] = [],
): SessionSummary {
  return {
    id: row.id,
    mappingId: row.mappingId,
    templateStyleVersionId: row.templateStyleVersionId,
    title: row.title,
    render: row.render as RenderSession['render'],
    priority: row.isBatch === 1 ? 'batch' : 'normal',
    preview: row.preview === null ? null : (JSON.parse(row.preview) as PreviewOutput),
    missingEditables: JSON.parse(row.missingEditables) as string[],
    status: row.status as SessionStatus,
    phase: row.phase as SessionPhase,
    progress: row.progress,
    errors: JSON.parse(row.errors) as unknown[],
    thumbnails: JSON.parse(row.thumbnails) as string[],
    videoKey: row.videoKey,
    posterKey: row.posterKey,
    hlsKey: row.hlsKey,
    output: JSON.parse(row.output) as Record<string, unknown>,
    queuePosition: row.queuePosition,
    etaMs: row.etaMs,
    metadata: JSON.parse(row.metadata) as Record<string, string>,
    externalId: row.externalId,
    batchId: row.batchId,
    batchRow: row.batchRow,
    externalUploads,
    createdAtMs: row.createdAtMs,
    updatedAtMs: row.updatedAtMs,
    expiresAtMs: row.expiresAtMs,
  };
}

export function sessionFromRow(
  row: Tables['renderSessions'] & { mappingBody: string; queuePosition: number | null },
  json: AddressJson,
  externalUploads: ExternalUpload[] = [],
): RenderSession {
  const { mappingId, ...summary } = summaryFromRow(row, externalUploads);
  return {
    ...summary,
    accountId: row.accountId,
    mapping: { id: mappingId, ...(json.read(row.mappingBody, mappingId) as object) },
    warnings: JSON.parse(row.warnings) as unknown[],
    fit: JSON.parse(row.fit) as Record<string, unknown>,
    sourceUploads: json.read(row.sourceUploads, row.id) as unknown[],
    fonts: JSON.parse(row.fonts) as unknown[],
    wantedOutputs: JSON.parse(row.wantedOutputs) as RenderSession['wantedOutputs'],
    outputs: JSON.parse(row.outputs) as OutputFile[],
    receipt: row.receipt === null ? null : (JSON.parse(row.receipt) as Record<string, unknown>),
    attempt: row.attempt,
    epoch: row.epoch,
    revision: row.revision,
    queuedAtMs: row.queuedAtMs,
    origin: row.origin === null ? null : (JSON.parse(row.origin) as Origin),
    timings: JSON.parse(row.timings) as Record<string, number>,
  };
}
