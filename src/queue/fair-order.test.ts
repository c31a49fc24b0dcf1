import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addWork, HALF_LIFE_MS, nextJob, type RecentWork, workAt, workOf } from './fair-order.ts';
import type { Job, JobPriority } from './job-queue.ts';

const job = (accountId: string, priority: JobPriority, id = `${accountId} ${priority}`): Job => ({
  kind: 'render',
  id,
  accountId,
  round: 1,
  priority,
});

test('work counts half after the half-life, and never more than it took', () => {
  const work = addWork(undefined, 60, 1000);
  expect(workAt(work, 1000)).toBe(60);
  expect(workAt(work, 1000 + HALF_LIFE_MS)).toBe(30);
  expect(addWork(work, 10, 1000 + HALF_LIFE_MS)).toEqual({
    seconds: 40,
    atMs: 1000 + HALF_LIFE_MS,
  });
  // The clock was set back.
  expect(workAt(work, 0)).toBe(60);
  // A running job counts at least 10 s, and the part that was counted does not count twice.
  expect(workOf(undefined, [{ startedMs: 0, countedMs: 0 }], 3000)).toBe(10);
  expect(workOf(undefined, [{ startedMs: 0, countedMs: 0 }], 90_000)).toBe(90);
  expect(workOf(work, [{ startedMs: 0, countedMs: 60_000 }], 61_000)).toBeCloseTo(
    workAt(work, 61_000) + 1,
  );
});

test('the next job: batch jobs last, then the least recent work, then previews, then waiting time', () => {
  const order = (ready: Job[], seconds: Record<string, number> = {}) => {
    const remainingJobs = [...ready];
    const ids: string[] = [];
    for (;;) {
      const next = nextJob(remainingJobs, (accountId) => seconds[accountId] ?? 0);
      if (!next) return ids;
      ids.push(next.id);
      remainingJobs.splice(remainingJobs.indexOf(next), 1);
    }
  };
  const jobs = [job('a', 'batch'), job('a', 'final'), job('b', 'final'), job('a', 'preview')];
  expect(order(jobs)).toEqual(['a preview', 'a final', 'b final', 'a batch']);
  expect(order(jobs, { a: 5 })).toEqual(['b final', 'a preview', 'a final', 'a batch']);
  expect(order([job('a', 'batch'), job('b', 'batch')], { a: 1 })).toEqual(['b batch', 'a batch']);
  // Another account's preview does not come before a final.
  expect(order([job('a', 'final'), job('b', 'preview')])).toEqual(['a final', 'b preview']);
});

test('accounts that always wait get equal shares, however many jobs run at once', () => {
  const seconds = fc.integer({ min: 1, max: 60 });
  const accounts = fc.array(fc.array(seconds, { minLength: 1, maxLength: 20 }), {
    minLength: 2,
    maxLength: 5,
  });
  fc.assert(
    fc.property(accounts, fc.integer({ min: 1, max: 4 }), (lengths, slots) => {
      type Run = { account: number; startedMs: number; countedMs: number; endMs: number };
      const work = new Map<string, RecentWork>();
      const usedSeconds = lengths.map(() => 0);
      const started = lengths.map(() => 0);
      const ready = lengths.map((_, account) => job(String(account), 'final'));
      let running: Run[] = [];
      let nowMs = 0;
      while (nowMs < 40 * HALF_LIFE_MS) {
        while (running.length < slots) {
          const next = nextJob(ready, (id) =>
            workOf(
              work.get(id),
              running.filter((run) => String(run.account) === id),
              nowMs,
            ),
          );
          const account = Number(next?.accountId);
          const accountLengths = lengths[account] ?? [];
          const length = accountLengths[(started[account] ?? 0) % accountLengths.length] ?? 1;
          started[account] = (started[account] ?? 0) + 1;
          running.push({
            account,
            startedMs: nowMs,
            countedMs: nowMs,
            endMs: nowMs + length * 1000,
          });
        }
        nowMs = Math.min(...running.map(({ endMs }) => endMs));
        for (const { account, startedMs, endMs } of running) {
          if (endMs > nowMs) continue;
          const took = (endMs - startedMs) / 1000;
          work.set(String(account), addWork(work.get(String(account)), took, nowMs));
          usedSeconds[account] = (usedSeconds[account] ?? 0) + took;
        }
        running = running.filter(({ endMs }) => endMs > nowMs);
      }
      const share =
        usedSeconds.reduce((sum, lengthSeconds) => sum + lengthSeconds, 0) / usedSeconds.length;
      for (const accountSeconds of usedSeconds) {
        // With as many slots as accounts, the jobs of an account may not fill its share.
        expect(accountSeconds).toBeGreaterThan(share * 0.8);
        expect(accountSeconds).toBeLessThan(share * 1.2);
      }
    }),
    { numRuns: 30, seed: 1 },
  );
});
