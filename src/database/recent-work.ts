import { atomicallyUnsynced, type Connection } from './open.ts';

/** Seconds of work that count at a time. */
type RecentWork = { seconds: number; atMs: number };

/** The recent work of accounts, for each kind of worker. The queue decides how it is counted. */
export function recentWorkOf(db: Connection) {
  return {
    async read(kind: string): Promise<Map<string, RecentWork>> {
      const rows = await db
        .selectFrom('recent_work')
        .select(['account_id', 'seconds', 'at'])
        .where('kind', '=', kind)
        .execute();
      return new Map(
        rows.map(({ account_id, seconds, at: atMs }) => [account_id, { seconds, atMs }]),
      );
    },

    /** Replaces an account's recent work. A power cut may undo it. */
    async save(kind: string, accountId: string, { seconds, atMs }: RecentWork): Promise<void> {
      const changed = { seconds, at: Math.round(atMs) };
      const insert = (tx: Connection) =>
        tx
          .insertInto('recent_work')
          .values({ account_id: accountId, kind, ...changed })
          .onConflict((on) => on.columns(['account_id', 'kind']).doUpdateSet(changed))
          .execute();
      await atomicallyUnsynced(db, insert);
    },
  };
}
