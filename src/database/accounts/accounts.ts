import { newId } from '../../base/index.ts';
import type { Connection } from '../open.ts';
import { prepared } from '../prepared.ts';
import type { Tables } from '../tables.ts';
import type { OwnLimits } from './limits.ts';

/** The account that the first migration adds. Rows that are added without an account belong to it. */
export const DEFAULT_ACCOUNT = 'acc_default';

export type Account = { id: string; name: string; createdAtMs: number; limits: OwnLimits };

const NO_OWN_LIMITS: OwnLimits = {
  rendersAtOnce: null,
  queuedSessions: null,
  framesPerDay: null,
  storedBytes: null,
};

const accountById = prepared((db) => db.selectFrom('accounts').selectAll().where('id', '=', ''));

export function accountsOf(db: Connection, nowMs: () => number) {
  return {
    async insert(name: string): Promise<Account> {
      const account = { id: newId('acc'), name, createdAtMs: nowMs(), limits: NO_OWN_LIMITS };
      await db
        .insertInto('accounts')
        .values({ id: account.id, name, createdAtMs: account.createdAtMs })
        .execute();
      return account;
    },

    async find(id: string): Promise<Account | undefined> {
      const [row] = await accountById(db, [id]);
      return row && fromRow(row);
    },

    /** Returns all accounts with the number of their clients, oldest first. */
    async list(): Promise<(Account & { clientCount: number })[]> {
      const rows = await db
        .selectFrom('accounts')
        .selectAll()
        .select((e) =>
          e
            .selectFrom('clients')
            .select((own) => own.fn.countAll<number>().as('count'))
            .whereRef('clients.accountId', '=', 'accounts.id')
            .as('clientCount'),
        )
        .orderBy('createdAtMs')
        .orderBy('id')
        .execute();
      return rows.map((row) => ({ ...fromRow(row), clientCount: row.clientCount ?? 0 }));
    },

    /** Changes the limits that are given. Returns false for an unknown account. */
    async setLimits(id: string, limits: Partial<OwnLimits>): Promise<boolean> {
      const { rendersAtOnce, queuedSessions, framesPerDay, storedBytes } = limits;
      const { numUpdatedRows } = await db
        .updateTable('accounts')
        .set({
          // Kysely needs a column, also when no limit changes.
          id,
          ...(rendersAtOnce !== undefined && { rendersAtOnce }),
          ...(queuedSessions !== undefined && { queuedSessions }),
          ...(framesPerDay !== undefined && { framesPerDay }),
          ...(storedBytes !== undefined && { storedBytes }),
        })
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Returns the accounts that have a limit of their own for renders at once, with this limit. */
    async ownRendersAtOnce(): Promise<Map<string, number>> {
      const rows = await db
        .selectFrom('accounts')
        .select(['id', 'rendersAtOnce as limit'])
        .where('rendersAtOnce', 'is not', null)
        .execute();
      return new Map(rows.map(({ id, limit }) => [id, limit ?? 0]));
    },
  };
}

function fromRow(row: Tables['accounts']): Account {
  return {
    id: row.id,
    name: row.name,
    createdAtMs: row.createdAtMs,
    limits: {
      rendersAtOnce: row.rendersAtOnce,
      queuedSessions: row.queuedSessions,
      framesPerDay: row.framesPerDay,
      storedBytes: row.storedBytes,
    },
  };
}
