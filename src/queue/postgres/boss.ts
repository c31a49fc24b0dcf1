import { createHash } from 'node:crypto';
import type { PgBoss } from 'pg-boss';
import type { Log } from '../../system/index.ts';
import type { Job } from '../job-queue.ts';

type Row = Record<string, unknown>;

/** Runs SQL, in a transaction or outside. */
export type Sql = { query(text: string, values?: unknown[]): Promise<{ rows: Row[] }> };

/** The pool of `pg`, without the parts that are not needed. */
export type Pool = Sql & { connect(): Promise<Sql & { release(error?: Error): void }> };

/** A job in pg-boss. `sentMs` is the database's time, and `place` the order among equal times. */
export type SentJob = { job: Job; sentMs: number; place: number };

export const SCHEMA = 'framepress_queue';
/** pg-boss allows no shorter time. */
const HEARTBEAT_SECONDS = 10;
/** The rows decide when a job ends. */
const NO_LIMIT = 1_000_000;
const DAY_SECONDS = 24 * 3600;

const QUEUE_SETTINGS = {
  heartbeatSeconds: HEARTBEAT_SECONDS,
  retryLimit: NO_LIMIT,
  retryDelay: 0,
  // The longest that pg-boss allows.
  expireInSeconds: DAY_SECONDS - 1,
};

/**
 * `feeders` has the process that sends a queue's jobs, and when it last did; `pauses` has the jobs whose row
 * had not ended after their last run; `processes` has the live workers. Losing them in a crash of the database
 * does no harm.
 */
const TABLES = `
  create unlogged table if not exists ${SCHEMA}.feeders (
    name text primary key, feeder text not null, fed_at timestamptz not null
  );
  create unlogged table if not exists ${SCHEMA}.pauses (
    key text primary key, account_id text not null, until timestamptz not null,
    pause_ms integer not null
  );
  create index if not exists pauses_until on ${SCHEMA}.pauses (until);
  create unlogged table if not exists ${SCHEMA}.processes (
    id text primary key, slots jsonb not null, seen_at timestamptz not null
  )`;

const BEGIN =
  'begin isolation level read committed; set local idle_in_transaction_session_timeout = 4000';

/** Opens pg-boss on a pool, with its own schema, and creates its tables if necessary. */
export async function openBoss(pool: Pool, names: readonly string[], log: Log): Promise<PgBoss> {
  // Loading it takes 51 ms, and one machine does without.
  const { PgBoss: Boss } = await import('pg-boss');
  const boss = new Boss({
    db: bossDatabase(pool),
    schema: SCHEMA,
    schedule: false,
    supervise: false,
    monitorIntervalSeconds: 2,
  });
  boss.on('error', (err) => log.warn({ err }, 'the queue could not be maintained'));
  await boss.start();
  await inTransaction(pool, async (tx) => {
    // Statements that create the same table at once fail.
    await tx.query(`select pg_advisory_xact_lock(hashtext('${SCHEMA}.tables'))`);
    await tx.query(TABLES);
  });
  for (const name of names) await boss.createQueue(name, QUEUE_SETTINGS);
  return boss;
}

/** The form in which pg-boss runs its SQL. */
export function bossDatabase(sql: Sql) {
  return { executeSql: (text: string, values?: unknown[]) => sql.query(text, values) };
}

/**
 * Runs `work` in a transaction in which each statement sees all that was committed before. The queue needs
 * no more: one lock orders those who send jobs. A process that is stopped in between loses the transaction
 * and its locks after some seconds.
 */
export async function inTransaction<T>(pool: Pool, work: (tx: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query(BEGIN);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    failure = error as Error;
    await client.query('rollback').then(
      () => {
        failure = undefined;
      },
      () => undefined,
    );
    throw error;
  } finally {
    // A connection whose state is unknown is closed.
    client.release(failure);
  }
}

/** Returns the id of a job in pg-boss. Jobs of one row have the same id. */
export function bossId(id: string): string {
  const hex = createHash('sha256').update(id).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20, 32)].join('-');
}

export function pauseKey({ kind, id, round }: Job): string {
  return `${kind} ${id} ${round}`;
}
