import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '../../system/index.ts';
import { PgBossQueue } from './pg-boss-queue.ts';
import { endRow, openListener, openPool, readsOf } from './postgres-rows.fixture.ts';

/**
 * A worker in a process of its own, whose jobs sleep: `node queue-process.fixture.ts URL SLOTS MS`. It
 * records when it starts and ends a job, and ends with SIGTERM.
 */
const [, , url = '', slots = '2', jobMs = '500'] = process.argv;
const pool = openPool(url, 4);
const listener = await openListener(url);
const queue = new PgBossQueue({ pool, log: silentLog, listen: listener.listen, ...readsOf(pool) });
queue.work({
  kinds: ['render'],
  atOnce: Number(slots),
  perAccount: () => 1000,
  run: async ({ id }, signal) => {
    const { rows } = await pool.query<{ startedAt: string }>(
      `insert into test_runs values ($1, $2, clock_timestamp())
        returning started_at::text as "startedAt"`,
      [id, process.pid],
    );
    await sleep(Number(jobMs), undefined, { signal });
    await endRow(pool, id);
    await pool.query(
      `update test_runs set ended_at = clock_timestamp()
        where id = $1 and worker = $2 and started_at = $3::timestamptz`,
      [id, process.pid, rows[0]?.startedAt],
    );
  },
});
queue.start();
process.once('SIGTERM', () => {
  void queue[Symbol.asyncDispose]().then(() => process.exit(0));
});
process.send?.('started');
