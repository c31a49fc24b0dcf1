import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { run, startPostgres } from '../../../test/support/postgres.ts';
import { silentLog } from '../../system/index.ts';
import type { Job } from '../job-queue.ts';
import { addAll, heldWorker, render } from '../queue-bench.fixture.ts';
import { testQueueContract } from '../queue-contract.fixture.ts';
import type { Pool } from './boss.ts';
import { PgBossQueue } from './pg-boss-queue.ts';
import { openPostgresBench } from './postgres-bench.fixture.ts';
import { emptyRows, insertJobs, openListener, openPool, readsOf } from './postgres-rows.fixture.ts';

const server = await startPostgres();
const url = await server.createEmptyDatabase();
afterAll(() => server[Symbol.asyncDispose]());

testQueueContract('PostgreSQL', () => openPostgresBench(url), 0.1);

/** Longer than the test may take. */
const ENDLESS_MS = 3_600_000;

/** Starts a worker whose jobs sleep. */
async function startWorker(jobMs: number): Promise<ChildProcess & { pid: number }> {
  const program = join(import.meta.dirname, 'queue-process.fixture.ts');
  const child = fork(program, [url, '2', String(jobMs)], { stdio: 'inherit' });
  await once(child, 'message');
  return child as ChildProcess & { pid: number };
}

/** Makes the last signs of life of all processes a minute older, instead of waiting until they are too old. */
async function forgetSigns(pool: Pool): Promise<void> {
  for (const sign of ['job set heartbeat_on = heartbeat_on', 'processes set seen_at = seen_at'])
    await pool.query(`update framepress_queue.${sign} - interval '1 minute'`);
}

type RunRow = { id: string; worker: number; ended: boolean };

test('the jobs of a killed and of a stopped process run elsewhere, and a drained process gives its jobs back at once', async () => {
  await using pool = Object.assign(openPool(url), { [Symbol.asyncDispose]: () => pool.end() });
  await emptyRows(pool);
  const jobs = Array.from({ length: 6 }, (_, i): Job => render(`job ${i}`, `acc_${i % 2}`));
  await insertJobs(pool, jobs);
  const workers = await Promise.all([1, 2, 3].map(() => startWorker(ENDLESS_MS)));
  const runs = async () => {
    const { rows } = await pool.query<RunRow>(
      'select id, worker, ended_at is not null as ended from test_runs order by started_at',
    );
    return rows;
  };
  const ended = async () => new Set((await runs()).filter((run) => run.ended).map(({ id }) => id));
  const claimed = async () => {
    const active = "select count(*)::integer as n from framepress_queue.job where state = 'active'";
    return (await pool.query<{ n: number }>(active)).rows[0]?.n;
  };
  try {
    await expect.poll(async () => (await runs()).length).toBe(6);
    const [killed, stopped, drained] = workers;
    drained?.kill('SIGTERM');
    if (drained) await once(drained, 'exit');
    // Only those of the other two, which live.
    expect(await claimed()).toBe(4);
    expect(await ended()).toEqual(new Set());
    killed?.kill('SIGKILL');
    stopped?.kill('SIGSTOP');
    await forgetSigns(pool);
    const last = await startWorker(1);
    workers.push(last);
    await expect.poll(async () => (await ended()).size).toBe(6);
    stopped?.kill('SIGCONT');
    const atEnd = (await runs()).filter((run) => run.ended);
    expect(atEnd.map(({ worker }) => worker)).toEqual(Array.from({ length: 6 }, () => last.pid));
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
  }
});

test('a process that may not begin jobs leaves them to others, and runs them once it may', async () => {
  await using bench = await openPostgresBench(url);
  let mayBegin = false;
  await using queue = bench.open({ mayBegin: () => mayBegin });
  const { worker, order, letGo } = heldWorker(bench);
  queue.work(worker);
  queue.start();
  await addAll(bench, queue, [render('elsewhere')]);
  {
    await using other = bench.open();
    const elsewhere = heldWorker(bench);
    other.work(elsewhere.worker);
    other.start();
    await expect.poll(() => elsewhere.order).toEqual(['elsewhere']);
    elsewhere.letGo('elsewhere');
  }
  await addAll(bench, queue, [render('here')]);
  mayBegin = true;
  await expect.poll(() => order).toEqual(['here']);
  letGo('here');
});

test('jobs run on and new jobs start when the database has crashed', async () => {
  await using bench = await openPostgresBench(url);
  await using queue = bench.open();
  const { worker, order, letGo } = heldWorker(bench, { atOnce: 2, perAccount: () => 2 });
  queue.work(worker);
  queue.start();
  await addAll(bench, queue, [render('first'), render('second'), render('third')]);
  await expect.poll(() => order).toHaveLength(2);
  await server.crash();
  await server.start();
  for (const id of ['first', 'second']) letGo(id);
  await expect.poll(() => order).toEqual(['first', 'second', 'third']);
  letGo('third');
});

test('a queue whose schema may not be created says so, and opens once it may', async () => {
  const own = await server.createEmptyDatabase();
  const name = new URL(own).pathname.slice(1);
  await run(own, 'create role guest login');
  const guest = Object.assign(new URL(own), { username: 'guest' }).href;
  await using pool = Object.assign(openPool(guest), { [Symbol.asyncDispose]: () => pool.end() });
  await using listener = await openListener(own);
  await using queue = new PgBossQueue({
    ...readsOf(pool),
    pool,
    listen: listener.listen,
    log: silentLog,
  });
  queue.start();
  await expect.poll(() => queue.problem).toContain('permission denied for database');
  await run(own, `grant create on database ${name} to guest`);
  await expect.poll(() => queue.problem).toBeUndefined();
});
