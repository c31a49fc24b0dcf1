import type { Connection } from '../open.ts';

const KEPT_MS = 24 * 3600 * 1000;

/**
 * The state of an `Idempotency-Key`: unused, used by this request with its answer, or used by another
 * request.
 */
export type IdempotencyState =
  | { state: 'new' }
  | { state: 'conflict' }
  | { state: 'done'; status: number; body: string };

/** A key with its owner. `caller` is a client, or the session of an edit token. */
export type KeyOwner = { accountId: string; caller: string; key: string };

/**
 * Stores answers by caller and key. An answer is stored in the transaction of the change that it reports, so
 * that after a crash either both exist or neither. Bodies are encrypted.
 */
export function idempotencyOf(db: Connection, nowMs: () => number) {
  return {
    /**
     * Returns the state of a key for a request. `requestHash` identifies the content of the request: another
     * content under the same key is a conflict. An answer is kept for 24 hours; then the key is new again.
     */
    async find(owner: KeyOwner, requestHash: string): Promise<IdempotencyState> {
      const row = await db
        .selectFrom('idempotencyKeys')
        .selectAll()
        .where('accountId', '=', owner.accountId)
        .where('caller', '=', owner.caller)
        .where('key', '=', owner.key)
        .where('createdAtMs', '>', nowMs() - KEPT_MS)
        .executeTakeFirst();
      if (!row) return { state: 'new' };
      if (row.requestHash !== requestHash) return { state: 'conflict' };
      return { state: 'done', status: row.status, body: row.body };
    },

    /** Stores an answer. Call it in the transaction in which `find` returned `new`. */
    async insert(
      { accountId, caller, key }: KeyOwner,
      requestHash: string,
      answer: { status: number; body: string },
    ): Promise<void> {
      const values = { requestHash, createdAtMs: nowMs(), ...answer };
      await db
        .insertInto('idempotencyKeys')
        .values({ accountId, caller, key, ...values })
        // The key may have an expired answer.
        .onConflict((on) => on.columns(['accountId', 'caller', 'key']).doUpdateSet(values))
        .execute();
    },

    /** Removes expired answers. */
    async removeExpired(): Promise<void> {
      await db
        .deleteFrom('idempotencyKeys')
        .where('createdAtMs', '<=', nowMs() - KEPT_MS)
        .execute();
    },
  };
}
