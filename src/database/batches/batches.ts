import { sql } from 'kysely';
import type { AddressJson } from '../../secrets/index.ts';
import { isOpenAccount } from '../accounts/accounts.ts';
import { newestFirst, type PageRequest } from '../newest-first.ts';
import { atomically, type Connection } from '../open.ts';
import {
  type Batch,
  type BatchFilter,
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

export function batchesOf(db: Connection, nowMs: () => number, json: AddressJson) {
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
  const run = () => ({
    status: 'running',
    paused_reason: null,
    waiting_for: null,
    running_since: nowMs(),
    done_before: sql<number>`count_rendered + count_failed + count_canceled`,
    started_at: sql<number>`coalesce(started_at, ${nowMs()})`,
    ended_at: null,
    updated_at: nowMs(),
  });
  return {
    find,

    async findIn(accountId: string, id: string): Promise<Batch | undefined> {
      const batch = await find(id);
      return batch?.accountId === accountId ? batch : undefined;
    },

    async list(
      accountId: string,
      page: PageRequest,
      { statuses, externalId }: BatchFilter = {},
    ): Promise<Batch[]> {
      let query = db
        .selectFrom('batches')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('status', '<>', REMOVING);
      if (statuses) query = query.where('status', 'in', statuses);
      if (externalId !== undefined) query = query.where('external_id', '=', externalId);
      return (await newestFirst(query, 'batches', page).execute()).map(batchFromRow);
    },

    /** Returns the options that all rows share, as the client sent them. */
    async optionsOf(id: string): Promise<Record<string, unknown>> {
      const row = await db
        .selectFrom('batch_options')
        .select('options')
        .where('batch_id', '=', id)
        .executeTakeFirst();
      return row ? readCells(json, row.options, id) : {};
    },

    async insert(batch: NewBatch): Promise<void> {
      const now = nowMs();
      await atomically(db, async (tx) => {
        await tx
          .insertInto('batches')
          .values({
            id: batch.id,
            account_id: batch.accountId,
            template_style_version_id: batch.templateStyleVersionId,
            title: batch.title,
            render: batch.render,
            priority: batch.priority,
            external_id: batch.externalId,
            metadata: JSON.stringify(batch.metadata),
            invalid_rows: batch.invalidRows,
            starts_itself: batch.startsItself ? 1 : 0,
            status: 'checking',
            paused_reason: null,
            rows_format: JSON.stringify(batch.rowsFormat),
            rows_key: batch.rowsKey,
            errors: '[]',
            ...NO_ROWS,
            fault_count: 0,
            stored_bytes: batch.storedBytes,
            running_since: null,
            done_before: 0,
            media_since: now,
            created_at: now,
            updated_at: now,
            started_at: null,
            ended_at: null,
            expires_at: batch.expiresAtMs,
            waiting_for: null,
            warnings: JSON.stringify(batch.warnings ?? []),
          })
          .execute();
        const options = writeCells(json, batch.options, batch.id);
        await tx.insertInto('batch_options').values({ batch_id: batch.id, options }).execute();
      });
    },

    /** The batches that are checked or rendered, and those that are removed, oldest first. */
    async open(): Promise<{ id: string; accountId: string; status: string }[]> {
      const rows = await db
        .selectFrom('batches')
        .select(['id', 'account_id', 'status'])
        .where('status', 'in', ['checking', 'running', REMOVING])
        .where(isOpenAccount('batches.account_id'))
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(({ account_id: accountId, ...row }) => ({ ...row, accountId }));
    },

    async countUnfinished(accountId: string): Promise<number> {
      const { count } = await db
        .selectFrom('batches')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('account_id', '=', accountId)
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
        const own = batchesOf(tx, nowMs, json);
        const batch = await own.find(id);
        if (batch?.status !== 'checking') return false;
        const stops = batch.invalidRows === 'stop' && batch.counts.invalid > 0;
        const reason = stops ? 'invalid_rows' : batch.startsItself ? null : 'user';
        await tx
          .updateTable('batches')
          .set({
            ...(reason === null
              ? run()
              : { status: 'paused', paused_reason: reason, updated_at: nowMs() }),
            rows_key: null,
            warnings: JSON.stringify([...batch.warnings, ...warnings]),
          })
          .where('id', '=', id)
          .execute();
        await completeIfDone(tx, id, { nowMs, json });
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
          .set({ ...ended('failed', nowMs()), errors: JSON.stringify(errors), rows_key: null })
          .where('id', '=', id)
          .where('status', '=', 'checking')
          .executeTakeFirst();
        if (numUpdatedRows > 0n) await emitCompleted(tx, id, { nowMs, json });
        return numUpdatedRows > 0n;
      });
    },

    /** Pauses a running batch. Returns false for a batch in another status. */
    async pause(id: string, reason: PausedReason): Promise<boolean> {
      const { numUpdatedRows } = await set(id)
        .set({ status: 'paused', paused_reason: reason, updated_at: nowMs() })
        .where('status', '=', 'running')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Continues a paused batch, or one with rows that wait again after its end. */
    async resume(id: string, from: readonly string[] = ['paused']): Promise<boolean> {
      return atomically(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('batches')
          .set(run())
          .where('id', '=', id)
          .where('status', 'in', from)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) await completeIfDone(tx, id, { nowMs, json });
        return numUpdatedRows > 0n;
      });
    },

    /** Continues a canceled batch. A check that the cancel has ended continues first. */
    async continueCanceled(id: string): Promise<void> {
      await atomically(db, async (tx) => {
        const checking = { status: 'checking', ended_at: null, updated_at: nowMs() };
        const { numUpdatedRows } = await tx
          .updateTable('batches')
          .set(checking)
          .where('id', '=', id)
          .where('status', '=', 'canceled')
          .where('rows_key', 'is not', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) await batchesOf(tx, nowMs, json).resume(id, ['canceled']);
      });
    },

    /**
     * Stores why the running batches of an account begin no row; null: they do. A batch that starts to wait
     * emits an event, unless its own renders end the wait.
     */
    async setWaiting(accountId: string, waiting: WaitingFor | null): Promise<void> {
      const text = waiting === null ? null : JSON.stringify(waiting);
      const held = await db
        .selectFrom('batches')
        .select(['id', 'waiting_for'])
        .where('account_id', '=', accountId)
        .where('status', '=', 'running')
        .where((e) => e('waiting_for', 'is distinct from', text))
        .$if(waiting !== null, (query) => query.where('count_waiting', '>', 0))
        .execute();
      if (held.length === 0) return;
      await atomically(db, async (tx) => {
        for (const { id, waiting_for: before } of held) {
          const { numUpdatedRows } = await tx
            .updateTable('batches')
            .set({ waiting_for: text, updated_at: nowMs() })
            .where('id', '=', id)
            .where('status', '=', 'running')
            .where('waiting_for', 'is not distinct from', before)
            .executeTakeFirst();
          const isNew = before === null && waiting !== null && waiting.code !== 'queue_full';
          if (isNew && numUpdatedRows > 0n) await emitWaiting(tx, id, { nowMs, json });
        }
      });
    },

    /** Media are fetched again for rows that render from now on. */
    async renewMedia(id: string): Promise<void> {
      await set(id).set({ media_since: nowMs() }).execute();
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
        if (numUpdatedRows > 0n) await emitCompleted(tx, id, { nowMs, json });
        return numUpdatedRows > 0n;
      });
    },

    async addStoredBytes(id: string, bytes: number): Promise<void> {
      await set(id)
        .set((e) => ({ stored_bytes: e('stored_bytes', '+', bytes) }))
        .execute();
    },

    /** Marks ended batches that expired before a time for deletion. */
    async markExpired(ms: number): Promise<void> {
      await db
        .updateTable('batches')
        .set({ status: REMOVING })
        .where('expires_at', '<', ms)
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
        .where('count_rendering', '=', 0)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Deletes some rows of a batch that is being removed, and at last the batch. Returns whether it is gone. */
    async removeSome(id: string): Promise<boolean> {
      return atomically(db, async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('batch_rows')
          .where('batch_id', '=', id)
          .where('row', 'in', (e) =>
            e
              .selectFrom('batch_rows')
              .select('row')
              .where('batch_id', '=', id)
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

const NO_ROWS = {
  count_invalid: 0,
  count_waiting: 0,
  count_rendering: 0,
  count_rendered: 0,
  count_failed: 0,
  count_canceled: 0,
};
