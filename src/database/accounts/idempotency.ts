import type { Connection } from '../open.ts';

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

    /** Removes answers that are too old to be given again. */
    async removeExpired(): Promise<void> {
      await db
        .deleteFrom('idempotency_keys')
        .where('created_at', '<=', nowMs() - KEPT_MS)
        .execute();
    },
  };
}
