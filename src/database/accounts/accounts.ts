import { type RawBuilder, sql } from 'kysely';
import { AppError, newId } from '../../base/index.ts';
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

const accountById = prepared((db) =>
  db.selectFrom('accounts').selectAll().where('id', '=', '').where('deleted_at', 'is', null),
);

/** Returns the condition that the account of a row is not being deleted. `accountId` is its column. */
export function isOpenAccount(accountId: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from accounts as owner
    where owner.id = ${sql.ref(accountId)} and owner.deleted_at is not null)`;
}

export function accountsOf(db: Connection, nowMs: () => number) {
  return {
    async insert(name: string): Promise<Account> {
      const account = { id: newId('acc'), name, createdAtMs: nowMs(), limits: NO_OWN_LIMITS };
      await db
        .insertInto('accounts')
        .values({ id: account.id, name, created_at: account.createdAtMs })
        .execute();
      return account;
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
            .select((own) => own.fn.countAll<number>().as('count'))
            .whereRef('clients.account_id', '=', 'accounts.id')
            .as('client_count'),
        )
        .where('deleted_at', 'is', null)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map((row) => ({ ...fromRow(row), clientCount: row.client_count ?? 0 }));
    },

    /** Changes the limits that are given. Returns false for an unknown account. */
    async setLimits(id: string, limits: Partial<OwnLimits>): Promise<boolean> {
      const { rendersAtOnce, queuedSessions, framesPerDay, storedBytes } = limits;
      const { numUpdatedRows } = await db
        .updateTable('accounts')
        .set({
          // Kysely needs a column, also when no limit changes.
          id,
          ...(rendersAtOnce !== undefined && { renders_at_once: rendersAtOnce }),
          ...(queuedSessions !== undefined && { queued_sessions: queuedSessions }),
          ...(framesPerDay !== undefined && { frames_per_day: framesPerDay }),
          ...(storedBytes !== undefined && { stored_bytes: storedBytes }),
        })
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Returns the ids of all accounts that are not being deleted. */
    async ids(): Promise<string[]> {
      const rows = await db
        .selectFrom('accounts')
        .select('id')
        .where('deleted_at', 'is', null)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Returns the accounts that have a limit of their own for renders at once, with this limit. */
    async ownRendersAtOnce(): Promise<Map<string, number>> {
      const rows = await db
        .selectFrom('accounts')
        .select(['id', 'renders_at_once as limit'])
        .where('renders_at_once', 'is not', null)
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
  return {
    id: row.id,
    name: row.name,
    createdAtMs: row.created_at,
    limits: {
      rendersAtOnce: row.renders_at_once,
      queuedSessions: row.queued_sessions,
      framesPerDay: row.frames_per_day,
      storedBytes: row.stored_bytes,
    },
  };
}
