import { type Generated, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Fault } from '../../base/index.ts';
import type { Origin } from '../../system/index.ts';
import type { NewMapping } from '../templates/mapping.ts';
import type { Delivery, NewDelivery } from './delivery.ts';

export const SESSION_STATUSES = [
  'draft',
  'preview_rendering',
  'preview_rendered',
  'final_rendering',
  'final_rendered',
  'failed',
  'canceled',
] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];
export type SessionPhase =
  | 'queued'
  | 'fetching'
  | 'composing'
  | 'rendering'
  | 'assembling'
  | 'delivering'
  | 'done';
/** A batch session is drawn when no other session waits. */
export type Priority = 'normal' | 'batch';
export type RenderKind = 'preview' | 'final';
/** The output of a preview where it differs from the output of the final. */
export type PreviewOutput = {
  width?: number | undefined;
  quality?: 'draft' | 'standard' | 'high' | undefined;
};
export const RENDERING: readonly SessionStatus[] = ['preview_rendering', 'final_rendering'];
/** The same for SQL, as constants: only with these does SQLite use the partial indexes. */
export const RENDERING_LIST = sql.join(RENDERING.map((status) => sql.lit(status)));

/** A file of a finished render. */
export type OutputFile = {
  /** `video`, `video_2` …: its name in deliveries. */
  file: string;
  key: string;
  format: string;
  codec: string;
  width: number;
  height: number;
  fps: number;
  /** Seconds. */
  duration: number;
  bytes: number;
  sha256: string;
};

/** A person of the studio or a client, with the name that it had then. */
export type Maker = { id: string; name: string };

/** SQLite derives the further column `queue_rank`, which cannot be written. */
export type RenderSessionRow = {
  id: string;
  accountId: string;
  mappingId: string;
  templateStyleVersionId: string;
  title: string;
  /** The last requested render; null for a draft. */
  render: RenderKind | null;
  status: SessionStatus;
  phase: SessionPhase;
  progress: number;
  errors: Fault[];
  warnings: unknown[];
  fit: Record<string, unknown>;
  /** JSON with encrypted addresses. */
  sourceUploads: string;
  fonts: unknown[];
  thumbnails: string[];
  videoKey: string | null;
  posterKey: string | null;
  /** Set when the first part can be played; null after a failure or cancel. */
  hlsKey: string | null;
  output: Record<string, unknown>;
  timings: Record<string, number>;
  metadata: Record<string, string>;
  externalId: string | null;
  createdAtMs: number;
  updatedAtMs: number;
  /** When it is removed with its files; null: never. */
  expiresAtMs: number | null;
  /** The requested `output`, one entry for each file; never empty. */
  wantedOutputs: Record<string, unknown>[];
  outputs: OutputFile[];
  /** Digests of all inputs that determine the files, and of the files. */
  receipt: Record<string, unknown> | null;
  isBatch: boolean;
  /** The number of started renders. */
  attempt: number;
  /** Grows with each start of a job of the session. */
  epoch: number;
  /** Grows with each change of the title or the draft. */
  revision: number;
  /** When its render was requested; null for a draft. */
  queuedAtMs: number | null;
  /** The request that started the last render; null for a row of a batch and for older sessions. */
  origin: Origin | null;
  /** Estimated end of the render; null while unknown. */
  etaMs: number | null;
  storedBytes: Generated<number>;
  /** The required editables of a draft that have no entry. */
  missingEditables: string[];
  /** Null: the preview has the size of the final. */
  preview: PreviewOutput | null;
  /** Whether it can be drawn without a fetch. */
  hasInputs: Generated<boolean>;
  /** The batch and the row that it renders; both null for any other session. */
  batchId: string | null;
  batchRow: number | null;
  /** The copy that an edit token has made, also if it was removed. */
  copyId: Generated<string | null>;
  /** Who created it; null for a session of an earlier version. */
  createdBy: Generated<Maker | null>;
  /** When its last render ended; null before that. */
  endedAtMs: Generated<number | null>;
};

/** The fields that do not come from columns of its row. */
type Added = {
  priority: Priority;
  /** Position among the waiting sessions of its account, from 1; null if it does not wait. */
  queuePosition: number | null;
  /** In the order of the request. */
  deliveries: Delivery[];
};

/** A render session with its mapping. Thumbnails, video and poster are storage keys. */
export type RenderSession = Omit<
  Selectable<RenderSessionRow>,
  'mappingId' | 'sourceUploads' | 'isBatch' | 'storedBytes' | 'hasInputs'
> &
  Added & { mapping: { id: string } & Record<string, unknown>; sourceUploads: unknown[] };

/** The columns of a session in a list. */
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
  'createdBy',
] as const;

/** A session in a list: without its mapping and other large fields. */
export type SessionSummary = Omit<
  Pick<Selectable<RenderSessionRow>, (typeof SUMMARY_COLUMNS)[number]>,
  'isBatch'
> &
  Added;

