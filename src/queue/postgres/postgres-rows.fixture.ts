import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { RecentWork } from '../fair-order.ts';
import type { Job } from '../job-queue.ts';

/** Pause before a lost connection is opened again. */
const AGAIN_MS = 200;

const TABLES = `
  create table if not exists accounts (id text primary key);
  create table if not exists recent_work (
    account_id text not null references accounts (id), kind text not null,
    seconds float8 not null, at bigint not null, primary key (account_id, kind)
  );
  create table if not exists test_jobs (
    n bigserial, id text primary key, account_id text not null, kind text not null,
    rank integer not null, job jsonb not null, due timestamptz not null
  );
  create index if not exists test_jobs_waiting on test_jobs (account_id, kind, rank, n);
  create table if not exists test_runs (
    id text, worker integer, started_at timestamptz, ended_at timestamptz
  )`;
const RANK = { preview: 0, final: 1, batch: 2 };

/** Opens a pool that tests may break. */
export function openPool(url: string, max = 20): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Creates the tables of the jobs, and removes what earlier tests have left in them. */
export async function emptyRows(pool: pg.Pool): Promise<void> {
  await pool.query(TABLES);
  await pool.query('truncate accounts, recent_work, test_jobs, test_runs');
  const { rows } = await pool.query<{ table: unknown }>(
    `select to_regclass('framepress_queue.pauses') as table`,
  );
  if (!rows[0]?.table) return;
  for (const table of ['pauses', 'feeders', 'processes', 'job'])
    await pool.query(`delete from framepress_queue.${table}`);
}

export async function insertJobs(
  sql: Pick<pg.PoolClient, 'query'>,
  jobs: readonly Job[],
  dueInMs = 0,
): Promise<void> {
  const accounts = [...new Set(jobs.map(({ accountId }) => accountId))];
  await sql.query('insert into accounts select unnest($1::text[]) on conflict do nothing', [
    accounts,
  ]);
  await sql.query(
    `insert into test_jobs (id, account_id, kind, rank, job, due)
      select j->>'id', j->>'accountId', j->>'kind', (j->>'rank')::integer, j - 'rank',
        clock_timestamp() + $2 * interval '1 ms'
      from jsonb_array_elements($1::jsonb) as j`,
    [JSON.stringify(jobs.map((job) => ({ ...job, rank: RANK[job.priority] }))), dueInMs],
  );
}

export const endRow = async (sql: pg.Pool, id: string): Promise<void> =>
  void (await sql.query('delete from test_jobs where id = $1', [id]));

/** The functions by which a queue reads the rows. Its clock is ahead of that of the database. */
export function readsOf(pool: pg.Pool, aheadMs = () => 0) {
  return {
    pending: async (kinds: readonly string[], perAccount: number): Promise<Job[]> => {
      const result = await pool.query<{ job: Job }>(
        `select w.job from accounts a cross join unnest($1::text[]) as k (kind)
          cross join lateral (
            select job, n from test_jobs j
            where j.account_id = a.id and j.kind = k.kind and due <= clock_timestamp() + $3 * interval '1 ms'
            order by j.rank, j.n limit $2
          ) w order by w.n`,
        [kinds, perAccount, aheadMs()],
      );
      return result.rows.map(({ job }) => job);
    },
    recentWork: async (kind: string): Promise<ReadonlyMap<string, RecentWork>> => {
      const result = await pool.query<{ id: string } & RecentWork>(
        'select account_id as id, seconds, at::float8 as "atMs" from recent_work where kind = $1',
        [kind],
      );
      return new Map(result.rows.map(({ id, ...work }) => [id, work]));
    },
  };
}

type Listener = { channel: string; onMessage: (message: string) => void };

/** Listens on one connection for all queues of a process. */
export async function openListener(url: string) {
  const listeners = new Set<Listener>();
  let isClosed = false;
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    client.on('notification', ({ channel, payload = '' }) => {
      for (const listener of listeners)
        if (listener.channel === channel) listener.onMessage(payload);
    });
    await client.connect();
    for (const channel of new Set([...listeners].map((listener) => listener.channel)))
      await client.query(`listen ${channel}`);
    client.on('end', () => void reconnect());
    return client;
  };
  let connected = connect();
  const reconnect = async (): Promise<void> => {
    if (isClosed) return;
    await sleep(AGAIN_MS);
    connected = connect();
    await connected.then(
      () => listeners.forEach(({ onMessage }) => void onMessage('')),
      () => reconnect(),
    );
  };
  await connected;
  return {
    listen: async (channel: string, onMessage: (message: string) => void) => {
      const listener = { channel, onMessage };
      listeners.add(listener);
      await (await connected).query(`listen ${channel}`);
      return { [Symbol.asyncDispose]: async () => void listeners.delete(listener) };
    },
    [Symbol.asyncDispose]: async () => {
      isClosed = true;
      await (await connected).end();
    },
  };
}
