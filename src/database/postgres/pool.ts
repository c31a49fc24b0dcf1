import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { driver } from './driver.ts';
import { commitError, isBroken, queryError } from './problems.ts';

const CONNECT_TIMEOUT_MS = 5000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** The server has answered or ended the statement by then, or it is not reachable. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5000;
/** A process that was stopped within a transaction does not hold its locks for longer. */
const IDLE_IN_TRANSACTION_MS = 5000;
const IDLE_MS = 60_000;

/** Sums and counts have these types. Times and sizes are exact in a number of JavaScript. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') => {
    const { builtins, getTypeParser } = driver().types;
    const isNumber = id === builtins.INT8 || id === builtins.NUMERIC;
    return isNumber ? Number : getTypeParser(id, format as 'text');
  },
};

/** Returns the settings of each connection. Migrations may take long, so they have no timeouts. */
export function connectionSettings(url: string, { isPatient = false } = {}): pg.PoolConfig {
  return {
    connectionString: url,
    application_name: 'framepress',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
    types,
    ...(!isPatient && {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    }),
  };
}

/**
 * Returns connections to PostgreSQL for Kysely. A lost connection is not used again. Queries without a
 * connection throw `unavailable`.
 */
export function openPool(url: string, size: number): PostgresPool {
  const pool = new (driver().Pool)({
    ...connectionSettings(url),
    max: size,
    idleTimeoutMillis: IDLE_MS,
  });
  // A connection was lost. The query in it fails; without a query, the pool opens another connection later.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return {
    connect: async () => {
      try {
        return pooledClient(await pool.connect());
      } catch (error) {
        throw queryError(error);
      }
    },
    end: () => pool.end(),
  };
}

/** Returns connections for SQL that does not come from Kysely. A lost connection is not used again. */
export function openSqlPool(url: string, size: number): pg.Pool & AsyncDisposable {
  const pool = new (driver().Pool)({
    ...connectionSettings(url),
    max: size,
    idleTimeoutMillis: IDLE_MS,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.end() });
}

/**
 * Returns a connection for Kysely with errors of this service. After a lost connection a rollback does nothing,
 * and the release removes the connection from the pool.
 */
function pooledClient(client: pg.PoolClient): PostgresPoolClient {
  let lost: Error | undefined;
  const query = async (sql: string, parameters: readonly unknown[]): Promise<unknown> => {
    // The server has rolled back by itself. This error would hide the first one.
    if (lost && sql === 'rollback') return NOTHING;
    try {
      return await client.query(sql, parameters.map(storable));
    } catch (error) {
      if (!isBroken(error)) throw queryError(error);
      lost = error as Error;
      throw sql === 'commit' ? commitError(error) : queryError(error);
    }
  };
  return { query: query as PostgresPoolClient['query'], release: () => client.release(lost) };
}

/** PostgreSQL stores no U+0000. A text with it is never found, and stored with U+FFFD instead. */
function storable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0')
    ? value.replaceAll('\0', '\ufffd')
    : value;
}

const NOTHING: PostgresQueryResult<never> = { command: 'SELECT', rowCount: 0, rows: [] };
