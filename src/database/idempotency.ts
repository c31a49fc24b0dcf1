import type { Connection } from './open.ts';

const KEPT_MS = 24 * 3600 * 1000;

/** What an `Idempotency-Key` stands for: new, still at work, done with an answer, or used for another request. */
export type IdempotencyState =
  | { state: 'new' }
  | { state: 'running' }
  | { state: 'conflict' }
  | { state: 'done'; status: number; body: string };

export function idempotencyOf(db: Connection, nowMs: () => number) {
  return {
    /** Takes the key for this request, or says what became of it before. */
    async begin(accountId: string, key: string, requestHash: string): Promise<IdempotencyState> {
      await db.deleteFrom('idempotency_keys').where('created_at', '<', nowMs() - KEPT_MS).execute();
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('idempotency_keys')
        .values({ account_id: accountId, key, request_hash: requestHash, status: null, body: null, created_at: nowMs() })
        .onConflict((c) => c.doNothing())
        .executeTakeFirst();
      if ((numInsertedOrUpdatedRows ?? 0n) > 0n) return { state: 'new' };
      const row = await db.selectFrom('idempotency_keys').selectAll().where('account_id', '=', accountId).where('key', '=', key).executeTakeFirst();
      if (!row) return { state: 'new' };
      if (row.request_hash !== requestHash) return { state: 'conflict' };
      return row.status === null ? { state: 'running' } : { state: 'done', status: row.status, body: row.body ?? '' };
    },

    async complete(accountId: string, key: string, status: number, body: string): Promise<void> {
      await db.updateTable('idempotency_keys').set({ status, body }).where('account_id', '=', accountId).where('key', '=', key).execute();
    },

    /** Gives the key back: the request failed in a way that a repeat may cure. */
    async release(accountId: string, key: string): Promise<void> {
      await db.deleteFrom('idempotency_keys').where('account_id', '=', accountId).where('key', '=', key).execute();
    },

    /** Requests that a crash cut off never answer: their keys are free again. */
    async releaseUnfinished(): Promise<void> {
      await db.deleteFrom('idempotency_keys').where('status', 'is', null).execute();
    },
  };
}
