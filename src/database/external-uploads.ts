import { assert, type Fault } from '../base/index.ts';
import { eventsOf } from './events.ts';
import { atomically, type Connection } from './open.ts';
import type { Tables } from './tables.ts';

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
/** Those that a worker has to do something for. */
const OPEN: readonly UploadStatus[] = ['pending', 'uploading', 'retrying'];

/** A file of a session on its way to a store. */
export type ExternalUpload = {
  id: string;
  accountId: string;
  sessionId: string;
  /** `video`, `poster` or `thumbnail_01`. */
  file: string;
  /** As the client gave it, without the query of an https address. */
  to: string;
  /** With its placeholders filled in, and without a query. */
  target: string;
  contentType: string;
  cacheControl: string | null;
  overwrite: boolean;
  status: UploadStatus;
  attempts: number;
  /** Of its first attempt. */
  begunAtMs: number | null;
  nextAttemptAtMs: number | null;
  /** Of the last attempt that failed. */
  error: Fault | null;
  remoteId: string | null;
  bytes: number | null;
  md5: string | null;
  /** The store's own name of this state of the object. */
  version: string | null;
  endedAtMs: number | null;
};

/** What only those who send it need; both sealed for the upload's id. */
export type UploadSecrets = {
  /** The query of an https address. */
  queryBox: string | null;
  /** How to go on after an interruption. */
  resumeBox: string | null;
};

export type NewUpload = Pick<
  ExternalUpload,
  'id' | 'file' | 'to' | 'target' | 'contentType' | 'cacheControl' | 'overwrite'
> & { queryBox: string | null };

