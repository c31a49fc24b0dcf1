import type { Fault } from '../../base/index.ts';
import type { Tables } from '../tables.ts';

export const UPLOAD_STATUSES = [
  'waiting',
  'pending',
  'uploading',
  'retrying',
  'complete',
  'failed',
  'canceled',
] as const;
export type UploadStatus = (typeof UPLOAD_STATUSES)[number];

/** The upload of a session's file to a store. */
export type ExternalUpload = {
  id: string;
  accountId: string;
  sessionId: string;
  /** The render whose file it sends; null until the session is started. */
  render: 'preview' | 'final' | null;
  /** `video`, `video_2`, `poster` or `thumbnail_01`. */
  file: string;
  /** The `to` of the client, without the query of an https address. */
  to: string;
  /** `to` with its placeholders replaced, without a query. */
  target: string;
  contentType: string;
  cacheControl: string | null;
  overwrite: boolean;
  status: UploadStatus;
  attempts: number;
  /** Grows with each start of an attempt. Only the last start may write. */
  claim: number;
  /** Start of the first attempt. */
  begunAtMs: number | null;
  nextAttemptAtMs: number | null;
  /** The error of the last failed attempt. */
  error: Fault | null;
  remoteId: string | null;
  bytes: number | null;
  md5: string | null;
  /** The store's id for this version of the object. */
  version: string | null;
  endedAtMs: number | null;
};

export type NewUpload = Pick<
  ExternalUpload,
  'id' | 'file' | 'to' | 'target' | 'contentType' | 'cacheControl' | 'overwrite'
> & {
  encryptedQuery: string | null;
  /** Absent: the first render, and again the final. */
  render?: 'preview' | 'final';
};

export function uploadFromRow(row: Tables['externalUploads']): ExternalUpload {
  return {
    id: row.id,
    accountId: row.accountId,
    sessionId: row.sessionId,
    render: row.render as ExternalUpload['render'],
    file: row.file,
    to: row.requested,
    target: row.target,
    contentType: row.contentType,
    cacheControl: row.cacheControl,
    overwrite: row.overwrite === 1,
    status: row.status as UploadStatus,
    attempts: row.attempts,
    claim: row.claim,
    begunAtMs: row.begunAtMs,
    nextAttemptAtMs: row.nextAttemptAtMs,
    error: row.error === null ? null : (JSON.parse(row.error) as Fault),
    remoteId: row.remoteId,
    bytes: row.bytes,
    md5: row.md5,
    version: row.version,
    endedAtMs: row.endedAtMs,
  };
}

/** Returns the row of a new upload, without its account, session and position. */
export function rowOf(upload: NewUpload, now: number) {
  return {
    id: upload.id,
    render: upload.render ?? null,
    repeats: upload.render === undefined ? 1 : 0,
    file: upload.file,
    requested: upload.to,
    target: upload.target,
    encryptedQuery: upload.encryptedQuery,
    contentType: upload.contentType,
    cacheControl: upload.cacheControl,
    overwrite: upload.overwrite ? 1 : 0,
    status: 'waiting',
    attempts: 0,
    claim: 0,
    begunAtMs: null,
    nextAttemptAtMs: null,
    error: null,
    remoteId: null,
    bytes: null,
    md5: null,
    version: null,
    encryptedResume: null,
    endedAtMs: null,
    createdAtMs: now,
    updatedAtMs: now,
  };
}
