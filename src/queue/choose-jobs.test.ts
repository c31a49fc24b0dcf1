import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Choice, chooseJobs } from './choose-jobs.ts';
import { nextJob } from './fair-order.ts';
import type { Job } from './job-queue.ts';

const job = fc.record({
  accountId: fc.constantFrom('a', 'b', 'c'),
  priority: fc.constantFrom('preview', 'final', 'batch'),
  target: fc.constantFrom('x', 'y', 'z'),
});

/** Each running job counts a second. */
const seconds = (_: string, running: readonly unknown[]) => running.length;

const WORKER: Choice['worker'] = {
  perAccount: () => 3,
  mayRun: ({ target }, running) => running.filter((other) => other.target === target).length < 2,
};

/** The rule in its plain form: of all jobs that may run now, the next one. */
function plainly(pending: readonly Job[], free: number): Job[] {
  const chosen: Job[] = [];
  for (;;) {
    const ready = pending.filter(
      (runningJob) =>
        !chosen.includes(runningJob) &&
        chosen.filter(({ accountId }) => accountId === runningJob.accountId).length < 3 &&
        WORKER.mayRun?.(runningJob, chosen, 1),
    );
    const next = nextJob(ready, (accountId) =>
      seconds(
        accountId,
        chosen.filter((chosenJob) => chosenJob.accountId === accountId),
      ),
    );
    if (!next || chosen.length === free) return chosen;
    chosen.push(next);
  }
}

const choose = (pending: readonly Job[], free: number) =>
  chooseJobs({
    worker: WORKER,
    free,
    processes: 1,
    pending,
    running: [],
    nowMs: 0,
    isReady: () => true,
    secondsOf: seconds,
  });

test('the chosen jobs are those of the plain rule', () => {
  fc.assert(
    fc.property(fc.array(job, { maxLength: 30 }), fc.nat(12), (jobs, free) => {
      const pending = jobs.map(
        (spec, n): Job => ({ kind: 'deliver', id: `${n}`, round: 0, ...spec }),
      );
      expect(choose(pending, free)).toEqual(plainly(pending, free));
    }),
    { numRuns: 2000, seed: 1 },
  );
});

test('each waiting job that must wait is looked at once', () => {
  let checkCount = 0;
  const mayRun = () => {
    checkCount += 1;
    return false;
  };
  const pending = Array.from({ length: 5000 }, (_, n): Job => {
    return { kind: 'deliver', id: `${n}`, round: 0, accountId: 'a', priority: 'final' };
  });
  const chosen = chooseJobs({
    worker: { perAccount: () => 64, mayRun },
    free: 64,
    processes: 1,
    pending,
    running: [],
    nowMs: 0,
    isReady: () => true,
    secondsOf: seconds,
  });
  expect([chosen, checkCount]).toEqual([[], 5000]);
});
