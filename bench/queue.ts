/**
 * Measures the queue of many processes on PostgreSQL, with jobs that sleep: how soon a job starts, how many
 * queries idle workers make, and what many waiting jobs change. `npm run bench:queue`
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { PgBossQueue } from '../src/queue/index.ts';
import {
  emptyRows,
  endRow,
  insertJobs,
  openListener,
  openPool,
  readsOf,
} from '../src/queue/postgres/postgres-rows.fixture.ts';
import { render } from '../src/queue/queue-bench.fixture.ts';
import { silentLog } from '../src/system/index.ts';
import { startPostgres } from '../test/support/postgres.ts';

await using server = await startPostgres();
const url = await server.createEmptyDatabase();
const pool = openPool(url);
await emptyRows(pool);

const say = (line: string) => process.stdout.write(`${line}\n`);
const starts = new Map<string, number>();

/** Opens queues that know each other only through the database. */
async function openWorkers(count: number, jobMs: number, connections = 4) {
  const listener = await openListener(url);
  const queues: PgBossQueue[] = Array.from({ length: count }, () => {
    const options = { pool: openPool(url, connections), listen: listener.listen, log: silentLog };
    const queue = new PgBossQueue({ ...options, ...readsOf(options.pool) });
    for (const kind of ['render', 'fetch', 'deliver'])
      queue.work({
        kinds: [kind],
        atOnce: 2,
        perAccount: () => 1000,
        run: async ({ id }, signal) => {
          starts.set(id, performance.now());
          await sleep(jobMs, undefined, { signal });
          await endRow(pool, id);
        },
      });
    return queue;
  });
  for (const queue of queues) queue.start();
  await sleep(4000);
  return {
    queues,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(queues.map((queue) => queue[Symbol.asyncDispose]()));
      await listener[Symbol.asyncDispose]();
    },
  };
}

/** Adds a job, and returns the milliseconds until it starts. */
async function waitOf(queue: PgBossQueue, id: string, priority: 'preview' | 'final') {
  const job = render(id, `acc_${id}`, priority);
  await insertJobs(pool, [job]);
  const addedMs = performance.now();
  await queue.add(job, { afterCommit: (then) => then() });
  while (!starts.has(id)) await sleep(1);
  return (starts.get(id) ?? 0) - addedMs;
}

async function commits(): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    'select sum(xact_commit) as count from pg_stat_database',
  );
  return Number(rows[0]?.count);
}

const at = (values: number[], part: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * part)]?.toFixed(1);

async function measureWaits(title: string, queue: PgBossQueue, count: number): Promise<void> {
  const waits: number[] = [];
  for (let i = 0; i < count; i++) {
    waits.push(await waitOf(queue, `${title} ${i}`, 'final'));
    await sleep(20 + 100 * Math.random());
  }
  say(`${title}: start after p50 ${at(waits, 0.5)} ms, p95 ${at(waits, 0.95)} ms`);
}

/** Returns the jobs per second when all slots always have work. */
async function measureRate(title: string, seconds: number): Promise<void> {
  starts.clear();
  await sleep(seconds * 1000);
  say(`${title}: ${(starts.size / seconds).toFixed(0)} jobs started in a second`);
}

{
  await using workers = await openWorkers(8, 5);
  const [queue] = workers.queues;
  if (queue) await measureWaits('idle, 8 workers', queue, 100);
}
{
  await using _workers = await openWorkers(50, 5, 2);
  await sleep(3000);
  const startCommits = await commits();
  await sleep(20_000);
  const each = ((await commits()) - startCommits) / 20;
  say(`50 idle workers: ${each.toFixed(0)} queries a second in all`);
}
{
  await emptyRows(pool);
  const many = Array.from({ length: 40_000 }, (_, i) =>
    render(`short ${i}`, `acc_${i % 100}`, 'final'),
  );
  await insertJobs(pool, many);
  await using _workers = await openWorkers(8, 0);
  await measureRate('8 workers x 2 slots, empty jobs', 10);
}
{
  await emptyRows(pool);
  const flood = (count: number, name: string) =>
    Array.from({ length: count }, (_, i) => render(`${name} ${i}`, `acc_${i % 100}`, 'batch'));
  await insertJobs(pool, flood(2000, 'few'));
  await using workers = await openWorkers(8, 200);
  await measureRate('8 workers x 2 slots, 0.2 s, up to 2,000 queued (ideal 80)', 10);
  for (let i = 0; i < 10; i++) await insertJobs(pool, flood(10_000, `many ${i}`));
  await pool.query('analyze');
  await measureRate('8 workers x 2 slots, 0.2 s, 100,000 queued (ideal 80)', 10);
  const [queue] = workers.queues;
  const waits: number[] = [];
  for (let i = 0; queue && i < 20; i++) waits.push(await waitOf(queue, `preview ${i}`, 'preview'));
  say(
    `a preview behind 100,000 batch jobs of 0.2 s: p50 ${at(waits, 0.5)} ms, p95 ${at(waits, 0.95)} ms`,
  );
}
await server[Symbol.asyncDispose]();
process.exit(0);