export function priorityOf({ isBatch }: Pick<RenderSessionRow, 'isBatch'>): Priority {
  return isBatch ? 'batch' : 'normal';
}

export type NewSession = Pick<
  RenderSession,
  | 'id'
  | 'accountId'
  | 'templateStyleVersionId'
  | 'title'
  | 'render'
  | 'metadata'
  | 'externalId'
  | 'mapping'
> & {
  /** The mapping as `parseMapping` returns it. */
  parsedMapping?: object;
  deliveries?: readonly NewDelivery[];
  /** Warnings that stay with the session, such as those of ignored entries. */
  warnings?: readonly unknown[];
  expiresAtMs?: number | null;
  batchId?: string;
  batchRow?: number;
  createdBy?: Maker | null;
} & Partial<Pick<RenderSession, 'wantedOutputs' | 'preview' | 'missingEditables' | 'priority'>>;

/** Fields that every session accepts, and fields that only a draft accepts. */
export type SessionEdit = {
  /** The edit is for this revision only. */
  revision?: number;
  title?: string;
  metadata?: Record<string, string>;
  externalId?: string | null;
  draft?: DraftEdit;
  /** Replaces the mapping `before` by one with other captions, if the session has one of these statuses. */
  captions?: {
    mapping: NewMapping & { before: NewMapping['body'] };
    statuses: readonly SessionStatus[];
  };
};
export type DraftEdit = {
  /** Replaces the mapping `before`, if the session still has that mapping. */
  mapping?: NewMapping & {
    before: NewMapping['body'];
    missingEditables: readonly string[];
    warnings: readonly unknown[];
  };
  /** Replaces all uploads. */
  deliveries?: readonly NewDelivery[];
} & Partial<Pick<RenderSession, 'wantedOutputs' | 'preview' | 'priority'>>;

/** The fields that a job needs to start a session. */
export type SessionStart = Pick<RenderSession, 'id' | 'accountId' | 'attempt' | 'priority'> & {
  /** Default: final. */
  render?: RenderKind | undefined;
  /** False: the mapping names no file to fetch. Default: true. */
  namesFiles?: boolean;
};

/** The fields that the end of a render sets. */
export const RESULTS = [
  'errors',
  'warnings',
  'fit',
  'fonts',
  'thumbnails',
  'videoKey',
  'posterKey',
  'output',
  'outputs',
  'receipt',
  'timings',
  'phase',
] as const;

export type SessionResult = Partial<
  Pick<RenderSession, (typeof RESULTS)[number] | 'sourceUploads'>
> & {
  /** The number of frames of all videos. It is only counted as use. */
  frames?: number;
};

/** Conditions of a list. A range of times includes its start and not its end. */
export type SessionFilter = {
  statuses?: readonly string[];
  externalId?: string;
  templateStyleVersionId?: string;
  batchId?: string;
  templateId?: string;
  createdFromMs?: number;
  createdBeforeMs?: number;
  updatedFromMs?: number;
  updatedBeforeMs?: number;
  metadata?: Readonly<Record<string, string>>;
  /** The id of a person or a client. */
  makerId?: string;
  /** A part of the title. */
  text?: string;
};

/**
 * A start of a session's job. Only the last start of the last attempt may write: an older start may still
 * run, because its process was stopped for a while or was cut off from the database.
 */
export type Lead = Pick<RenderSession, 'attempt' | 'epoch'>;

/** Returns the condition that a lead is the last start of its session. */
export function ledBy({ attempt, epoch }: Lead): RawBuilder<boolean> {
  return sql`render_sessions.attempt = ${attempt} and render_sessions.epoch = ${epoch}`;
}

/** Returns the statuses from which a session may end; a draft can only be canceled. */
export function endingTo(status: SessionStatus): readonly SessionStatus[] {
  return status === 'canceled' ? ['draft', ...RENDERING] : RENDERING;
}

/** Counts the waiting sessions of the session's account that have a place relative to its own. */
function waitingAt(place: RawBuilder<boolean>): RawBuilder<number> {
  return sql`(
    select count(*) from render_sessions as other
    where other.account_id = render_sessions.account_id
      and other.status in ('preview_rendering', 'final_rendering')
      and other.phase in ('queued', 'fetching') and ${place}
  )`;
}

/**
 * Counts the waiting sessions of its account up to its own position, if it waits itself. SQLite compares a
 * tuple for each row, so three counts of index ranges are five times as fast.
 */
export const QUEUE_POSITION = sql<number | null>`case
  when render_sessions.status in ('preview_rendering', 'final_rendering')
    and render_sessions.phase in ('queued', 'fetching')
  then ${waitingAt(sql`other.queue_rank < render_sessions.queue_rank`)}
    + ${waitingAt(sql`other.queue_rank = render_sessions.queue_rank
      and other.queued_at < render_sessions.queued_at`)}
    + ${waitingAt(sql`other.queue_rank = render_sessions.queue_rank
      and other.queued_at = render_sessions.queued_at and other.id <= render_sessions.id`)}
  end`;
