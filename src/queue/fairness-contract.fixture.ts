import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Job } from './job-queue.ts';
import { addAll, heldWorker, type QueueBench, render } from './queue-bench.fixture.ts';

/** Defines the tests of the order in which accounts and priorities run. */
export function testFairness<Transaction>(
  name: string,
  createBench: () => Promise<QueueBench<Transaction>>,
  thoroughness: number,
): void {
  test(`${name}: many jobs of one account do not delay another account`, async () => {
    await using bench = await createBench();
    await using queue = bench.open();
    const { worker, order, letGo } = heldWorker(bench);
    queue.work(worker);
    const flood = Array.from({ length: 500 }, (_, i) => render(`a${i}`));
    await addAll(bench, queue, flood);
    queue.start();
    await expect.poll(() => order).toEqual(['a0']);
    await addAll(bench, queue, [render('b0', 'acc_b'), render('b1', 'acc_b')]);
    bench.advance(20_000);
    letGo('a0');
    await expect.poll(() => order).toEqual(['a0', 'b0']);
    // The other account has still used less.
    bench.advance(5000);
    letGo('b0');
    await expect.poll(() => order).toEqual(['a0', 'b0', 'b1']);
    letGo('b1');
    await expect.poll(() => order).toEqual(['a0', 'b0', 'b1', 'a1']);
  });

  test(`${name}: previews run before finals of their account, and batch jobs when nothing else can`, async () => {
    await using bench = await createBench();
    await using queue = bench.open();
    const { worker, order, letGo } = heldWorker(bench);
    queue.work(worker);
    const jobs: Job[] = [
      render('batch of c', 'acc_c', 'batch'),
      render('final of a', 'acc_a', 'final'),
      render('preview of a', 'acc_a', 'preview'),
    ];
    await addAll(bench, queue, jobs);
    queue.start();
    for (const id of ['preview of a', 'final of a', 'batch of c']) {
      await expect.poll(() => order.at(-1)).toBe(id);
      bench.advance(60_000);
      letGo(id);
    }
  });

  test(`${name}: a running job counts for its account, and a restart does not forget the time`, async () => {
    await using bench = await createBench();
    {
      await using queue = bench.open();
      const { worker, order, running } = heldWorker(bench, { atOnce: 2, perAccount: () => 2 });
      queue.work(worker);
      await addAll(bench, queue, [render('a0'), render('a1'), render('b0', 'acc_b')]);
      queue.start();
      // Both have used nothing; the job that starts first counts at once.
      await expect.poll(() => order).toEqual(['a0', 'b0']);
      bench.advance(30_000);
      expect(running()).toEqual(['a0', 'b0']);
      await bench.end('b0');
    }
    await bench.end('a0');
    await using next = bench.open();
    const { worker, order, letGo } = heldWorker(bench);
    next.work(worker);
    const later = [render('b1', 'acc_b'), render('c0', 'acc_c'), render('c1', 'acc_c')];
    await addAll(bench, next, later);
    next.start();
    await expect.poll(() => order).toEqual(['c0']);
    bench.advance(60_000);
    letGo('c0');
    // The other two have used the same time, or nearly.
    await expect.poll(() => order[1]).toMatch(/^[ab]1$/);
  });

  test(`${name}: an account's limit may change while jobs wait`, async () => {
    await using bench = await createBench();
    await using queue = bench.open();
    const limits = new Map([['acc_a', 1]]);
    const perAccount = (accountId: string) => limits.get(accountId) ?? 2;
    const { worker, order, running } = heldWorker(bench, { atOnce: 4, perAccount });
    queue.work(worker);
    const of = (accountId: string) => [0, 1, 2].map((i) => render(`${accountId} ${i}`, accountId));
    await addAll(bench, queue, [...of('acc_a'), ...of('acc_b')]);
    queue.start();
    await expect.poll(() => order).toHaveLength(3);
    expect(running()).toEqual(['acc_a 0', 'acc_b 0', 'acc_b 1']);
    limits.set('acc_a', 9);
    await expect.poll(running).toEqual(['acc_a 0', 'acc_a 1', 'acc_b 0', 'acc_b 1']);
  });

  test(`${name}: accounts get the same time, with a difference of at most one job`, async () => {
    // In this short time, work does not lose much of its weight.
    const milliseconds = fc.integer({ min: 1, max: 1000 });
    const lengths = fc.array(fc.array(milliseconds, { minLength: 30, maxLength: 30 }), {
      minLength: 2,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(lengths, async (accounts) => {
        await using bench = await createBench();
        await using queue = bench.open();
        const heldQueue = heldWorker(bench);
        queue.work(heldQueue.worker);
        const jobs = accounts.flatMap((jobLengths, a) =>
          jobLengths.map((length, i) => ({ ...render(`${a} ${i}`, `acc_${a}`), length })),
        );
        await addAll(bench, queue, jobs);
        queue.start();
        const usedSeconds = new Map<string, number>();
        const longest = Math.max(...jobs.map(({ length }) => length));
        const counts = () => accounts.map((_, a) => usedSeconds.get(`acc_${a}`) ?? 0);
        // Until one account has no more jobs.
        for (let ran = 1; ran <= 30; ran++) {
          while (heldQueue.order.length < ran)
            await new Promise((resolve) => setImmediate(resolve));
          const job = jobs.find(({ id }) => id === heldQueue.order.at(-1));
          if (!job) throw new Error('an unknown job runs');
          bench.advance(job.length);
          usedSeconds.set(job.accountId, (usedSeconds.get(job.accountId) ?? 0) + job.length);
          heldQueue.letGo(job.id);
          expect(Math.max(...counts()) - Math.min(...counts())).toBeLessThan(longest * 1.05);
        }
      }),
      { numRuns: 20 * thoroughness, seed: 1 },
    );
  });
}
