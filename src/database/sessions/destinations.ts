import { newestFirst, type PageRequest } from '../newest-first.ts';
import type { Connection } from '../open.ts';
import type { Tables } from '../tables.ts';

/** A place in cloud storage with its credentials. */
export type Destination = {
  id: string;
  accountId: string;
  kind: 's3' | 'gcs' | 'azure' | 'https';
  name: string;
  /** The prefix of a `to`, unique in an account. */
  prefix: string;
  options: Record<string, unknown>;
  /** Identifies the credentials without containing them. */
  identity: string;
  /** The credentials as JSON, encrypted for the destination's id. */
  encryptedCredentials: string;
  createdAtMs: number;
  updatedAtMs: number;
};

type Settable = Pick<
  Destination,
  'name' | 'prefix' | 'options' | 'identity' | 'encryptedCredentials'
>;

export function destinationsOf(db: Connection, nowMs: () => number) {
  const find = async (id: string): Promise<Destination | undefined> => {
    const row = await db
      .selectFrom('destinations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row && fromRow(row);
  };
  return {
    find,

    async findIn(accountId: string, id: string): Promise<Destination | undefined> {
      const destination = await find(id);
      return destination?.accountId === accountId ? destination : undefined;
    },

    async findByPrefix(accountId: string, prefix: string): Promise<Destination | undefined> {
      const row = await db
        .selectFrom('destinations')
        .selectAll()
        .where('accountId', '=', accountId)
        .where('prefix', '=', prefix)
        .executeTakeFirst();
      return row && fromRow(row);
    },

    /** Returns all destinations of an account, to match a `to`. */
    async all(accountId: string): Promise<Destination[]> {
      const rows = await db
        .selectFrom('destinations')
        .selectAll()
        .where('accountId', '=', accountId)
        .execute();
      return rows.map(fromRow);
    },

    /** Returns the destinations of an account, newest first. */
    async list(accountId: string, page: PageRequest): Promise<Destination[]> {
      const query = db.selectFrom('destinations').selectAll().where('accountId', '=', accountId);
      const rows = await newestFirst(query, 'destinations', page).execute();
      return rows.map(fromRow);
    },

    async insert(
      destination: Omit<Destination, 'createdAtMs' | 'updatedAtMs'>,
    ): Promise<Destination> {
      const now = nowMs();
      const row = {
        id: destination.id,
        accountId: destination.accountId,
        kind: destination.kind,
        ...toColumns(destination),
        createdAtMs: now,
        updatedAtMs: now,
      };
      await db.insertInto('destinations').values(row).execute();
      return fromRow(row);
    },

    async update(id: string, changed: Settable): Promise<void> {
      await db
        .updateTable('destinations')
        .set({ ...toColumns(changed), updatedAtMs: nowMs() })
        .where('id', '=', id)
        .execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('destinations').where('id', '=', id).execute();
    },
  };
}

function toColumns({ name, prefix, options, identity, encryptedCredentials }: Settable) {
  return {
    name,
    prefix,
    options: JSON.stringify(options),
    identity,
    encryptedCredentials,
  };
}

function fromRow(row: Tables['destinations']): Destination {
  return {
    id: row.id,
    accountId: row.accountId,
    kind: row.kind as Destination['kind'],
    name: row.name,
    prefix: row.prefix,
    options: JSON.parse(row.options) as Record<string, unknown>,
    identity: row.identity,
    encryptedCredentials: row.encryptedCredentials,
    createdAtMs: row.createdAtMs,
    updatedAtMs: row.updatedAtMs,
  };
}
