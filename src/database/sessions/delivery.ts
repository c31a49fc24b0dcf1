import type { Generated, Selectable } from 'kysely';
import type { Fault } from '../../base/index.ts';
import { picked } from '../picked.ts';

export const DELIVERY_STATUSES = [
  'waiting',
  'pending',
  'uploading',
  'retrying',
  'complete',
  'failed',
  'canceled',
] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export type DeliveryRow = {
  id: string;
  accountId: string;
  sessionId: string;
  /** The render whose file it sends; null until the session is started. */
  render: 'preview' | 'final' | null;
  /** Whether the final sends the file of the preview again. */
  repeats: boolean;
  /** In the request, from 0. */
  position: number;
  /** `video`, `video_2`, `poster`, `thumbnail_01`, `captions.vtt` or `captions_2.srt`. */
  file: string;
  /** The `to` of the client, without the query of an https address. */
  to: string;
  /** `to` with its placeholders replaced, without a query. */
  target: string;
  /** The query of an https address, encrypted for the upload's id. Only the sender needs it. */
  encryptedQuery: string | null;
  contentType: string;
  cacheControl: string | null;
  overwrite: boolean;
  status: DeliveryStatus;
  attempts: number;
  /** Grows with each start of an attempt. Only the last start may write. */
  claim: Generated<number>;
  /** Start of the first attempt. */
  begunAtMs: number | null;
  nextAttemptAtMs: number | null;
  /** The error of the last failed attempt: JSON of a fault. In another table, `error` is a text. */
  error: string | null;
  remoteId: string | null;
  bytes: number | null;
  md5: string | null;
  /** The store's id for this version of the object. */
  version: string | null;
  /** The state from which an interrupted upload resumes, encrypted for the upload's id. */
  encryptedResume: string | null;
  endedAtMs: number | null;
  createdAtMs: number;
  updatedAtMs: number;
};

/** The columns that may be shown. */
export const SHOWN_COLUMNS = [
  'id',
  'accountId',
  'sessionId',
  'render',
  'file',
  'to',
  'target',
  'contentType',
  'cacheControl',
  'overwrite',
  'status',
  'attempts',
  'claim',
  'begunAtMs',
  'nextAttemptAtMs',
  'error',
  'remoteId',
  'bytes',
  'md5',
  'version',
  'endedAtMs',
] as const;

/** The upload of a session's file to a store, without its secrets. */
export type Delivery = Omit<ShownRow, 'error'> & { error: Fault | null };
type ShownRow = Pick<Selectable<DeliveryRow>, (typeof SHOWN_COLUMNS)[number]>;

export function uploadFromRow<Row extends { error: string | null }>(row: Row) {
  return { ...row, error: row.error === null ? null : (JSON.parse(row.error) as Fault) };
}

export const UPLOAD_SECRETS = ['encryptedQuery', 'encryptedResume'] as const;
export type UploadSecrets = Pick<DeliveryRow, (typeof UPLOAD_SECRETS)[number]>;

const REQUESTED = [
  'id',
  'file',
  'to',
  'target',
  'encryptedQuery',
  'contentType',
  'cacheControl',
  'overwrite',
] as const;

export type NewDelivery = Pick<DeliveryRow, (typeof REQUESTED)[number]> & {
  /** Absent: the first render, and again the final. */
  render?: 'preview' | 'final';
};

/** Returns the row of a new upload, without its account, session and position. */
export function rowOf(upload: NewDelivery, timeMs: number) {
  return {
    ...picked(upload, REQUESTED),
    render: upload.render ?? null,
    repeats: upload.render === undefined,
    status: 'waiting' as const,
    attempts: 0,
    createdAtMs: timeMs,
    updatedAtMs: timeMs,
  };
}
