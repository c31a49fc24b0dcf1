import { AppError } from '../../base/index.ts';
import type { AddressJson } from '../../secrets/index.ts';
import { atomically, type Connection } from '../open.ts';
import { RENDERING } from './render-session.ts';

/** What a session's render was made of, kept for another render of it. */
export type SessionInputs = {
  /** Each input as its pinning told of it, with a storage key for its path. */
  ingested: Record<string, unknown>;
  /** Whether all files of the mapping are there. */
  isComplete: boolean;
  expiresAtMs: number;
};

/** In the place of an expiry: they are being removed. */
export const EXPIRED_INPUTS = 0;

export function sessionInputsOf(db: Connection, json: AddressJson) {
  return {
    /** Puts them in the place of those before; nothing for a session that is gone. */
    async keep(sessionId: string, inputs: SessionInputs): Promise<void> {
      const row = {
        session_id: sessionId,
        ingested: json.write(inputs.ingested, sessionId),
        is_complete: inputs.isComplete ? 1 : 0,
        expires_at: inputs.expiresAtMs,
      };
      const { session_id: _, ...changed } = row;
      await atomically(db, async (tx) => {
        const there = await tx
          .selectFrom('render_sessions')
          .select('id')
          .where('id', '=', sessionId)
          .executeTakeFirst();
        if (!there) return;
        await tx
          .insertInto('session_inputs')
          .values(row)
          .onConflict((on) => on.column('session_id').doUpdateSet(changed))
          .execute();
      });
    },

    async find(sessionId: string): Promise<SessionInputs | undefined> {
      const row = await db
        .selectFrom('session_inputs')
        .selectAll()
        .where('session_id', '=', sessionId)
        .executeTakeFirst();
      return (
        row && {
          ingested: json.read(row.ingested, sessionId) as Record<string, unknown>,
          isComplete: row.is_complete === 1,
          expiresAtMs: row.expires_at,
        }
      );
    },

    /** Some of them are gone, and are to be fetched again. */
    async reopen(sessionId: string): Promise<void> {
      await db
        .updateTable('session_inputs')
        .set({ is_complete: 0 })
        .where('session_id', '=', sessionId)
        .execute();
    },

    /** Those of sessions that will not be rendered again, or that were kept for long enough, are for nobody any more. */
    async markForDeletion(nowMs: number): Promise<void> {
      const unneeded = db
        .selectFrom('session_inputs')
        .innerJoin('render_sessions', 'render_sessions.id', 'session_id')
        .select('session_id')
        .where('status', 'not in', RENDERING)
        .where((e) =>
          e.or([
            e('session_inputs.expires_at', '<', nowMs),
            e('status', 'in', ['final_rendered', 'canceled']),
          ]),
        );
      await db
        .updateTable('session_inputs')
        .set({ expires_at: EXPIRED_INPUTS })
        .where('session_id', 'in', unneeded)
        .execute();
    },

    /** Sessions whose inputs are to be removed, in the order of their ids, from behind `after`. */
    async markedForDeletion(after: string, limit: number): Promise<{ id: string }[]> {
      return db
        .selectFrom('session_inputs')
        .select('session_id as id')
        .where('expires_at', '=', EXPIRED_INPUTS)
        .where('session_id', '>', after)
        .orderBy('session_id')
        .limit(limit)
        .execute();
    },

    /** They could not be removed: a render that waits for that takes what is left. */
    async giveUp(sessionId: string): Promise<void> {
      await db
        .updateTable('session_inputs')
        .set({ expires_at: EXPIRED_INPUTS + 1 })
        .where('session_id', '=', sessionId)
        .execute();
    },

    async remove(sessionId: string): Promise<void> {
      await db.deleteFrom('session_inputs').where('session_id', '=', sessionId).execute();
    },
  };
}

export function inputsGone(sessionId: string): AppError {
  return new AppError(
    'inputs_gone',
    `Expected what the preview of ${sessionId} was made of but it is not kept any more.`,
    { hint: 'Create a new session with render: final; it fetches the media again.' },
  );
}
