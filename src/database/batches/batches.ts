import { sql } from 'kysely';
import { isOpenAccount } from '../accounts/accounts.ts';
import type { RepositoryParts } from '../events/event-forms.ts';
import { newestFirst, type PageRequest } from '../newest-first.ts';
import { atomically, type Connection } from '../open.ts';
import { picked } from '../picked.ts';
import {
  type Batch,
  type BatchFilter,
  type BatchStatus,
  type BatchWarning,
  batchFromRow,
  ENDED,
  type NewBatch,
  type PausedReason,
  REMOVING,
  type RowFault,
  readCells,
  type WaitingFor,
  writeCells,
} from './batch.ts';
import { completeIfDone, emitCompleted, emitWaiting, ended } from './batch-events.ts';
import { removeTargets } from './batch-targets.ts';

/** Rows that are deleted in one transaction. */
const DELETED_AT_ONCE = 500;
const UNFINISHED = ['checking', 'running', 'paused'] as const;

/**
 * Returns the queries of batches. A batch with the status `REMOVING` is found only by `listOpen` and the
 * functions that remove it.
 */
export function batchesOf(db: Connection, parts: RepositoryParts) {
  const { nowMs, json } = parts;
  const find = async (id: string): Promise<Batch | undefined> => {
    const row = await db
      .selectFrom('batches')
      .selectAll()
      .where('id', '=', id)
      .where('status', '<>', REMOVING)
      .executeTakeFirst();
    return row && batchFromRow(row);
  };
  const set = (id: string) => db.updateTable('batches').where('id', '=', id);
  /**
   * Returns the columns to set when a batch begins or continues to run. `doneBefore` and `runningSinceMs` are
   * for its estimated end, which counts only the rows of this run.
   */
  const runningColumns = () => ({
    status: 'running' as const,
    pausedReason: null,
    waitingFor: null,
    runningSinceMs: nowMs(),
    doneBefore: sql<number>`count_rendered + count_failed + count_canceled`,
    startedAtMs: sql<number>`coalesce(started_at, ${nowMs()})`,
    endedAtMs: null,
    updatedAtMs: nowMs(),
  });
  return {
    find,

    async findIn(accountId: string, id: string): Promise<Batch | undefined> {
      const batch = await find(id);
      return batch?.accountId === accountId ? batch : undefined;
    },

    /** Returns a page of an account's batches, newest first. */
    async list(
      accountId: string,
      page: PageRequest,
      { statuses, externalId }: BatchFilter = {},
    ): Promise<Batch[]> {
      let query = db
        .selectFrom('batches')
        .selectAll()
        .where('accountId', '=', accountId)
        .where('status', '<>', REMOVING);
      if (statuses) query = query.where('status', 'in', statuses);
      if (externalId !== undefined) query = query.where('externalId', '=', externalId);
      return (await newestFirst(query, 'batches', page).execute()).map(batchFromRow);
    },

    /** Returns the options that all rows share, as the client sent them. */
    async optionsOf(id: string): Promise<Record<string, unknown>> {
      const row = await db
        .selectFrom('batchOptions')
        .select('options')
        .where('batchId', '=', id)
        .executeTakeFirst();
      return row ? readCells(json, row.options, id) : {};
    },

    /** Adds a batch whose rows will be checked, with the options that all its rows share. */
    async insert(batch: NewBatch): Promise<void> {
      const timeMs = nowMs();
      await atomically(db, async (tx) => {
        await tx
          .insertInto('batches')
          .values({
            ...picked(batch, ['id', 'accountId', 'templateStyleVersionId', 'title', 'render']),
            ...picked(batch, ['priority', 'externalId', 'metadata', 'invalidRows', 'startsItself']),
            ...picked(batch, ['rowsFormat', 'rowsKey', 'storedBytes', 'expiresAtMs']),
            status: 'checking',
            errors: [],
            createdBy: batch.createdBy ?? null,
            mediaSinceMs: timeMs,
            createdAtMs: timeMs,
            updatedAtMs: timeMs,
            warnings: [...(batch.warnings ?? [])],
          })
          .execute();
        const options = writeCells(json, batch.options, batch.id);
        await tx.insertInto('batchOptions').values({ batchId: batch.id, options }).execute();
      });
    },

    /**
     * Returns the batches that are checked, run or are removed, oldest first; none of an account that is being
     * deleted.
     */
    async listOpen(): Promise<{ id: string; accountId: string; status: string }[]> {
      return db
        .selectFrom('batches')
        .select(['id', 'accountId', 'status'])
        .where('status', 'in', ['checking', 'running', REMOVING])
        .where(isOpenAccount('batches.accountId'))
        .orderBy('createdAtMs')
        .orderBy('id')
        .execute();
    },

    /** Counts an account's batches that are checked, run or are paused. */
    async countUnfinished(accountId: string): Promise<number> {
      const { count } = await db
        .selectFrom('batches')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('accountId', '=', accountId)
        .where('status', 'in', UNFINISHED)
        .executeTakeFirstOrThrow();
      return count;
    },

    /**
     * Ends the check: the batch runs, or it pauses. `warnings` are added to those of the request. Returns false
     * for a batch that is not checked any more.
     */
    async endCheck(id: string, warnings: readonly BatchWarning[] = []): Promise<boolean> {
      return atomically(db, async (tx) => {
        const batches = batchesOf(tx, parts);
        const batch = await batches.find(id);
        if (batch?.status !== 'checking') return false;
        const stops = batch.invalidRows === 'stop' && batch.counts.invalid > 0;
        const unasked = batch.startsItself ? null : 'user';
        const reason = stops ? 'invalid_rows' : unasked;
        await tx
          .updateTable('batches')
          .set({
            ...(reason === null
              ? runningColumns()
              : { status: 'paused' as const, pausedReason: reason, updatedAtMs: nowMs() }),
            rowsKey: null,
            warnings: [...batch.warnings, ...warnings],
          })
          .where('id', '=', id)
          .execute();
        await completeIfDone(tx, id, parts);
        return true;
      });
    },

    /**
     * Ends a batch whose rows cannot be read. Rows that were checked before stay readable. Returns false for a
     * batch that is not checked any more.
     */
    async failCheck(id: string, errors: readonly RowFault[]): Promise<boolean> {
      return atomically(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('batches')
          .set({ ...ended('failed', nowMs()), errors: [...errors], rowsKey: null })
          .where('id', '=', id)
          .where('status', '=', 'checking')
          .executeTakeFirst();
        if (numUpdatedRows > 0n) await emitCompleted(tx, id, parts);
        return numUpdatedRows > 0n;
      });
    },

    /**
     * Pauses a running batch: no further row begins. Rows that are rendering go on. Returns false for a batch
     * in another status.
     */
    async pause(id: string, reason: PausedReason): Promise<boolean> {
      const { numUpdatedRows } = await set(id)
        .set({ status: 'paused', pausedReason: reason, updatedAtMs: nowMs() })
        .where('status', '=', 'running')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /**
     * Continues a batch in one of the statuses `from`: a paused one, or one whose rows wait again after its
     * end. It ends at once if it has no rows left. Returns false for a batch in another status.
     */
    async resume(id: string, from: readonly BatchStatus[] = ['paused']): Promise<boolean> {
      return atomically(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('batches')
          .set(runningColumns())
          .where('id', '=', id)
          .where('status', 'in', from)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) await completeIfDone(tx, id, parts);
        return numUpdatedRows > 0n;
      });
    },

    /** Continues a canceled batch. A check that the cancel has ended continues first. */
    async continueCanceled(id: string): Promise<void> {
      await atomically(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('batches')
          .set({ status: 'checking', endedAtMs: null, updatedAtMs: nowMs() })
          .where('id', '=', id)
          .where('status', '=', 'canceled')
          .where('rowsKey', 'is not', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) await batchesOf(tx, parts).resume(id, ['canceled']);
      });
    },

    /**
     * Stores why the running batches of an account begin no row; null: they do. A batch that starts to wait
     * emits an event, unless its own renders end the wait.
     */
    async setWaiting(accountId: string, waiting: WaitingFor | null): Promise<void> {
      const changedBatches = await db
        .selectFrom('batches')
        .select(['id', 'waitingFor'])
        .where('accountId', '=', accountId)
        .where('status', '=', 'running')
        .where((e) => e('waitingFor', 'is distinct from', waiting))
        .$if(waiting !== null, (query) => query.where('countWaiting', '>', 0))
        .execute();
      if (changedBatches.length === 0) return;
      await atomically(db, async (tx) => {
        for (const { id, waitingFor: previousReason } of changedBatches) {
          const { numUpdatedRows } = await tx
            .updateTable('batches')
            .set({ waitingFor: waiting, updatedAtMs: nowMs() })
            .where('id', '=', id)
            .where('status', '=', 'running')
            .where('waitingFor', 'is not distinct from', previousReason)
            .executeTakeFirst();
          const isNew =
            previousReason === null && waiting !== null && waiting.code !== 'queue_full';
          if (isNew && numUpdatedRows > 0n) await emitWaiting(tx, id, parts);
        }
      });
    },

    /** Media are fetched again for rows that render from now on. */
    async renewMedia(id: string): Promise<void> {
      await set(id).set({ mediaSinceMs: nowMs() }).execute();
    },

    /**
     * Cancels a batch. Its waiting rows count as canceled from now on. The caller has canceled the sessions
     * of its running rows in the same transaction.
     */
    async cancel(id: string): Promise<boolean> {
      return atomically(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('batches')
          .set(ended('canceled', nowMs()))
          .where('id', '=', id)
          .where('status', 'in', UNFINISHED)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) await emitCompleted(tx, id, parts);
        return numUpdatedRows > 0n;
      });
    },

    /** Adds the bytes of stored rows to the batch; they count for the quota of its account. */
    async addStoredBytes(id: string, bytes: number): Promise<void> {
      await set(id)
        .set((e) => ({ storedBytes: e('storedBytes', '+', bytes) }))
        .execute();
    },

    /** Marks ended batches that expired before a time for deletion. */
    async markExpired(ms: number): Promise<void> {
      await db
        .updateTable('batches')
        .set({ status: REMOVING })
        .where('expiresAtMs', '<', ms)
        .where('status', 'in', ENDED)
        .execute();
    },

    /**
     * Hides a batch that does not run from all requests. `removeSome` deletes its rows. Returns false if it
     * runs.
     */
    async markForDeletion(id: string): Promise<boolean> {
      const { numUpdatedRows } = await set(id)
        .set({ status: REMOVING })
        .where('status', 'in', ['paused', ...ENDED, REMOVING])
        .where('countRendering', '=', 0)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Deletes some rows of a batch that is being removed, and at last the batch. Returns whether it is gone. */
    async removeSome(id: string): Promise<boolean> {
      return atomically(db, async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('batchRows')
          .where('batchId', '=', id)
          .where('row', 'in', (e) =>
            e
              .selectFrom('batchRows')
              .select('row')
              .where('batchId', '=', id)
              .limit(DELETED_AT_ONCE),
          )
          .executeTakeFirst();
        if (numDeletedRows > 0n) return false;
        if (await removeTargets(tx, id, DELETED_AT_ONCE)) return false;
        await tx.deleteFrom('batches').where('id', '=', id).execute();
        return true;
      });
    },
  };
}
