import { type RawBuilder, sql } from 'kysely';
import { AppError, newId } from '../../base/index.ts';
import type { Connection } from '../open.ts';
import { picked } from '../picked.ts';
import { prepared } from '../prepared.ts';
import type { Tables } from '../tables.ts';
import type { OwnLimits } from './limits.ts';

/** The account that the first migration adds. Rows that are added without an account belong to it. */
export const DEFAULT_ACCOUNT = 'acc_default';

export type Account = { id: string; name: string; createdAtMs: number; limits: OwnLimits };

const LIMITS = [
  ...(['rendersAtOnce', 'queuedSessions', 'framesPerDay', 'storedBytes'] as const),
  ...(['speechCharactersPerDay', 'transcriptionSecondsPerDay'] as const),
] as const;

const accountById = prepared((db) =>
  db.selectFrom('accounts').selectAll().where('id', '=', '').where('deletedAtMs', 'is', null),
);

/** Returns the condition that the account of a row is not being deleted. `accountId` is its column. */
export function isOpenAccount(accountId: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from accounts as owner
    where owner.id = ${sql.ref(accountId)} and owner.deleted_at is not null)`;
}

/**
 * Returns the queries of accounts. Reads leave out accounts that are being deleted, unless they say otherwise.
 */
export function accountsOf(db: Connection, nowMs: () => number) {
  return {
    /** Adds an account without limits of its own. */
    async insert(name: string): Promise<Account> {
      return db
        .insertInto('accounts')
        .values({ id: newId('acc'), name, createdAtMs: nowMs() })
        .returningAll()
        .executeTakeFirstOrThrow()
        .then(fromRow);
    },

    /** Returns an account that is not being deleted. */
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
            .select((clients) => clients.fn.countAll<number>().as('count'))
            .whereRef('clients.accountId', '=', 'accounts.id')
            .as('clientCount'),
        )
        .where('deletedAtMs', 'is', null)
        .orderBy('createdAtMs')
        .orderBy('id')
        .execute();
      return rows.map((row) => ({ ...fromRow(row), clientCount: row.clientCount ?? 0 }));
    },

    /** Changes the limits that are given. Returns false for an unknown account. */
    async setLimits(id: string, limits: Partial<OwnLimits>): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('accounts')
        // Kysely needs a column, also when no limit changes.
        .set({ id, ...picked(limits, LIMITS) })
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Returns the ids of all accounts that are not being deleted. */
    async ids(): Promise<string[]> {
      const rows = await db
        .selectFrom('accounts')
        .select('id')
        .where('deletedAtMs', 'is', null)
        .execute();
      return rows.map(({ id }) => id);
    },

    /**
     * Returns the limit of renders at once by account, for the accounts that have a limit of their own. An
     * account that is being deleted is included.
     */
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

/** The error of a request whose account was deleted while it was being answered. */
export function accountDeleted(): AppError {
  return new AppError('unauthorized', 'The account was deleted.', {
    hint: 'Ask the operator of the service for another account.',
  });
}

function fromRow(row: Tables['accounts']): Account {
  return { ...picked(row, ['id', 'name', 'createdAtMs']), limits: picked(row, LIMITS) };
}
