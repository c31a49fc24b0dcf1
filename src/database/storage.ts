import { sql } from 'kysely';
import { bodyBytes } from './dialect.ts';
import type { Connection } from './open.ts';
import { type Lead, ledBy } from './sessions/render-session.ts';

const JUST_ADDED_MS = 1000;
/** Maximum number of sessions and uploads that are read to find when storage frees. */
const MAX_EXPIRIES = 1000;

/** Returns the bytes that accounts store. */
export function storageOf(db: Connection, nowMs: () => number) {
  return {
    /**
     * Returns an account's bytes in packages with their stills, uploads, sessions with their videos and
     * inputs, batches, spoken texts, mappings, and stored answers for an `Idempotency-Key`.
     */
    async usedBy(accountId: string): Promise<number> {
      const sums = await Promise.all([
        db
          .selectFrom('templateStyleVersions')
          .select((e) => e.fn.sum<number | null>('storedBytes').as('bytes'))
          .where('accountId', '=', accountId)
          .executeTakeFirstOrThrow(),
        db
          .selectFrom('renderSessions')
          .select((e) => e.fn.sum<number | null>('storedBytes').as('bytes'))
          .where('accountId', '=', accountId)
          .executeTakeFirstOrThrow(),
        db
          .selectFrom('uploads')
          .select((e) => e.fn.sum<number | null>('bytes').as('bytes'))
          .where('accountId', '=', accountId)
          .executeTakeFirstOrThrow(),
        db
          .selectFrom('batches')
          .select((e) => e.fn.sum<number | null>('storedBytes').as('bytes'))
          .where('accountId', '=', accountId)
          .executeTakeFirstOrThrow(),
        db
          .selectFrom('madeFiles')
          .select((e) => e.fn.sum<number | null>('bytes').as('bytes'))
          .where('accountId', '=', accountId)
          .executeTakeFirstOrThrow(),
        bytesOf(db, 'mappings', accountId),
        bytesOf(db, 'idempotencyKeys', accountId),
      ]);
      return sums.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
    },

    /**
     * Returns the time at which so many bytes of an account's sessions and uploads have expired; null when
     * too few expire. Rows of the last second do not count: the request that is rejected has added one.
     */
    async freesAt(accountId: string, bytes: number): Promise<number | null> {
      const latestMs = nowMs() - JUST_ADDED_MS;
      const { rows } = await sql<{ expiresAtMs: number; bytes: number }>`
        select expires_at, stored_bytes as bytes from render_sessions
        where account_id = ${accountId} and expires_at is not null and created_at < ${latestMs}
        union all
        select expires_at, bytes from uploads
        where account_id = ${accountId} and created_at < ${latestMs}
        order by expires_at limit ${MAX_EXPIRIES}`.execute(db);
      let freed = 0;
      for (const row of rows) {
        freed += row.bytes;
        if (freed >= bytes) return row.expiresAtMs;
      }
      return null;
    },

    /** Stores the bytes of a version's files. Does nothing for a removed version. */
    async keepVersion(id: string, bytes: number): Promise<void> {
      await db
        .updateTable('templateStyleVersions')
        .set({ storedBytes: bytes })
        .where('id', '=', id)
        .where('deletedAtMs', 'is', null)
        .execute();
    },

    /**
     * Stores the bytes of a session's files. Writes nothing when the size is unchanged, or for another lead.
     */
    async keepSession(id: string, bytes: number, lead?: Lead): Promise<void> {
      await db
        .updateTable('renderSessions')
        .set({ storedBytes: bytes })
        .where('id', '=', id)
        .where('storedBytes', '<>', bytes)
        .$if(lead !== undefined, (query) => query.where(ledBy(lead as Lead)))
        .execute();
    },
  };
}

/** Returns the sum from the index of a table. */
async function bytesOf(
  db: Connection,
  table: 'mappings' | 'idempotencyKeys',
  accountId: string,
): Promise<{ bytes: number | null }> {
  const { rows } = await sql<{ bytes: number | null }>`
    select ${bodyBytes(db)} as bytes from ${sql.table(table)}
    where account_id = ${accountId}`.execute(db);
  return rows[0] ?? { bytes: null };
}
