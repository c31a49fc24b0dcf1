import { expect, test } from 'vitest';
import { endExpected } from './eta.ts';

test('the end is estimated from the rate of drawing, as soon as the rate is known', () => {
  const at = endExpected();
  expect(at('fetching', 4, 1000)).toBeNull();
  expect(at('rendering', 10, 2000)).toBeNull();
  expect(at('rendering', 11, 2100)).toBeNull();
  // 29 of 87 parts in 10 s: 20 s are left.
  expect(at('rendering', 39, 12_000)).toBe(32_000);
  expect(at('rendering', 97, 40_000)).toBe(40_000);
  expect(at('assembling', 97, 41_000)).toBe(41_000);
});
