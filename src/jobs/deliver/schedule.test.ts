import { expect, test } from 'vitest';
import { GIVE_UP_MS, pauseAfter } from './send.ts';

test('an upload is tried for two days with growing pauses, and once more at their end', () => {
  const times = [0];
  for (let at = 0; ; ) {
    const pause = pauseAfter(times.length, at, 0.5);
    if (pause === undefined) break;
    at += pause;
    times.push(at);
  }
  expect(times.slice(0, 6)).toEqual([0, 5, 35, 155, 455, 1355].map((s) => s * 1000));
  expect(times.at(-1)).toBe(GIVE_UP_MS);
  expect(times.length).toBeGreaterThan(15);
  for (const [i, time] of times.entries()) {
    expect(time - (times[i - 1] ?? 0)).toBeLessThanOrEqual(4 * 3_600_000);
  }
});

test('the pauses vary by up to a tenth', () => {
  expect([0, 1].map((chance) => pauseAfter(3, 0, chance))).toEqual([108_000, 132_000]);
});
