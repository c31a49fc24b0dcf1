import { sql } from 'kysely';
import { AppError, say } from '../../base/index.ts';
import type { AddressJson } from '../../secrets/index.ts';
import { atomically, atomicallyUnsynced, type Connection } from '../open.ts';
import { prepared } from '../prepared.ts';
import { type Lead, ledBy, RENDERING } from './render-session.ts';

/** The input snapshot of a session: the files of a render, stored for another render of the session. */
export type SessionInputs = {
  /** The ingested inputs; they name files by SHA-256. */
  ingested: Record<string, unknown>;
  /** Whether all files of the mapping are stored. */
  isComplete: boolean;
  expiresAtMs: number;
};

/** Stored instead of an expiry: the inputs are being removed. */
export const EXPIRED_INPUTS = 0;

/** Whether all inputs of a session are there. */
const HAS_INPUTS = sql<boolean>`coalesce((
  select case when is_complete = 1 and expires_at <> ${sql.lit(EXPIRED_INPUTS)} then 1 else 0 end
  from session_inputs where session_id = render_sessions.id
), 0)`;

const insertNone = prepared((db) =>
  db
    .insertInto('sessionInputs')
    .values({
      sessionId: '',
      ingested: sql.lit('{}'),
      isComplete: sql<boolean>`1`,
      expiresAtMs: 0,
    }),
);
const markComplete = prepared((db) =>
  db.updateTable('renderSessions').set({ hasInputs: sql<boolean>`1` }).where('id', '=', ''),
);

/**
 * Returns the queries of input snapshots. `hasInputs` of the session repeats whether all files are there, for
 * the queue's query.
 */
export function sessionInputsOf(db: Connection, json: AddressJson) {
  /**
   * Changes inputs, and repeats in the session whether all are there. A power cut may undo it; then the media
   * are fetched again.
   */
  const changing = (sessionId: string, change: (tx: Connection) => Promise<unknown>) =>
    atomicallyUnsynced(db, async (tx) => {
      await change(tx);
      await tx
        .updateTable('renderSessions')
        .set({ hasInputs: HAS_INPUTS })
        .where('id', '=', sessionId)
        .execute();
    });
  return {
    /**
     * Stores the inputs of a session instead of earlier ones. Does nothing for a removed session, or if
     * another lead renders it.
     */
    async keep(sessionId: string, inputs: SessionInputs, lead?: Lead): Promise<void> {
      const row = {
        sessionId,
        ingested: json.write(inputs.ingested, sessionId),
        isComplete: inputs.isComplete,
        expiresAtMs: inputs.expiresAtMs,
      };
      const { sessionId: _, ...changed } = row;
      await changing(sessionId, async (tx) => {
        const there = await tx
          .selectFrom('renderSessions')
          .select('id')
          .where('id', '=', sessionId)
          .$if(lead !== undefined, (query) => query.where(ledBy(lead as Lead)))
          .executeTakeFirst();
        if (!there) return;
        await tx
          .insertInto('sessionInputs')
          .values(row)
          .onConflict((on) => on.column('sessionId').doUpdateSet(changed))
          .execute();
      });
    },

    /**
     * Stores that a new session has no inputs, so that it can be drawn without a fetch. Call it in the
     * transaction that creates the session.
     */
    async keepNone(sessionId: string, expiresAtMs: number): Promise<void> {
      await insertNone(db, [sessionId, expiresAtMs]);
      await markComplete(db, [sessionId]);
    },

    /** Returns the inputs of a session, even expired or incomplete ones; the caller checks both. */
    async find(sessionId: string): Promise<SessionInputs | undefined> {
      const row = await db
        .selectFrom('sessionInputs')
        .selectAll()
        .where('sessionId', '=', sessionId)
        .executeTakeFirst();
      if (!row) return undefined;
      const { ingested, isComplete, expiresAtMs } = row;
      return {
        ingested: json.read(ingested, sessionId) as Record<string, unknown>,
        isComplete,
        expiresAtMs,
      };
    },

    /** Notes that some inputs are lost and must be fetched again. Does nothing for another lead. */
    async reopen(sessionId: string, lead?: Lead): Promise<void> {
      await changing(sessionId, (tx) =>
        tx
          .updateTable('sessionInputs')
          .set({ isComplete: false })
          .where('sessionId', '=', sessionId)
          .$if(lead !== undefined, (query) =>
            query.where((e) =>
              e.exists(
                e
                  .selectFrom('renderSessions')
                  .select('renderSessions.id')
                  .whereRef('renderSessions.id', '=', 'sessionId')
                  .where(ledBy(lead as Lead)),
              ),
            ),
          )
          .execute(),
      );
    },

    /** Lets a session that starts again fetch once more, although all its inputs are there. */
    async fetchAgain(sessionId: string): Promise<void> {
      await db
        .updateTable('renderSessions')
        .set({ hasInputs: false })
        .where('id', '=', sessionId)
        .execute();
    },

    /** Marks inputs that have expired, or whose session will not be rendered again. */
    async markForDeletion(nowMs: number): Promise<void> {
      const unneeded = db
        .selectFrom('sessionInputs')
        .innerJoin('renderSessions', 'renderSessions.id', 'sessionId')
        .select('sessionId')
        .where('status', 'not in', RENDERING)
        .where((e) =>
          e.or([
            e('sessionInputs.expiresAtMs', '<', nowMs),
            e('status', 'in', ['final_rendered', 'canceled']),
          ]),
        );
      await atomically(db, async (tx) => {
        await tx
          .updateTable('sessionInputs')
          .set({ expiresAtMs: EXPIRED_INPUTS })
          .where('sessionId', 'in', unneeded)
          .execute();
        const marked = tx
          .selectFrom('sessionInputs')
          .select('sessionId')
          .where('expiresAtMs', '=', EXPIRED_INPUTS);
        await tx
          .updateTable('renderSessions')
          .set({ hasInputs: false })
          .where('hasInputs', '=', true)
          .where('id', 'in', marked)
          .execute();
      });
    },

    /** Returns the sessions whose inputs are marked for deletion, ordered by id, after the id `afterId`. */
    async markedForDeletion(afterId: string, limit: number): Promise<{ id: string }[]> {
      return db
        .selectFrom('sessionInputs')
        .select('sessionId as id')
        .where('expiresAtMs', '=', EXPIRED_INPUTS)
        .where('sessionId', '>', afterId)
        .orderBy('sessionId')
        .limit(limit)
        .execute();
    },

    /** Ends a failed removal. A render that waits for the removal uses the remaining inputs. */
    async giveUp(sessionId: string): Promise<void> {
      await changing(sessionId, (tx) =>
        tx
          .updateTable('sessionInputs')
          .set({ expiresAtMs: EXPIRED_INPUTS + 1 })
          .where('sessionId', '=', sessionId)
          .execute(),
      );
    },

    /** Removes the row of a session's inputs. The caller has removed their files. */
    async remove(sessionId: string): Promise<void> {
      await changing(sessionId, (tx) =>
        tx.deleteFrom('sessionInputs').where('sessionId', '=', sessionId).execute(),
      );
    },
  };
}

/** The error of a final that needs the inputs of its preview, which were removed. */
export function inputsGone(sessionId: string): AppError {
  return new AppError('inputs_gone', say`The inputs of the preview of ${sessionId} have expired.`, {
    hint: 'Create a new session with render: final; it fetches the media again.',
  });
}
