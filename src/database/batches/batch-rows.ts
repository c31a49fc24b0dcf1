import { sql } from 'kysely';
import { jsonItems } from '../dialect.ts';
import type { RepositoryParts } from '../events/event-forms.ts';
import { atomically, type Connection } from '../open.ts';
import { picked } from '../picked.ts';
import { captionFilesOf } from '../sessions/caption-files.ts';
import type { SessionStatus } from '../sessions/render-session.ts';
import {
  type Batch,
  type BatchRow,
  type CheckedRow,
  type RowFault,
  type RowState,
  readCells,
  type StoredBatchRow,
  writeCells,
} from './batch.ts';
import { completeIfDone, emitRowFailed } from './batch-events.ts';
import { claimTargets } from './batch-targets.ts';
import { firstFaults } from './row-faults.ts';

/** A row that waits, with its cells and the session of an earlier attempt. */
export type WaitingRow = Pick<StoredBatchRow, 'row' | 'externalId' | 'sessionId'> & {
  values: Record<string, unknown>;
};

type RowPage = {
  state?: RowState | undefined;
  after?: number | undefined;
  limit: number;
  /** Also reads the cells. */
  hasValues?: boolean;
};

/** States of rows that can be rendered again, and those that also need new values. */
export const RETRIED: readonly RowState[] = ['failed', 'canceled'];
export const CORRECTED: readonly RowState[] = ['invalid', 'rendered'];

/** A page of 100 rows with longer cells would be too large an answer. */
const MAX_LISTED_CHARACTERS = 20_000;

/**
 * Returns the queries of the rows of batches. Triggers in schema.sql count the rows of each state in their
 * batch.
 */
