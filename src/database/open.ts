import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import { MIGRATIONS } from './migrations.ts';
import type { Tables } from './tables.ts';

export type Connection = Kysely<Tables>;

/**
 * Opens the SQLite file, made when it is missing, and brings its tables up to date. Kysely's own
 * SQLite dialect speaks to Node's built-in module through the few calls that it needs.
 */
export async function connect(path: string): Promise<Connection> {
  const file = new DatabaseSync(path);
  file.exec('PRAGMA journal_mode = WAL');
  // A commit that a client was told of must survive a power cut.
  file.exec('PRAGMA synchronous = FULL');
  file.exec('PRAGMA foreign_keys = ON');
  file.exec('PRAGMA busy_timeout = 5000');
  const db: Connection = new Kysely<Tables>({
    dialect: new SqliteDialect({
      database: {
        close: () => file.close(),
        prepare: (text) => {
          const statement = file.prepare(text);
          const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
          return {
            reader: statement.columns().length > 0,
            all: (parameters) => statement.all(...values(parameters)),
            run: (parameters) => statement.run(...values(parameters)),
            iterate: (parameters) => statement.iterate(...values(parameters)),
          };
        },
      },
    }),
  });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    await db.destroy();
    throw error;
  }
  return db;
}
