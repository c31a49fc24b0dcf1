import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testFairness } from './fairness-contract.fixture.ts';
import { isHandedBack, type Job } from './job-queue.ts';
import { addAll, heldWorker, type QueueBench, render } from './queue-bench.fixture.ts';

/**
 * Defines the tests that every implementation of the port must pass. `createBench` creates empty
 * rows. `thoroughness` is the part of the usual number of runs of the tests with random input.
 */
export function testQueueContract<Transaction>(
  name: string,
  createBench: () => Promise<QueueBench<Transaction>>,
  thoroughness = 1,
): void {
  test(`${name}: a job runs after its transaction is committed, and never after a rollback`, async () => {
    await using bench = await createBench();
    await using queue = bench.open();
    const { worker, order, letGo } = heldWorker(bench);
    queue.work(worker);
    queue.start();
    const failed = bench.transaction(async (tx) => {
      await bench.insert(render('never'), tx);
      await queue.add(render('never'), tx);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    await bench.transaction(async (tx) => {
      await bench.insert(render('one'), tx);
      await queue.add(render('one'), tx);
      expect(order).toEqual([]);
    });
    await expect.poll(() => order).toEqual(['one']);
    letGo('one');
    await addAll(bench, queue, [render('two')]);
    await expect.poll(() => order).toEqual(['one', 'two']);
  });

  test(`${name}: jobs run that existed before the start or were added by a different queue`, async () => {
    await using bench = await createBench();
    await using other = bench.open();
    await addAll(bench, other, [render('before')]);
    await using queue = bench.open();
    const { worker, order, letGo } = heldWorker(bench);
    queue.work(worker);
    queue.start();
    await expect.poll(() => order).toEqual(['before']);
    letGo('before');
    await addAll(bench, other, [render('beside')]);
    await expect.poll(() => order).toEqual(['before', 'beside']);
  });

  test(`${name}: a stop hands running jobs back, and they run again after the next start`, async () => {
    await using bench = await createBench();
    const handedBack: boolean[] = [];
    {
      await using queue = bench.open();
      const started = Promise.withResolvers<void>();
      queue.work({
        kinds: ['render'],
        atOnce: 1,
        perAccount: () => 1,
        run: async (_, signal) => {
          started.resolve();
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          handedBack.push(isHandedBack(signal));
          signal.throwIfAborted();
        },
      });
      queue.start();
      await addAll(bench, queue, [render('one')]);
      await started.promise;
    }
    expect(handedBack).toEqual([true]);
    await using next = bench.open();
    const { worker, order } = heldWorker(bench);
    next.work(worker);
    next.start();
    await expect.poll(() => order).toEqual(['one']);
  });

  test(`${name}: a canceled job stops when it runs, and never starts when it waits`, async () => {
    await using bench = await createBench();
    await using queue = bench.open();
    const handedBack: boolean[] = [];
    const ran: string[] = [];
    queue.work({
      kinds: ['render'],
      atOnce: 1,
      perAccount: () => 1,
      run: async ({ id }, signal) => {
        ran.push(id);
        if (id === 'last') return bench.end(id);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        handedBack.push(isHandedBack(signal));
      },
    });
    queue.start();
    await addAll(
      bench,
      queue,
      ['runs', 'waits', 'last'].map((id) => render(id)),
    );
    await expect.poll(() => ran).toEqual(['runs']);
    for (const id of ['waits', 'runs']) {
      await bench.end(id);
      expect(await queue.cancel(id)).toBe(id === 'runs');
    }
    await expect.poll(() => ran).toEqual(['runs', 'last']);
    expect(handedBack).toEqual([false]);
  });

  test(`${name}: a failed job runs again later and does not delay other jobs`, async () => {
    await using bench = await createBench();
    await using queue = bench.open();
    const ran: string[] = [];
    queue.work({
      kinds: ['render'],
      atOnce: 1,
      perAccount: () => 1,
      run: async ({ id }) => {
        ran.push(id);
        if (!ran.includes('next')) throw new Error('it fails until the other job has run');
        await bench.end(id);
      },
    });
    queue.start();
    await addAll(
      bench,
      queue,
      ['fails', 'next'].map((id) => render(id)),
    );
    await expect.poll(() => ran.slice(ran.indexOf('next'))).toEqual(['next', 'fails']);
    expect(ran[0]).toBe('fails');
  });

  test(`${name}: a job does not run before it is due`, async () => {
    await using bench = await createBench();
    await using queue = bench.open();
    const { worker, order, letGo } = heldWorker(bench);
    queue.work(worker);
    queue.start();
    const dueInMs = 3_600_000;
    await bench.transaction(async (tx) => {
      await bench.insert(render('later'), tx, dueInMs);
      await queue.add(render('later'), tx);
    });
    for (const id of ['now', 'then']) {
      await addAll(bench, queue, [render(id)]);
      await expect.poll(() => order.at(-1)).toBe(id);
      letGo(id);
    }
    bench.advance(dueInMs);
    await expect.poll(() => order).toEqual(['now', 'then', 'later']);
  });

  test(`${name}: jobs that mayRun rejects wait, and other jobs run before them`, async () => {
    await using bench = await createBench();
    await using queue = bench.open();
    const mayRun = (job: Job, running: readonly Job[]) =>
      running.every(({ target }) => target !== job.target);
    const { worker, order, letGo } = heldWorker(bench, { atOnce: 3, perAccount: () => 3, mayRun });
    queue.work(worker);
    const to = (id: string, target: string) => ({ ...render(id), target });
    await addAll(bench, queue, [to('x1', 'x'), to('x2', 'x'), to('y1', 'y')]);
    queue.start();
    await expect.poll(() => order).toEqual(['x1', 'y1']);
    letGo('x1');
    await expect.poll(() => order).toEqual(['x1', 'y1', 'x2']);
  });

  test(`${name}: limits hold and all jobs run when adds, ends and reads overlap`, async () => {
    const account = fc.constantFrom('acc_a', 'acc_b', 'acc_c');
    const step = fc.oneof(
      fc.record({ add: account, priority: fc.constantFrom('preview', 'final', 'batch') }),
      fc.record({ end: fc.nat(9) }),
    );
    const limits = fc.record({
      atOnce: fc.integer({ min: 1, max: 4 }),
      perAccount: fc.constantFrom(1, 2),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        limits,
        async (steps, { atOnce, perAccount }) => {
          await using bench = await createBench();
          await using queue = bench.open();
          const heldQueue = heldWorker(bench, { atOnce, perAccount: () => perAccount });
          queue.work(heldQueue.worker);
          queue.start();
          const jobs: Job[] = [];
          const adding: Promise<void>[] = [];
          for (const addition of steps) {
            if ('add' in addition) {
              const job = render(`${addition.add} ${jobs.length}`, addition.add, addition.priority);
              jobs.push(job);
              adding.push(addAll(bench, queue, [job]));
            } else heldQueue.letGo(heldQueue.running()[addition.end] ?? '');
            const runs = heldQueue.running().map((id) => id.split(' ')[0]);
            for (const name of new Set(runs))
              expect(runs.filter((other) => other === name).length).toBeLessThanOrEqual(perAccount);
            await Promise.resolve();
          }
          await Promise.all(adding);
          while (heldQueue.order.length < jobs.length || heldQueue.running().length > 0) {
            for (const id of heldQueue.running()) heldQueue.letGo(id);
            await new Promise((resolve) => setImmediate(resolve));
          }
          expect([...heldQueue.order].sort()).toEqual(jobs.map(({ id }) => id).sort());
          expect(heldQueue.doubled).toEqual([]);
          expect(heldQueue.max()).toBeLessThanOrEqual(atOnce);
        },
      ),
      { numRuns: 60 * thoroughness, seed: 1 },
    );
  });

  testFairness(name, createBench, thoroughness);
}