export function batchRowsOf(db: Connection, parts: RepositoryParts) {
  const { nowMs, json } = parts;
  /** Returns the values of a new row; `insertAll` reads them by their positions. */
  const columnsOf = (batchId: string, row: CheckedRow) => [
    row.row,
    row.faultCount > 0 ? 'invalid' : 'waiting',
    row.externalId,
    row.title,
    writeCells(json, row.values, batchId),
    JSON.stringify(row.faults),
    row.faultCount,
  ];
  const withCells = <Row extends { values: string }>(row: Row, batchId: string) => ({
    ...row,
    values: readCells(json, row.values, batchId),
  });
  return {
    /** Stores checked rows. Returns their bytes. */
    async insertAll(batchId: string, rows: readonly CheckedRow[]): Promise<number> {
      const values = rows.map((row) => columnsOf(batchId, row));
      // One statement for all rows: a value list would be limited to a few thousand values.
      await sql`
        insert into batch_rows
          (batch_id, "row", state, external_id, title, "values", errors, error_count, updated_at)
        select ${batchId}, cast(value ->> 0 as integer), value ->> 1, value ->> 2, value ->> 3,
          value ->> 4, value ->> 5, cast(value ->> 6 as integer), ${nowMs()}
        from ${jsonItems(db, values)}`.execute(db);
      return JSON.stringify(values).length;
    },

    claimTargets: (batchId: string, rows: readonly CheckedRow[]) => claimTargets(db, batchId, rows),

    /** Returns the number of the last row that was checked; 0 before the first. */
    async lastRow(batchId: string): Promise<number> {
      const result = await db
        .selectFrom('batchRows')
        .select((e) => e.fn.max<number | null>('row').as('last'))
        .where('batchId', '=', batchId)
        .executeTakeFirst();
      return result?.last ?? 0;
    },

    firstFaults: (batchId: string): Promise<RowFault[]> => firstFaults(db, batchId),

    /** Returns the first waiting rows of a batch. */
    async waiting(batchId: string, limit: number): Promise<WaitingRow[]> {
      const rows = await db
        .selectFrom('batchRows')
        .select(['row', 'values', 'externalId', 'sessionId'])
        .where('batchId', '=', batchId)
        .where('state', '=', 'waiting')
        .orderBy('row')
        .limit(limit)
        .execute();
      return rows.map((row) => withCells(row, batchId));
    },

    /** Gives a waiting row of a running batch its session. Returns false if it does not wait any more. */
    async link(batchId: string, row: number, sessionId: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('batchRows')
        .set({ state: 'rendering', sessionId, updatedAtMs: nowMs() })
        .where('batchId', '=', batchId)
        .where('row', '=', row)
        .where('state', '=', 'waiting')
        .where((e) =>
          e.exists(
            e
              .selectFrom('batches')
              .select('id')
              .where('id', '=', batchId)
              .where('status', '=', 'running'),
          ),
        )
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Ends a waiting row that cannot be rendered. */
    async fail(batch: Batch, row: WaitingRow, errors: readonly RowFault[]): Promise<void> {
      await atomically(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('batchRows')
          .set({
            state: 'failed',
            errors: [...errors],
            errorCount: errors.length,
            updatedAtMs: nowMs(),
          })
          .where('batchId', '=', batch.id)
          .where('row', '=', row.row)
          .where('state', '=', 'waiting')
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return;
        const { id: batchId, accountId } = batch;
        const { sessionId, externalId } = row;
        await emitRowFailed(
          tx,
          { batchId, accountId, row: row.row, externalId, sessionId, errors },
          parts,
        );
        await completeIfDone(tx, batchId, parts);
      });
    },

    /** Returns the sessions of a batch's rows that are rendering or wait for it. */
    async renderingSessions(batchId: string): Promise<string[]> {
      const rows = await db
        .selectFrom('batchRows')
        .select('sessionId')
        .where('batchId', '=', batchId)
        .where('state', '=', 'rendering')
        .execute();
      return rows.flatMap(({ sessionId: id }) => (id === null ? [] : [id]));
    },

    /** Counts the rows of an account's batches that are rendering or wait for it. */
    async countRendering(accountId: string): Promise<number> {
      const { count } = await db
        .selectFrom('batches')
        .select((e) => e.fn.sum<number | null>('countRendering').as('count'))
        .where('accountId', '=', accountId)
        .where('status', 'in', ['running', 'paused'])
        .executeTakeFirstOrThrow();
      return count ?? 0;
    },

    /** Lets rows in a state wait again: those after `after`, at most `limit`. Returns the last of them. */
    async retryAll(
      batchId: string,
      {
        state,
        after: afterRow,
        limit,
      }: { state: 'failed' | 'canceled'; after: number; limit: number },
    ): Promise<number | undefined> {
      const { rows } = await sql<{ row: number }>`
        update batch_rows
        set state = 'waiting', errors = '[]', error_count = 0, updated_at = ${nowMs()}
        where batch_id = ${batchId} and "row" in (
          select "row" from batch_rows
          where batch_id = ${batchId} and state = ${state} and "row" > ${afterRow}
          order by "row" limit ${limit})
        returning "row"`.execute(db);
      return rows.length === 0 ? undefined : Math.max(...rows.map(({ row }) => row));
    },

    /** Returns rows by their numbers, a few hundred at most. */
    async findAll(
      batchId: string,
      numbers: readonly number[],
    ): Promise<(WaitingRow & { state: RowState })[]> {
      if (numbers.length === 0) return [];
      const rows = await db
        .selectFrom('batchRows')
        .select(['row', 'values', 'externalId', 'sessionId', 'state'])
        .where('batchId', '=', batchId)
        .where('row', 'in', numbers)
        .execute();
      return rows.map((row) => withCells(row, batchId));
    },

    /**
     * Lets a failed or canceled row wait again, or with new values also an invalid or a rendered row. With new
     * values it gets a new session; else a failed session gets a new attempt, because a canceled one stays
     * canceled.
     */
    async retry(batchId: string, row: number, checked?: CheckedRow): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('batchRows')
        .set({
          state: 'waiting',
          errors: [],
          errorCount: 0,
          updatedAtMs: nowMs(),
          ...(checked && {
            values: writeCells(json, checked.values, batchId),
            title: checked.title,
            externalId: checked.externalId,
            sessionId: null,
          }),
        })
        .where('batchId', '=', batchId)
        .where('row', '=', row)
        .where('state', 'in', [...RETRIED, ...(checked ? CORRECTED : [])])
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** A page of a batch's rows, in their order. */
    async page(batch: Batch, options: RowPage): Promise<BatchRow[]> {
      const { state, after: afterRow = 0, limit, hasValues = false } = options;
      const isOver = batch.status === 'canceled' || batch.status === 'failed';
      const states = state && storedStates(state, isOver);
      if (states?.length === 0) return [];
      const rows = await db
        .selectFrom('batchRows')
        .leftJoin('renderSessions', (join) =>
          join
            .onRef('renderSessions.id', '=', 'batchRows.sessionId')
            .on(sql<boolean>`coalesce(render_sessions.expires_at, 1) <> 0`),
        )
        .select([
          'batchRows.row',
          'batchRows.state',
          'batchRows.externalId',
          'batchRows.title',
          'batchRows.errors',
          'renderSessions.id as sessionId',
          'renderSessions.status as sessionStatus',
          'renderSessions.title as sessionTitle',
          'renderSessions.progress',
          'renderSessions.videoKey',
          'renderSessions.posterKey',
          'renderSessions.outputs',
          'renderSessions.output',
        ])
        .$if(hasValues, (query) =>
          query.select(
            sql<string | null>`case when length(batch_rows."values") <= ${MAX_LISTED_CHARACTERS}
              then batch_rows."values" end`.as('values'),
          ),
        )
        .where('batchRows.batchId', '=', batch.id)
        .where('batchRows.row', '>', afterRow)
        .$if(states !== undefined, (query) => query.where('batchRows.state', 'in', states ?? []))
        .orderBy('batchRows.row')
        .limit(limit)
        .execute();
      return rows.map((row) => {
        const { sessionId, sessionStatus, sessionTitle, progress, videoKey, posterKey } = row;
        const { outputs, output } = row;
        return {
          batchId: batch.id,
          ...picked(row, ['row', 'externalId', 'title', 'errors']),
          state: isOver && row.state === 'waiting' ? 'canceled' : row.state,
          ...(hasValues && { values: row.values ? readCells(json, row.values, batch.id) : null }),
          session:
            sessionId === null
              ? null
              : {
                  id: sessionId,
                  status: sessionStatus as SessionStatus,
                  title: sessionTitle ?? '',
                  progress: progress ?? 0,
                  videoKey,
                  posterKey,
                  outputs: outputs ?? [],
                  captions: captionFilesOf({ output: output ?? {} }),
                },
        };
      });
    },

    /**
     * Marks at most `limit` sessions of a batch for deletion (`expires_at` 0). Returns whether there may be
     * more.
     */
    async markSessions(batchId: string, limit: number): Promise<boolean> {
      const { rows } = await sql<{ id: string }>`
        update render_sessions set expires_at = 0 where id in (
          select id from render_sessions
          where batch_id = ${batchId} and coalesce(expires_at, 1) <> 0 limit ${limit})
        returning id`.execute(db);
      return rows.length === limit;
    },
  };
}

/** Returns the stored states of a state. Rows that wait in a batch that is over count as canceled. */
function storedStates(state: RowState, isOver: boolean): RowState[] {
  if (!isOver) return [state];
  if (state === 'canceled') return ['canceled', 'waiting'];
  return state === 'waiting' ? [] : [state];
}
