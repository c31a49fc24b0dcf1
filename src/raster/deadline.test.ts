import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Deadline } from './deadline.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Work that gets a share of the processor; undefined where CPU time cannot be measured. */
function work(share: number | undefined) {
  let late = 0;
  const deadline = new Deadline({
    limitMs: 60_000,
    cpuMs: () => (share === undefined ? undefined : Date.now() * share),
    onLate: () => {
      late = Date.now();
    },
    nowMs: () => Date.now(),
  });
  return { deadline, late: () => late };
}

test.each([
  ['has a core', 1, 60],
  ['has eight cores', 8, 60],
  ['has a quarter of a core', 0.25, 240],
  ['has a hundredth of a core', 0.01, 600],
  ['hangs', 0, 600],
  ['cannot be measured', undefined, 60],
])(
  'work that %s is late by its CPU time, or after ten times as long',
  async (_, share, seconds) => {
    vi.setSystemTime(0);
    const { late } = work(share);
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 10);
    expect(late()).toBe(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(late()).toBeGreaterThan(0);
  },
);

test('progress begins the time again, and the end of the work ends it', async () => {
  vi.setSystemTime(0);
  const { deadline, late } = work(0.5);
  for (const _ of Array.from({ length: 10 })) {
    await vi.advanceTimersByTimeAsync(110_000);
    deadline.restart();
  }
  expect(late()).toBe(0);
  deadline.clear();
  await vi.advanceTimersByTimeAsync(3600_000);
  expect(late()).toBe(0);
});
