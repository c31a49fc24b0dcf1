import { atomically, type Connection } from './open.ts';

const KEPT_MS = 24 * 3600 * 1000;

/** What an `Idempotency-Key` stands for: nothing yet, an answer, or another request's answer. */
export type IdempotencyState =
  | { state: 'new' }
  | { state: 'conflict' }
  | { state: 'done'; status: number; body: string };

/**
 * Answers by account and key. An answer is kept in the transaction that stores what it tells of:
 * then a crash can neither lose the one nor let a repeat make the other twice.
 */
export function idempotencyOf(db: Connection, nowMs: () => number) {
  return {
    async find(accountId: string, key: string, requestHash: string): Promise<IdempotencyState> {
      const row = await db
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('key', '=', key)
        .where('created_at', '>', nowMs() - KEPT_MS)
        .executeTakeFirst();
      if (!row || row.status === null) return { state: 'new' };
      if (row.request_hash !== requestHash) return { state: 'conflict' };
      return { state: 'done', status: row.status, body: row.body ?? '' };
    },

    /** Within the transaction in which `find` said `new`. */
    async insert(
      accountId: string,
      key: string,
      requestHash: string,
      answer: { status: number; body: string },
    ): Promise<void> {
      const now = nowMs();
      await db
        .deleteFrom('idempotency_keys')
        .where('created_at', '<=', now - KEPT_MS)
        .execute();
      await db
        .insertInto('idempotency_keys')
        .values({
          account_id: accountId,
          key,
          request_hash: requestHash,
          created_at: now,
          ...answer,
        })
        .execute();
    },

    /** Seals anew what `reseal` gives another text for; says how many it were. */
    async resealAll(reseal: (sealed: string, owner: string) => string): Promise<number> {
      return atomically(db, async (tx) => {
        const rows = await tx
          .selectFrom('idempotency_keys')
          .select(['account_id', 'key', 'body'])
          // The others are JSON in the clear.
          .where('body', 'like', 'v1.%')
          .where('created_at', '>', nowMs() - KEPT_MS)
          .execute();
        let count = 0;
        for (const { account_id: accountId, key, body } of rows) {
          const after = body && reseal(body, key);
          if (after === body) continue;
          await tx
            .updateTable('idempotency_keys')
            .set({ body: after })
            .where('account_id', '=', accountId)
            .where('key', '=', key)
            .execute();
          count += 1;
        }
        return count;
      });
    },
  };
}
