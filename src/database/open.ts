import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, Migrator, SqliteDialect, sql } from 'kysely';
import { AppError } from '../base/index.ts';
import { isDiskFull, storageError } from '../system/index.ts';
import { MIGRATIONS } from './migrations.ts';
import type { Tables } from './tables.ts';

export type Connection = Kysely<Tables>;

const BUSY_TIMEOUT_MS = 5000;
const MAX_STATEMENTS = 300;

/**
 * Opens the SQLite file, made when it is missing, and brings its tables up to date. Kysely's own
 * SQLite dialect speaks to Node's built-in module through the few calls that it needs.
 */
export async function connect(path: string, migrations = MIGRATIONS): Promise<Connection> {
  // The timeout comes first: even the change to WAL can meet another process's lock.
  const file = new DatabaseSync(path, {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
  });
  try {
    file.exec('PRAGMA journal_mode = WAL');
    // A commit that a client was told of must survive a power cut.
    file.exec('PRAGMA synchronous = FULL');
  } catch (error) {
    file.close();
    throw error;
  }
  const db: Connection = new Kysely<Tables>({
    dialect: new SqliteDialect({
      database: { close: () => file.close(), prepare: preparing(file) },
    }),
  });
  try {
    await migrate(db, file, migrations);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

/**
 * All steps that are missing, or none. Kysely runs SQLite's steps without a transaction and reads
 * what is done without a lock: a kill would leave half a table set behind that no start mends, and
 * two processes would both make the same tables.
 */
async function migrate(
  db: Connection,
  file: DatabaseSync,
  migrations: typeof MIGRATIONS,
): Promise<void> {
  file.exec('BEGIN IMMEDIATE');
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  file.exec(error === undefined ? 'COMMIT' : 'ROLLBACK');
  if (error === undefined) return;
  if (await isNewer(db, migrations)) {
    throw new AppError(
      'config_invalid',
      'The data folder was used by a newer version of Framepress.',
      { hint: 'Start that version again, or restore a backup from before the update.' },
      { cause: error },
    );
  }
  throw error instanceof Error ? error : new Error('migration failed', { cause: error });
}

/** Whether the file has migrations that this version does not know. */
async function isNewer(db: Connection, migrations: typeof MIGRATIONS): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    return rows.some(({ name }) => !Object.hasOwn(migrations, name));
  } catch {
    // A new file has no such table.
    return false;
  }
}

/** Does all of `work` or nothing, on its own or as a part of the transaction that `db` is in. */
export function atomically<T>(db: Connection, work: (tx: Connection) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

/**
 * Does all of `work` or nothing, without waiting for the disk: a power cut may take it back, a crash
 * of the process may not. What is committed after it by `atomically` takes it along.
 */
export function atomicallyUnsynced<T>(
  db: Connection,
  work: (tx: Connection) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`PRAGMA synchronous = NORMAL`.execute(connection);
    try {
      return await connection.transaction().execute(work);
    } finally {
      await sql`PRAGMA synchronous = FULL`.execute(connection);
    }
  });
}

/** Statements by their text: the same few come again and again, and parsing is a tenth of their time. */
function preparing(file: DatabaseSync) {
  const kept = new Map<string, ReturnType<typeof prepare>>();
  return (text: string) => {
    const statement = kept.get(text) ?? prepare(file, text);
    if (kept.size >= MAX_STATEMENTS) kept.clear();
    kept.set(text, statement);
    return statement;
  };
}

function prepare(file: DatabaseSync, text: string) {
  // A transaction that reads before it writes fails at once, whatever the busy timeout, when
  // another process wrote in between. Taking the write lock first makes it wait instead.
  const statement = file.prepare(text === 'begin' ? 'begin immediate' : text);
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  // What SQLite has rolled back by itself is not to be rolled back again: that error would hide the first.
  const isOver = () => text === 'rollback' && !file.isTransaction;
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => reported(() => statement.all(...values(parameters))),
    run: (parameters: readonly unknown[]) =>
      isOver() ? NOTHING : reported(() => statement.run(...values(parameters))),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
  };
}

const NOTHING = { changes: 0, lastInsertRowid: 0 };

function reported<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw isDiskFull(cause) ? storageError(cause) : cause;
  }
}
