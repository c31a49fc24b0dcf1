import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Connection } from '../open.ts';
import { inPage, rowPages } from '../row-pages.ts';

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

    /**
     * Replaces each body for which `reseal` returns another text; returns their number. Those that
     * begin with `current` are left as they are, and those whose time is over are removed.
     */
    async resealAll(
      reseal: (text: string, owner: string) => string,
      current: string,
    ): Promise<number> {
      await db
        .deleteFrom('idempotency_keys')
        .where('created_at', '<=', nowMs() - KEPT_MS)
        .execute();
      let count = 0;
      for await (const page of rowPages(db, 'idempotency_keys')) {
        const { rows } = await sql<{ rowid: number }>`
          select rowid from idempotency_keys
          where ${inPage(page)} and substr(body, 1, ${current.length}) <> ${current}`.execute(db);
        for (const { rowid } of rows) {
          if (await resealBody(db, rowid, reseal)) count += 1;
          await setImmediate();
        }
      }
      return count;
    },
  };
}

/** A body at a time: one may have a megabyte. */
async function resealBody(
  db: Connection,
  rowid: number,
  reseal: (text: string, owner: string) => string,
): Promise<boolean> {
  const { rows } = await sql<{ key: string; body: string }>`
    select key, body from idempotency_keys where rowid = ${rowid}`.execute(db);
  const [row] = rows;
  const after = row && reseal(row.body, row.key);
  if (!row || after === row.body) return false;
  await sql`update idempotency_keys set body = ${after}
    where rowid = ${rowid} and body = ${row.body}`.execute(db);
  return true;
}
