import { newId } from '../../base/index.ts';
import type { Connection } from '../open.ts';

/** The account that the first migration adds. Rows that are added without an account belong to it. */
export const DEFAULT_ACCOUNT = 'acc_default';

export type Account = { id: string; name: string; createdAtMs: number };

export function accountsOf(db: Connection, nowMs: () => number) {
  return {
    async insert(name: string): Promise<Account> {
      const account = { id: newId('acc'), name, createdAtMs: nowMs() };
      await db
        .insertInto('accounts')
        .values({ id: account.id, name, created_at: account.createdAtMs })
        .execute();
      return account;
    },

    async find(id: string): Promise<Account | undefined> {
      const row = await db
        .selectFrom('accounts')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row && { id: row.id, name: row.name, createdAtMs: row.created_at };
    },
  };
}
