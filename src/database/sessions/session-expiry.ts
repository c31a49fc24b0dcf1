import { sql } from 'kysely';
import type { Connection } from '../open.ts';
import { OPEN } from './deliveries.ts';
import { RENDERING } from './render-session.ts';

/** Stored instead of an expiry: the session is being removed, and no request finds it. */
const MARKED_FOR_DELETION = 0;
/** The condition that a session is not marked for deletion. */
export const IS_HERE = sql<boolean>`coalesce(render_sessions.expires_at, 1) <> ${sql.lit(MARKED_FOR_DELETION)}`;

/** The removal of sessions that have expired. */
export function sessionExpiryOf(db: Connection) {
  return {
    /**
     * Hides the sessions that expired before a time from all requests, except those that are still
     * rendered or delivered.
     */
    async markForDeletion(ms: number): Promise<void> {
      await db
        .updateTable('renderSessions')
        .set({ expiresAtMs: MARKED_FOR_DELETION })
        .where('expiresAtMs', '<', ms)
        .where('status', 'not in', RENDERING)
        .where((e) =>
          e.not(
            e.exists(
              e
                .selectFrom('externalUploads')
                .select('externalUploads.id')
                .whereRef('sessionId', '=', 'renderSessions.id')
                .where('externalUploads.status', 'in', OPEN),
            ),
          ),
        )
        .execute();
    },

    /** Returns the sessions that are marked for deletion, ordered by id, after the id `afterId`. */
    async markedForDeletion(afterId: string, limit: number): Promise<{ id: string }[]> {
      return db
        .selectFrom('renderSessions')
        .select('id')
        .where('expiresAtMs', '=', MARKED_FOR_DELETION)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit)
        .execute();
    },
  };
}