export function externalUploadsOf(db: Connection, nowMs: () => number) {
  const set = (id: string, changed: Partial<Tables['external_uploads']>) =>
    db
      .updateTable('external_uploads')
      .set({ ...changed, updated_at: nowMs() })
      .where('id', '=', id);
  /** False when it has ended meanwhile: then nothing changes. */
  const setOpen = async (id: string, changed: Partial<Tables['external_uploads']>) => {
    const { numUpdatedRows } = await set(id, changed)
      .where('status', 'in', OPEN)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };
  const find = async (id: string): Promise<(ExternalUpload & UploadSecrets) | undefined> => {
    const row = await db
      .selectFrom('external_uploads')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row && { ...fromRow(row), queryBox: row.query_box, resumeBox: row.resume_box };
  };
  /** The end of an upload and its event, in one transaction; nothing when it had ended before. */
  const end = async (
    id: string,
    status: 'complete' | 'failed',
    changed: Partial<Tables['external_uploads']>,
  ) =>
    atomically(db, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('external_uploads')
        .set({
          ...changed,
          status,
          next_attempt_at: null,
          resume_box: null,
          query_box: null,
          ended_at: nowMs(),
          updated_at: nowMs(),
        })
        .where('id', '=', id)
        .where('status', 'in', OPEN)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) await tellEnd(tx, id, nowMs);
    });

  return {
    find,

    async insertAll(
      accountId: string,
      sessionId: string,
      uploads: readonly NewUpload[],
    ): Promise<void> {
      if (uploads.length === 0) return;
      const now = nowMs();
      const rows = uploads.map((upload, position) => ({
        id: upload.id,
        account_id: accountId,
        session_id: sessionId,
        position,
        file: upload.file,
        requested: upload.to,
        target: upload.target,
        query_box: upload.queryBox,
        content_type: upload.contentType,
        cache_control: upload.cacheControl,
        overwrite: upload.overwrite ? 1 : 0,
        status: 'waiting',
        attempts: 0,
        begun_at: null,
        next_attempt_at: null,
        error: null,
        remote_id: null,
        bytes: null,
        md5: null,
        version: null,
        resume_box: null,
        ended_at: null,
        created_at: now,
        updated_at: now,
      }));
      await db.insertInto('external_uploads').values(rows).execute();
    },

    /** By session, in the order in which they were asked for. */
    async ofSessions(sessionIds: readonly string[]): Promise<Map<string, ExternalUpload[]>> {
      const found = new Map<string, ExternalUpload[]>(sessionIds.map((id) => [id, []]));
      if (sessionIds.length === 0) return found;
      const rows = await db
        .selectFrom('external_uploads')
        .selectAll()
        .where('session_id', 'in', sessionIds)
        .orderBy('position')
        .execute();
      for (const row of rows) found.get(row.session_id)?.push(fromRow(row));
      return found;
    },

    /** What the end of a render means for its uploads: they are to be sent, or never will be. */
    async sessionEnded(sessionId: string, isRendered: boolean): Promise<void> {
      const now = nowMs();
      await db
        .updateTable('external_uploads')
        .set({
          status: isRendered ? 'pending' : 'canceled',
          next_attempt_at: isRendered ? now : null,
          ...(!isRendered && { query_box: null, ended_at: now }),
          updated_at: now,
        })
        .where('session_id', '=', sessionId)
        .where('status', '=', 'waiting')
        .execute();
    },

    /** Ids of those that are to be sent, and when. */
    async open(): Promise<{ id: string; nextAttemptAtMs: number | null }[]> {
      const rows = await db
        .selectFrom('external_uploads')
        .select(['id', 'next_attempt_at'])
        .where('status', 'in', OPEN)
        .execute();
      return rows.map((row) => ({ id: row.id, nextAttemptAtMs: row.next_attempt_at }));
    },

    /** Of a session that has been rendered. */
    async openOf(sessionId: string): Promise<string[]> {
      const rows = await db
        .selectFrom('external_uploads')
        .select('id')
        .where('session_id', '=', sessionId)
        .where('status', 'in', OPEN)
        .execute();
      return rows.map((row) => row.id);
    },

    /** Notes that an attempt has begun; false when there is to be none any more. */
    begin: (id: string, attempts: number, begunAtMs: number): Promise<boolean> =>
      setOpen(id, {
        status: 'uploading',
        attempts,
        begun_at: begunAtMs,
        next_attempt_at: null,
      }),

    /** Undoes `begin` for an attempt that was broken off by ourselves; false when it has ended. */
    handBack: (id: string, attempts: number): Promise<boolean> =>
      setOpen(id, { status: 'pending', attempts, next_attempt_at: nowMs() }),

    /** Null when there is nothing left to go on with. */
    async keepResume(id: string, resumeBox: string | null): Promise<void> {
      await set(id, { resume_box: resumeBox }).execute();
    },

    async retry(id: string, error: Fault, nextAttemptAtMs: number): Promise<void> {
      await setOpen(id, {
        status: 'retrying',
        error: JSON.stringify(error),
        next_attempt_at: nextAttemptAtMs,
      });
    },

    /**
     * Ends those of a session that have not arrived, and gives back their ids. How to go on is kept:
     * what is in the store of them is still to be let go.
     */
    async cancelOf(sessionId: string): Promise<string[]> {
      const now = nowMs();
      return atomically(db, async (tx) => {
        const rows = await tx
          .updateTable('external_uploads')
          .set({
            status: 'canceled',
            next_attempt_at: null,
            query_box: null,
            ended_at: now,
            updated_at: now,
          })
          .where('session_id', '=', sessionId)
          .where('status', 'in', OPEN)
          .returning('id')
          .execute();
        for (const { id } of rows) await tellEnd(tx, id, nowMs);
        return rows.map(({ id }) => id);
      });
    },

    async complete(
      id: string,
      stored: { remoteId: string; bytes: number; md5: string; version: string | null },
    ): Promise<void> {
      const { remoteId, ...facts } = stored;
      await end(id, 'complete', { error: null, remote_id: remoteId, ...facts });
    },

    async fail(id: string, error: Fault): Promise<void> {
      await end(id, 'failed', { error: JSON.stringify(error) });
    },

    /** Lets those that wait for another attempt have it now; gives back their ids. */
    async hurry(accountId: string, isBelow: (target: string) => boolean): Promise<string[]> {
      return atomically(db, async (tx) => {
        const rows = await tx
          .selectFrom('external_uploads')
          .select(['id', 'target'])
          .where('account_id', '=', accountId)
          .where('status', '=', 'retrying')
          .execute();
        const ids = rows.filter(({ target }) => isBelow(target)).map(({ id }) => id);
        const now = nowMs();
        for (const id of ids) {
          await tx
            .updateTable('external_uploads')
            .set({ next_attempt_at: now, updated_at: now })
            .where('id', '=', id)
            .execute();
        }
        return ids;
      });
    },

    /** Seals anew what `reseal` gives another text for; says how many it were. */
    async resealAll(reseal: (sealed: string, owner: string) => string): Promise<number> {
      return atomically(db, async (tx) => {
        const rows = await tx
          .selectFrom('external_uploads')
          .select(['id', 'query_box', 'resume_box'])
          .where((e) => e.or([e('query_box', 'is not', null), e('resume_box', 'is not', null)]))
          .execute();
        let count = 0;
        for (const { id, query_box: query, resume_box: resume } of rows) {
          const after = {
            query_box: query && reseal(query, id),
            resume_box: resume && reseal(resume, id),
          };
          if (after.query_box === query && after.resume_box === resume) continue;
          await tx.updateTable('external_uploads').set(after).where('id', '=', id).execute();
          count += 1;
        }
        return count;
      });
    },
  };
}

/** The event of an upload that has just ended, in the transaction that ends it. */
async function tellEnd(tx: Connection, id: string, nowMs: () => number): Promise<void> {
  const upload = await externalUploadsOf(tx, nowMs).find(id);
  if (!upload) return;
  const { status } = upload;
  assert(status === 'complete' || status === 'failed' || status === 'canceled', `${id} has ended`);
  await eventsOf(tx, nowMs).append({
    accountId: upload.accountId,
    type: `render_session.external_upload.${status}`,
    subjectId: upload.sessionId,
    data: {
      render_session_id: upload.sessionId,
      external_upload_id: upload.id,
      to: upload.to,
      file: upload.file,
      remote_id: upload.remoteId,
      ...(status !== 'complete' && { error: upload.error }),
    },
  });
}

function fromRow(row: Tables['external_uploads']): ExternalUpload {
  return {
    id: row.id,
    accountId: row.account_id,
    sessionId: row.session_id,
    file: row.file,
    to: row.requested,
    target: row.target,
    contentType: row.content_type,
    cacheControl: row.cache_control,
    overwrite: row.overwrite === 1,
    status: row.status as UploadStatus,
    attempts: row.attempts,
    begunAtMs: row.begun_at,
    nextAttemptAtMs: row.next_attempt_at,
    error: row.error === null ? null : (JSON.parse(row.error) as Fault),
    remoteId: row.remote_id,
    bytes: row.bytes,
    md5: row.md5,
    version: row.version,
    endedAtMs: row.ended_at,
  };
}
