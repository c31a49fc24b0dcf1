import { sql } from 'kysely';
import type { Connection } from '../open.ts';
import type { Tables } from '../tables.ts';

/** A file that a model has made, or makes now: then `storageKey` is null. */
export type MadeFileRow = Tables['madeFiles'];

export type NewMadeFile = Pick<
  MadeFileRow,
  'id' | 'accountId' | 'templateStyleVersionId' | 'characters' | 'seconds'
>;

/** A process that makes a file, and how long it may be silent. */
type Claim = { madeBy: string; forMs: number };

/** Files that models make of text and audio: spoken texts, recognised words. Each is made once in an account. */
export function madeFilesOf(db: Connection, nowMs: () => number) {
  /** The row, if this process makes its file. */
  const claimed = (id: string, madeBy: string) =>
    db
      .updateTable('madeFiles')
      .where('id', '=', id)
      .where('madeBy', '=', madeBy)
      .where('storageKey', 'is', null);
  return {
    async find(id: string): Promise<MadeFileRow | undefined> {
      return db.selectFrom('madeFiles').selectAll().where('id', '=', id).executeTakeFirst();
    },

    /** Adds the row of a file that is made now. */
    async begin(file: NewMadeFile, { madeBy, forMs }: Claim): Promise<void> {
      const timeMs = nowMs();
      await db
        .insertInto('madeFiles')
        .values({
          ...file,
          bytes: 0,
          facts: {},
          madeBy,
          claimedUntilMs: timeMs + forMs,
          createdAtMs: timeMs,
          usedAtMs: timeMs,
        })
        .execute();
    },

    /** Makes a file again that was lost, or whose process is silent. Call it in a transaction that has read the row. */
    async takeOver(id: string, { madeBy, forMs }: Claim): Promise<void> {
      await db
        .updateTable('madeFiles')
        .set({ storageKey: null, bytes: 0, madeBy, claimedUntilMs: nowMs() + forMs })
        .where('id', '=', id)
        .execute();
    },

    /** Extends the claim of a process that makes a file. Returns false if another process makes it. */
    async renew(id: string, { madeBy, forMs }: Claim): Promise<boolean> {
      const { numUpdatedRows } = await claimed(id, madeBy)
        .set({ claimedUntilMs: nowMs() + forMs })
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Stores where a finished file is. Returns false if another process makes it. */
    async finish(
      id: string,
      madeBy: string,
      file: { storageKey: string; sha256: string; bytes: number; facts: Record<string, unknown> },
    ): Promise<boolean> {
      const { numUpdatedRows } = await claimed(id, madeBy)
        .set({ ...file, usedAtMs: nowMs() })
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Removes the row of a file that could not be made. Returns the removed row. */
    async giveUp(id: string, madeBy: string): Promise<MadeFileRow | undefined> {
      return db
        .deleteFrom('madeFiles')
        .where('id', '=', id)
        .where('madeBy', '=', madeBy)
        .where('storageKey', 'is', null)
        .returningAll()
        .executeTakeFirst();
    },

    /** Notes that a file is used. */
    async use(id: string): Promise<void> {
      await db.updateTable('madeFiles').set({ usedAtMs: nowMs() }).where('id', '=', id).execute();
    },

    /** Returns the files that were not used since a time, ordered by id, after the id `afterId`. */
    async unusedSince(ms: number, afterId: string, limit: number): Promise<MadeFileRow[]> {
      return db
        .selectFrom('madeFiles')
        .selectAll()
        .where('usedAtMs', '<', ms)
        .where('claimedUntilMs', '<', nowMs())
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(sql.lit(limit))
        .execute();
    },

    /** Returns which of these storage keys have a row; a thousand at most. */
    async keysAmong(keys: readonly string[]): Promise<Set<string | null>> {
      if (keys.length === 0) return new Set();
      const ids = keys.map((key) => /made_[0-9a-f]{64}/.exec(key)?.[0] ?? '');
      const rows = await db
        .selectFrom('madeFiles')
        .select('storageKey')
        .where('id', 'in', ids)
        .execute();
      return new Set(rows.map(({ storageKey }) => storageKey));
    },

    /** Removes a row that was not used since a time. Returns false if it was used meanwhile. */
    async removeUnused(id: string, sinceMs: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('madeFiles')
        .where('id', '=', id)
        .where('usedAtMs', '<', sinceMs)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
