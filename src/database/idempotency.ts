import { atomically, type Connection } from './open.ts';

const KEPT_MS = 24 * 3600 * 1000;

/** What an `Idempotency-Key` stands for: nothing yet, an answer, or another request's answer. */
export type IdempotencyState =
  | { state: 'new' }
  | { state: 'conflict' }
  | { state: 'done'; status: number; body: string };

/** Whose key it is: `caller` is a client, or the session of an edit token. */
export type KeyOwner = { accountId: string; caller: string; key: string };

/**
 * Answers by caller and key. An answer is kept in the transaction that stores what it tells of:
 * then a crash can neither lose the one nor let a repeat make the other twice. Bodies are encrypted.
 */
export function idempotencyOf(db: Connection, nowMs: () => number) {
  return {
    async find(owner: KeyOwner, requestHash: string): Promise<IdempotencyState> {
      const row = await db
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('account_id', '=', owner.accountId)
        .where('caller', '=', owner.caller)
        .where('key', '=', owner.key)
        .where('created_at', '>', nowMs() - KEPT_MS)
        .executeTakeFirst();
      if (!row) return { state: 'new' };
      if (row.request_hash !== requestHash) return { state: 'conflict' };
      return { state: 'done', status: row.status, body: row.body };
    },

    /** Within the transaction in which `find` said `new`. */
    async insert(
      { accountId, caller, key }: KeyOwner,
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
          caller,
          key,
          request_hash: requestHash,
          created_at: now,
          ...answer,
        })
        .execute();
    },

    /** Replaces each body for which `reseal` returns another text; returns their number. */
    async resealAll(reseal: (text: string, owner: string) => string): Promise<number> {
      return atomically(db, async (tx) => {
        const rows = await tx
          .selectFrom('idempotency_keys')
          .select(['account_id', 'caller', 'key', 'body'])
          .where('created_at', '>', nowMs() - KEPT_MS)
          .execute();
        let count = 0;
        for (const { account_id: accountId, caller, key, body } of rows) {
          const after = reseal(body, key);
          if (after === body) continue;
          await tx
            .updateTable('idempotency_keys')
            .set({ body: after })
            .where('account_id', '=', accountId)
            .where('caller', '=', caller)
            .where('key', '=', key)
            .execute();
          count += 1;
        }
        return count;
      });
    },
  };
}
