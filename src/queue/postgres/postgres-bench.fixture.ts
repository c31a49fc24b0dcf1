import type pg from 'pg';
import { silentLog } from '../../system/index.ts';
import type { Committing } from '../job-queue.ts';
import type { QueueBench } from '../queue-bench.fixture.ts';
import { PgBossQueue, type PgBossQueueOptions } from './pg-boss-queue.ts';
import {
  emptyRows,
  endRow,
  insertJobs,
  openListener,
  openPool,
  readsOf,
} from './postgres-rows.fixture.ts';

type TestTransaction = Committing & { client: pg.PoolClient };

/** Opens empty rows in a database. The queues of the bench know each other only through it. */
export async function openPostgresBench(
  url: string,
): Promise<
  Omit<QueueBench<TestTransaction>, 'open'> & {
    open: (options?: Pick<PgBossQueueOptions, 'mayBegin'>) => PgBossQueue;
  }
> {
  const pool = openPool(url);
  await emptyRows(pool);
  const listener = await openListener(url);
  let aheadMs = 0;
  return {
    open: (options = {}) =>
      new PgBossQueue({
        pool,
        log: silentLog,
        listen: listener.listen,
        ...readsOf(pool, () => aheadMs),
        aheadMs: () => aheadMs,
        ...options,
      }),
    advance: (ms) => {
      aheadMs += ms;
    },
    transaction: (work) => inTestTransaction(pool, work),
    insert: (job, { client }, dueInMs) => insertJobs(client, [job], dueInMs),
    end: (id) => endRow(pool, id),
    [Symbol.asyncDispose]: async () => {
      await listener[Symbol.asyncDispose]();
      await pool.end();
    },
  };
}

async function inTestTransaction<T>(
  pool: pg.Pool,
  work: (tx: TestTransaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const then: (() => void)[] = [];
  try {
    await client.query('begin');
    const result = await work({ afterCommit: (callback) => void then.push(callback), client });
    await client.query('commit');
    for (const callback of then) callback();
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
