import { atomicallyUnsynced, type Connection } from './open.ts';

/** Seconds of work that count at a time. */
type RecentWork = { seconds: number; atMs: number };

/** The recent work of accounts, for each kind of worker. The queue decides how it is counted. */
export function recentWorkOf(db: Connection) {
  return {
    /** Returns the stored recent work of all accounts, for one kind of worker. */
    async read(kind: string): Promise<Map<string, RecentWork>> {
      const rows = await db
        .selectFrom('recentWork')
        .select(['accountId', 'seconds', 'at'])
        .where('kind', '=', kind)
        .execute();
      return new Map(
        rows.map(({ accountId, seconds, at: atMs }) => [accountId, { seconds, atMs }]),
      );
    },

    /** Replaces an account's recent work. A power cut may undo it. */
    async save(kind: string, accountId: string, { seconds, atMs }: RecentWork): Promise<void> {
      const changed = { seconds, at: Math.round(atMs) };
      const insert = (tx: Connection) =>
        tx
          .insertInto('recentWork')
          .values({ accountId, kind, ...changed })
          .onConflict((on) => on.columns(['accountId', 'kind']).doUpdateSet(changed))
          .execute();
      await atomicallyUnsynced(db, insert);
    },
  };
}
