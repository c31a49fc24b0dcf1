import type { TokenState } from './accounts/token-cache.ts';
import { localNotices, type Notices } from './notices.ts';
import { atomically, atomicallyUnsynced, type Connection } from './open.ts';
import { connectPostgres, migratePostgres } from './postgres/connect.ts';
import { postgresNotices } from './postgres/listener.ts';
import { checkpointsInThread } from './sqlite/checkpoints.ts';
import { connect } from './sqlite/connect.ts';
import { type LogFile, LogSync } from './sqlite/log-sync.ts';
import { TokenWatch } from './sqlite/write-watch.ts';

/** A connection, and what the two database systems do differently with it. */
export type Backend = AsyncDisposable & {
  db: Connection;
  tokenState: TokenState;
  notices: Notices;
  /** Runs a transaction. Its changes survive a power cut. */
  durably<T>(work: (tx: Connection) => Promise<T>): Promise<T>;
  synced(): Promise<void>;
  /** Throws if the database cannot be read, or has lost a change. */
  ping(): Promise<void>;
  checkpointsInThread(): Promise<AsyncDisposable>;
};

/** Whether a text is the URL of a PostgreSQL database, and not the path of a SQLite file. */
export function isPostgresUrl(place: string): boolean {
  return /^postgres(ql)?:\/\//.test(place);
}

/** Opens and migrates a SQLite file. */
export async function sqliteBackend(
  path: string,
  openLog?: (path: string) => Promise<LogFile>,
): Promise<Backend> {
  const watch = new TokenWatch();
  const db = await connect(path, undefined, watch);
  const log = new LogSync(path, openLog);
  return {
    db,
    tokenState: watch,
    notices: localNotices(),
    durably: async (work) => {
      const result = await atomicallyUnsynced(db, work);
      await log.sync();
      return result;
    },
    synced: () => log.sync(),
    ping: async () => {
      await readOne(db);
      log.check();
    },
    checkpointsInThread: () => checkpointsInThread(db, path),
    [Symbol.asyncDispose]: async () => {
      await log[Symbol.asyncDispose]();
      await db.destroy();
    },
  };
}

/** Opens and migrates a database of PostgreSQL. */
export async function postgresBackend(url: string): Promise<Backend> {
  await migratePostgres(url);
  const db = connectPostgres(url);
  const notices = postgresNotices(url, db);
  // Another process may revoke a token at any time, so a token is read for each request.
  let reads = 0;
  const state = () => {
    reads += 1;
    return String(reads);
  };
  return {
    db,
    tokenState: { state },
    notices,
    durably: (work) => atomically(db, work),
    // A commit that was answered is on the server's disk.
    synced: async () => undefined,
    ping: () => readOne(db),
    checkpointsInThread: async () => ({ [Symbol.asyncDispose]: async () => undefined }),
    [Symbol.asyncDispose]: async () => {
      await notices[Symbol.asyncDispose]();
      await db.destroy();
    },
  };
}

/** Reads a row, to find out whether the database answers. */
async function readOne(db: Connection): Promise<void> {
  await db.selectFrom('accounts').select('id').limit(1).execute();
}

/** Migrates a database, creates the file of SQLite if necessary, and returns the steps that ran. */
export async function migrateDatabase(place: string): Promise<string[]> {
  if (isPostgresUrl(place)) return migratePostgres(place);
  let steps: string[] = [];
  const db = await connect(place, undefined, undefined, (names) => {
    steps = names;
  });
  await db.destroy();
  return steps;
}
