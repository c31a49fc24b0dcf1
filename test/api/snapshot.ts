import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { placeOf } from '../support/place.ts';
import type { World } from './world.ts';

/** Rows by table, each as JSON. */
export type Snapshot = Record<string, string[]>;

type Row = Record<string, unknown>;

/** A connection of its own, which sees every change that the APIs commit. */
type Watcher = {
  tables: readonly string[];
  rows(table: string): Promise<Row[]>;
  /** Returns a number that differs after each change. */
  changes(): Promise<number>;
  close(): Promise<void>;
};

/** Opens the database of the APIs once more, to see every change that a request makes. */
export async function watchDatabase({ filesFolder, asked }: Pick<World, 'filesFolder' | 'asked'>) {
  const folder = dirname(filesFolder);
  const { DATABASE_URL: url } = (await placeOf(folder)).environment;
  const watcher = url === undefined ? watchFile(folder) : await watchPostgres(url);
  return {
    /** Changes with every commit of the APIs, and with every call to the rest of the program. */
    version: async (): Promise<string> => JSON.stringify([await watcher.changes(), asked]),
    /** Returns the rows of an account. `ids` are those of its resources. */
    rowsOf: async (accountId: string, ids: readonly string[]): Promise<Snapshot> => {
      const found: Snapshot = {};
      for (const table of watcher.tables) {
        const own = (await watcher.rows(table)).filter((row) => {
          if ('account_id' in row) return row['account_id'] === accountId;
          return [accountId, ...ids].some((id) => JSON.stringify(row).includes(id));
        });
        found[table] = own.map((row) => JSON.stringify(row)).sort();
      }
      return found;
    },
    [Symbol.asyncDispose]: () => watcher.close(),
  };
}

function watchFile(folder: string): Watcher {
  const file = new DatabaseSync(join(folder, 'framepress.sqlite'), { readOnly: true });
  const tables = file
    .prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
    .all()
    .map(({ name }) => String(name));
  return {
    tables,
    rows: async (table) => file.prepare(`select * from "${table}"`).all(),
    changes: async () => Number(file.prepare('pragma data_version').get()?.['data_version']),
    close: async () => file.close(),
  };
}

/** Counts the rows that are inserted, updated or deleted in any table. */
const COUNTED = `
  create sequence test_changes;
  create function test_count() returns trigger language plpgsql as
    'begin perform nextval(''test_changes''); return null; end';
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' loop
      execute format('create trigger test_count after insert or update or delete on %I
        for each row execute function test_count()', name);
    end loop;
  end $$`;

async function watchPostgres(url: string): Promise<Watcher> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const rows = async (statement: string) => (await client.query<Row>(statement)).rows;
  await client.query(COUNTED);
  const tables = await rows(`select tablename from pg_tables where schemaname = 'public'`);
  return {
    tables: tables.map(({ tablename }) => String(tablename)),
    rows: (table) => rows(`select * from "${table}"`),
    changes: async () => {
      const [row] = await rows('select last_value + is_called::int as count from test_changes');
      return Number(row?.['count']);
    },
    close: () => client.end(),
  };
}
