import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { isDiskFull, storageError } from '../../system/index.ts';
import { sqliteQueries } from '../columns.ts';
import { addFoldCase } from '../containing.ts';
import { MIGRATIONS, runMigrations } from '../migrations.ts';
import type { Connection } from '../open.ts';
import { TokenWatch } from './write-watch.ts';

const BUSY_TIMEOUT_MS = 5000;
const MAX_STATEMENTS = 300;

/**
 * Opens the SQLite file, creates it if it is missing, and migrates its tables. Kysely's own SQLite dialect
 * uses Node's built-in module through the few functions that it needs.
 */
export async function connect(
  path: string,
  migrations = MIGRATIONS,
  watch = new TokenWatch(),
  onMigrated: (names: string[]) => void = () => undefined,
): Promise<Connection> {
  // The timeout is set first, because even the change to WAL may wait for another process's lock.
  const file = new DatabaseSync(path, {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
  });
  try {
    file.exec('PRAGMA journal_mode = WAL');
    // A commit that was reported to a client must survive a power cut.
    file.exec('PRAGMA synchronous = FULL');
  } catch (error) {
    file.close();
    throw error;
  }
  watch.attach(file);
  addFoldCase(file);
  const db: Connection = sqliteQueries({
    database: { close: () => file.close(), prepare: preparing(file, watch) },
  });
  try {
    onMigrated(await migrate(db, file, migrations));
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

/**
 * Runs all missing steps, or none. Kysely runs SQLite's steps without a transaction and reads the completed
 * steps without a lock. Then a kill would leave some of the tables, which no later start could complete, and
 * two processes would create the same tables.
 */
async function migrate(
  db: Connection,
  file: DatabaseSync,
  migrations: typeof MIGRATIONS,
): Promise<string[]> {
  file.exec('BEGIN IMMEDIATE');
  try {
    const names = await runMigrations(db, migrations);
    file.exec('COMMIT');
    return names;
  } catch (error) {
    if (file.isTransaction) file.exec('ROLLBACK');
    throw error;
  }
}

/** Caches prepared statements by their text, because parsing takes a tenth of their time. */
function preparing(file: DatabaseSync, watch: TokenWatch) {
  const statements = new Map<string, ReturnType<typeof prepare>>();
  return (text: string) => {
    const statement = statements.get(text) ?? prepare(file, text, watch.counterOf(text));
    if (statements.size >= MAX_STATEMENTS) statements.clear();
    statements.set(text, statement);
    return statement;
  };
}

/** Prepares a statement for Kysely. `count` is called before it runs, if it may change tokens. */
function prepare(file: DatabaseSync, text: string, count?: () => void) {
  // A transaction that reads before it writes would fail immediately, despite the busy timeout, if another
  // process wrote in between. With the write lock from the start it waits instead.
  const statement = file.prepare(text === 'begin' ? 'begin immediate' : text);
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  // SQLite may have rolled back by itself. A second rollback would fail, and that error would hide the first.
  const isOver = () => text === 'rollback' && !file.isTransaction;
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => {
      count?.();
      return withStorageErrors(() => statement.all(...values(parameters)));
    },
    run: (parameters: readonly unknown[]) => {
      count?.();
      return isOver() ? NOTHING : withStorageErrors(() => statement.run(...values(parameters)));
    },
    iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
  };
}

const NOTHING = { changes: 0, lastInsertRowid: 0 };

/** Runs `work`. Throws `storage_failed` when the disk is full. */
function withStorageErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw isDiskFull(cause) ? storageError(cause) : cause;
  }
}
