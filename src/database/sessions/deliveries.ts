import type { Updateable } from 'kysely';
import type { Fault } from '../../base/index.ts';
import type { RepositoryParts } from '../events/event-forms.ts';
import { atomically, type Connection } from '../open.ts';
import {
  type Delivery,
  type DeliveryRow,
  type DeliveryStatus,
  type NewDelivery,
  rowOf,
  SHOWN_COLUMNS,
  UPLOAD_SECRETS,
  type UploadSecrets,
  uploadFromRow,
} from './delivery.ts';
import { emitUploadEnd } from './session-events.ts';

/** The statuses of uploads that a worker must send. */
export const OPEN: readonly DeliveryStatus[] = ['pending', 'uploading', 'retrying'];

type Change = Updateable<DeliveryRow>;

/** An upload, by one of its claims. */
type Claimed = Pick<Delivery, 'id' | 'claim'>;

/**
 * Returns the queries of a session's deliveries to cloud storage (`external_uploads`). Each start of an attempt
 * has a new number, its claim. An attempt with an old claim changes nothing any more.
 */
export function deliveriesOf(db: Connection, parts: RepositoryParts) {
  const { nowMs } = parts;
  const set = ({ id, claim }: Claimed, changed: Change) =>
    db
      .updateTable('externalUploads')
      .set({ ...changed, updatedAtMs: nowMs() })
      .where('id', '=', id)
      .where('claim', '=', claim);
  /** Changes an upload that has not ended, by its last claim; else returns false. */
  const setOpen = async (upload: Claimed, changed: Change) => {
    const { numUpdatedRows } = await set(upload, changed)
      .where('status', 'in', OPEN)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };
  const find = async (id: string): Promise<(Delivery & UploadSecrets) | undefined> => {
    const row = await db
      .selectFrom('externalUploads')
      .select(SHOWN_COLUMNS)
      .select(UPLOAD_SECRETS)
      .where('id', '=', id)
      .executeTakeFirst();
    return row && uploadFromRow(row);
  };
  /**
   * Ends an upload and writes its event in one transaction. Returns false and does nothing if it had already
   * ended, or another claim sends it.
   */
  const end = async (
    id: string,
    status: 'complete' | 'failed' | 'canceled',
    changed: Change,
    claim?: number,
  ): Promise<boolean> =>
    atomically(db, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('externalUploads')
        .set({
          ...changed,
          status,
          nextAttemptAtMs: null,
          // The parts of a canceled upload must still be removed from the store.
          ...(status !== 'canceled' && { encryptedResume: null }),
          endedAtMs: nowMs(),
          updatedAtMs: nowMs(),
        })
        .where('id', '=', id)
        .where('status', 'in', OPEN)
        .$if(claim !== undefined, (query) => query.where('claim', '=', claim ?? 0))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      // The upload of a preview is sent to the same address again when the final is requested.
      await tx
        .updateTable('externalUploads')
        .set({ encryptedQuery: null })
        .where('id', '=', id)
        .where((e) => e.or([e('render', '=', 'final'), e('repeats', '=', false)]))
        .execute();
      const upload = await deliveriesOf(tx, parts).find(id);
      if (upload) await emitUploadEnd(tx, upload, parts);
      return true;
    });

  return {
    find,

    /** Adds deliveries to a session, behind those that it has. Call it in a transaction. */
    async insertAll(
      accountId: string,
      sessionId: string,
      uploads: readonly NewDelivery[],
    ): Promise<void> {
      if (uploads.length === 0) return;
      const timeMs = nowMs();
      const { count } = await db
        .selectFrom('externalUploads')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('sessionId', '=', sessionId)
        .executeTakeFirstOrThrow();
      const rows = uploads.map((upload, index) => ({
        ...rowOf(upload, timeMs),
        accountId,
        sessionId,
        position: count + index,
      }));
      await db.insertInto('externalUploads').values(rows).execute();
    },

    /** Removes the uploads of a draft. None of them has begun. */
    async removeAll(sessionId: string): Promise<void> {
      await db.deleteFrom('externalUploads').where('sessionId', '=', sessionId).execute();
    },

    /** Returns the uploads by session, in the order of the request. */
    async ofSessions(sessionIds: readonly string[]): Promise<Map<string, Delivery[]>> {
      const uploadsBySession = new Map<string, Delivery[]>(sessionIds.map((id) => [id, []]));
      if (sessionIds.length === 0) return uploadsBySession;
      const rows = await db
        .selectFrom('externalUploads')
        .select(SHOWN_COLUMNS)
        .where('sessionId', 'in', sessionIds)
        .orderBy('position')
        .execute();
      for (const row of rows) uploadsBySession.get(row.sessionId)?.push(uploadFromRow(row));
      return uploadsBySession;
    },

    /** Assigns uploads to a new render: they wait for it, including those that a failure canceled. */
    async sessionStarted(sessionId: string, render: 'preview' | 'final'): Promise<void> {
      const timeMs = nowMs();
      const ofSession = db.updateTable('externalUploads').where('sessionId', '=', sessionId);
      await ofSession.set({ render, updatedAtMs: timeMs }).where('render', 'is', null).execute();
      await ofSession
        .set((e) => ({
          status: 'waiting',
          endedAtMs: null,
          updatedAtMs: timeMs,
          claim: e('claim', '+', 1),
        }))
        .where('render', '=', render)
        .where('status', '=', 'canceled')
        .execute();
      if (render === 'preview') return;
      await ofSession
        .set({ status: 'canceled', encryptedQuery: null, endedAtMs: timeMs, updatedAtMs: timeMs })
        .where('render', '=', 'preview')
        .where('status', '=', 'waiting')
        .execute();
    },

    /**
     * Makes the uploads of a finished render due. After a failure they are canceled until the next attempt. A
     * final also cancels uploads of the preview that are not complete.
     */
    async sessionEnded(sessionId: string, status: string): Promise<void> {
      const timeMs = nowMs();
      const ofSession = db
        .updateTable('externalUploads')
        .set({ updatedAtMs: timeMs })
        .where('sessionId', '=', sessionId);
      const canceled: Change = { status: 'canceled', nextAttemptAtMs: null, endedAtMs: timeMs };
      const [render, outcome] = status.split('_');
      if (outcome === 'rendered') {
        await ofSession
          .set({ status: 'pending', nextAttemptAtMs: timeMs })
          .where('status', '=', 'waiting')
          .where('render', '=', render === 'final' ? 'final' : 'preview')
          .execute();
        if (render !== 'final') return;
        const previews = await db
          .selectFrom('externalUploads')
          .select('id')
          .where('sessionId', '=', sessionId)
          .where('render', '=', 'preview')
          .where('status', 'in', OPEN)
          .execute();
        for (const { id } of previews) await end(id, 'canceled', {});
      } else {
        await ofSession.set(canceled).where('status', '=', 'waiting').execute();
        if (status === 'failed') return;
      }
      // Nothing will be sent again, so the queries are removed.
      await ofSession.set({ encryptedQuery: null }).where('endedAtMs', 'is not', null).execute();
    },

    /** Returns the uploads that the final repeats, with the queries of their addresses. */
    async repeating(sessionId: string): Promise<NewDelivery[]> {
      const rows = await db
        .selectFrom('externalUploads')
        .select(SHOWN_COLUMNS)
        .select('encryptedQuery')
        .where('sessionId', '=', sessionId)
        .where('repeats', '=', true)
        .orderBy('position')
        .execute();
      return rows.map((row) => ({ ...row, render: 'final' }));
    },

    /** Returns the ids of a rendered session's uploads that have not ended. */
    async openOf(sessionId: string): Promise<string[]> {
      const rows = await db
        .selectFrom('externalUploads')
        .select('id')
        .where('sessionId', '=', sessionId)
        .where('status', 'in', OPEN)
        .execute();
      return rows.map((row) => row.id);
    },

    /**
     * Notes the start of an attempt, and returns its claim. Earlier claims change nothing from now on.
     * Returns undefined if the upload has ended, or if it has another claim than `claim` by now.
     */
    async begin(
      { id, claim }: Claimed,
      attempts: number,
      begunAtMs: number,
    ): Promise<Claimed | undefined> {
      const next = { id, claim: claim + 1 };
      const isClaimed = await setOpen(
        { id, claim },
        { status: 'uploading', attempts, claim: next.claim, begunAtMs, nextAttemptAtMs: null },
      );
      return isClaimed ? next : undefined;
    },

    /**
     * Undoes `begin` for an attempt that the service interrupted. Returns false if the upload has ended, or
     * another claim sends it.
     */
    handBack: (upload: Claimed, attempts: number): Promise<boolean> =>
      setOpen(upload, { status: 'pending', attempts, nextAttemptAtMs: nowMs() }),

    /**
     * Stores the resume state; null when there is nothing to resume. Returns false and stores nothing for
     * an old claim.
     */
    async keepResume(upload: Claimed, encryptedResume: string | null): Promise<boolean> {
      const changed = { encryptedResume };
      const { numUpdatedRows } = await set(upload, changed).executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Returns false for an old claim. */
    retry: (upload: Claimed, error: Fault, nextAttemptAtMs: number): Promise<boolean> =>
      setOpen(upload, { status: 'retrying', error: JSON.stringify(error), nextAttemptAtMs }),

    /** Cancels an upload that has not ended, whoever sends it. */
    async cancel(id: string): Promise<void> {
      await end(id, 'canceled', {});
    },

    /** Cancels the open uploads of a session, and returns their ids. */
    async cancelOf(sessionId: string): Promise<string[]> {
      return atomically(db, async (tx) => {
        const repository = deliveriesOf(tx, parts);
        const ids = await repository.openOf(sessionId);
        for (const id of ids) await repository.cancel(id);
        return ids;
      });
    },

    /** Returns false for an old claim. */
    complete(
      { id, claim }: Claimed,
      remoteObject: { remoteId: string; bytes: number; md5: string; version: string | null },
    ): Promise<boolean> {
      const { remoteId, bytes, md5, version } = remoteObject;
      return end(id, 'complete', { error: null, remoteId, bytes, md5, version }, claim);
    },

    /** Returns false for an old claim. */
    fail: ({ id, claim }: Claimed, error: Fault): Promise<boolean> =>
      end(id, 'failed', { error: JSON.stringify(error) }, claim),

    /**
     * Makes stopped uploads due now. Those that have ended begin anew, with all of their attempts; those that
     * wait for another attempt keep their number.
     */
    async startAgain(ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      const timeMs = nowMs();
      const due: Change = {
        status: 'pending',
        nextAttemptAtMs: timeMs,
        endedAtMs: null,
        updatedAtMs: timeMs,
      };
      const anew: Change = { ...due, attempts: 0, begunAtMs: null, error: null };
      const change = (changed: Change, statuses: DeliveryStatus[]) =>
        db
          .updateTable('externalUploads')
          .set((e) => ({ ...changed, claim: e('claim', '+', 1) }))
          .where('id', 'in', ids)
          .where('status', 'in', statuses)
          .execute();
      await change(anew, ['failed', 'canceled']);
      await change(due, ['retrying']);
    },

    /** Makes uploads that wait for another attempt due now, and returns their ids. */
    async retryNow(accountId: string, isBelow: (target: string) => boolean): Promise<string[]> {
      return atomically(db, async (tx) => {
        const rows = await tx
          .selectFrom('externalUploads')
          .select(['id', 'target'])
          .where('accountId', '=', accountId)
          .where('status', '=', 'retrying')
          .execute();
        const ids = rows.filter(({ target }) => isBelow(target)).map(({ id }) => id);
        const timeMs = nowMs();
        for (const id of ids) {
          await tx
            .updateTable('externalUploads')
            .set({ nextAttemptAtMs: timeMs, updatedAtMs: timeMs })
            .where('id', '=', id)
            .execute();
        }
        return ids;
      });
    },
  };
}
