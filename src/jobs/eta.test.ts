import { expect, test } from 'vitest';
import { endEstimator, queueEnds } from './eta.ts';

test('the end is estimated from the rate of drawing, as soon as the rate is known', () => {
  const at = endEstimator();
  expect(at('fetching', 4, 1000)).toBeNull();
  expect(at('rendering', 10, 2000)).toBeNull();
  expect(at('rendering', 11, 2100)).toBeNull();
  // 29 of 87 parts in 10 s: 20 s are left.
  expect(at('rendering', 39, 12_000)).toBe(32_000);
  expect(at('rendering', 97, 40_000)).toBe(40_000);
  expect(at('assembling', 97, 41_000)).toBe(41_000);
});

test('an expected end counts until the rate is known, and is never in the past', () => {
  const at = endEstimator(10_000.3);
  expect(at('composing', 8, 1000)).toBe(10_000);
  expect(at('rendering', 10, 2000)).toBe(10_000);
  // Half of the sure part: 20 of 87 in 10 s, so 33.5 s are left by the rate.
  expect(at('rendering', 30, 12_000)).toBe(Math.round((45_500 + 12_000) / 2));
  expect(at('rendering', 50, 22_000)).toBe(45_500);
});

test('a waiting session ends after those ahead of it, and accounts share the processors', () => {
  const work = (id: string, accountId: string, workSeconds: number) => ({
    id,
    accountId,
    workSeconds,
  });
  const waiting = [work('a1', 'a', 2), work('a2', 'a', 4), work('b1', 'b', 1)];
  expect([...queueEnds([work('a0', 'a', 3)], waiting)]).toEqual([
    ['a1', 10_000],
    ['a2', 18_000],
    ['b1', 2000],
  ]);
  expect([...queueEnds([], [work('a1', 'a', 2)])]).toEqual([['a1', 2000]]);
});
