import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { AppError } from '../../base/index.ts';
import { postgresQueries } from '../columns.ts';
import { areMigrated, MIGRATIONS, runMigrations } from '../migrations.ts';
import type { Connection } from '../open.ts';
import { driver } from './driver.ts';
import { connectionSettings, openPool } from './pool.ts';
import { isPassing, startError } from './problems.ts';

/** Connections of a process. With its listener and its queue it has up to 13. */
const POOL_SIZE = 8;
const MIN_VERSION = 14;
/** The schema of the queue, which the first worker creates. */
const QUEUE_SCHEMA = 'framepress_queue';
/** How long a start waits for free connections, and for a server that starts. */
const MAX_START_MS = 60_000;

/**
 * Opens a database of PostgreSQL. It must have been migrated. Connections are opened when they are needed.
 */
export function connectPostgres(url: string, size = POOL_SIZE): Connection {
  return postgresQueries({ pool: openPool(url, size) });
}

/**
 * Migrates the database, and returns the names of the steps that ran. Several processes may do this at the
 * same time. Throws `config_invalid` for a database that cannot be used, with the reason.
 */
export function migratePostgres(url: string, migrations = MIGRATIONS): Promise<string[]> {
  return withCheckedServer(url, (db) => runMigrations(db, migrations));
}

/**
 * Throws `config_invalid` for a database whose tables are those of another version. A new database, which has
 * no tables, is migrated.
 */
export function requireMigrated(url: string, migrations = MIGRATIONS): Promise<void> {
  return withCheckedServer(url, async (db) => {
    if (!(await areMigrated(db, migrations))) await runMigrations(db, migrations);
  });
}

/**
 * Runs `use` with one connection, after `checkServer`. Throws `config_invalid` where it can name the problem.
 */
async function withCheckedServer<T>(url: string, use: (db: Connection) => Promise<T>): Promise<T> {
  const client = await connectWithRetries(url);
  // The server sends the error to the query, too.
  client.on('error', () => undefined);
  const pool = {
    connect: async () => Object.assign(client, { release: () => undefined }),
    end: () => client.end(),
  };
  const db: Connection = postgresQueries({ pool });
  try {
    await checkServer(db);
    return await use(db);
  } catch (error) {
    throw startError(error);
  } finally {
    await db.destroy();
  }
}

/** Returns a connection. Waits up to `MAX_START_MS` while the server starts or has no free connections. */
async function connectWithRetries(url: string): Promise<pg.Client> {
  const endMs = performance.now() + MAX_START_MS;
  for (let pauseMs = 100; ; pauseMs = Math.min(2 * pauseMs, 5000)) {
    let client: pg.Client | undefined;
    try {
      client = new (driver().Client)(connectionSettings(url, { isPatient: true }));
      await client.connect();
      return client;
    } catch (error) {
      // Without a password, the server would keep the connection for a minute.
      client?.on('error', () => undefined);
      void client?.end().catch(() => undefined);
      if (!isPassing(error) || performance.now() + pauseMs > endMs) throw startError(error);
    }
    await sleep(pauseMs);
  }
}

type Server = {
  version: string;
  encoding: string;
  user: string;
  database: string;
  mayQueue: boolean;
};

/**
 * Throws `config_invalid` for a server that is too old, a database that is not UTF-8, and a user who may not
 * create the tables of the queue.
 */
async function checkServer(db: Connection): Promise<void> {
  const { rows } = await sql<Server>`
    select current_setting('server_version') as version,
      current_setting('server_encoding') as encoding, current_user as "user",
      current_database() as database, coalesce(
        has_schema_privilege(to_regnamespace(${QUEUE_SCHEMA})::oid, 'create')
          and has_schema_privilege(to_regnamespace(${QUEUE_SCHEMA})::oid, 'usage'),
        has_database_privilege(current_database(), 'create')
      ) as "mayQueue"`.execute(db);
  const { version = '', encoding = '', user = '', database = '', mayQueue } = rows[0] ?? {};
  if (Number.parseInt(version, 10) < MIN_VERSION) {
    throw new AppError('config_invalid', `PostgreSQL ${version} is too old.`, {
      hint: `Use PostgreSQL ${MIN_VERSION} or newer.`,
    });
  }
  if (encoding !== 'UTF8') {
    throw new AppError('config_invalid', `The database has the encoding ${encoding}, not UTF8.`, {
      hint: 'Create the database with: createdb --encoding=UTF8 --template=template0 NAME',
    });
  }
  if (mayQueue === false) {
    throw new AppError(
      'config_invalid',
      `The user ${user} of the database may not create tables in the schema ${QUEUE_SCHEMA}.`,
      {
        hint: `Let the user own the schema, or, before the first start: GRANT CREATE ON DATABASE "${database}" TO "${user}"`,
      },
    );
  }
}
