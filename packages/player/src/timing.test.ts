import { expect, test } from 'vitest';
import { isLate, secondsUntil } from './timing.ts';

test('a frame waits until it is due', () => {
  expect(secondsUntil(30, 30, 0.9)).toBeCloseTo(0.1);
  expect(secondsUntil(30, 30, 1.2)).toBe(0);
  // The position went back to the start.
  expect(secondsUntil(300, 30, 0)).toBe(0);
});

test('a frame that is more than 50 ms away from the audio is not shown', () => {
  expect([0.94, 0.96, 1, 1.04, 1.06].map((seconds) => isLate(30, 30, seconds))).toEqual([
    true,
    false,
    false,
    false,
    true,
  ]);
});
