import { newestFirst, type PageRequest } from '../newest-first.ts';
import type { Connection } from '../open.ts';
import { picked } from '../picked.ts';
import type { Tables } from '../tables.ts';

/** A place in cloud storage with its credentials. */
export type Destination = Omit<Tables['destinations'], 'options'> & {
  options: Record<string, unknown>;
};

type Settable = Pick<
  Destination,
  'name' | 'prefix' | 'options' | 'identity' | 'encryptedCredentials'
>;

/** Returns the queries of destinations, the places in cloud storage that an account has stored. */
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

    /** Returns the destination with exactly this prefix. To find the destination of an address, use `all`. */
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

    /** Adds a destination. `encryptedCredentials` are encrypted for its id. */
    async insert(
      destination: Omit<Destination, 'createdAtMs' | 'updatedAtMs'>,
    ): Promise<Destination> {
      const times = { createdAtMs: nowMs(), updatedAtMs: nowMs() };
      const row = {
        ...picked(destination, ['id', 'accountId', 'kind']),
        ...toColumns(destination),
        ...times,
      };
      await db.insertInto('destinations').values(row).execute();
      return fromRow(row);
    },

    /** Changes the settings of a destination. `encryptedCredentials` are encrypted for its id. */
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

/** Returns the settings as they are stored. */
function toColumns(settings: Settable) {
  return {
    ...picked(settings, ['name', 'prefix', 'identity', 'encryptedCredentials']),
    options: JSON.stringify(settings.options),
  };
}

/** In another table, `options` are text with encrypted addresses. */
function fromRow(row: Tables['destinations']): Destination {
  return { ...row, options: JSON.parse(row.options) as Record<string, unknown> };
}
