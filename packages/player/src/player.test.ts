import { expect, test } from 'vitest';
import { isLate, Latency, secondsUntil } from './player.ts';

function latencyAfter(...seconds: number[]): number {
  const latency = new Latency();
  for (const duration of seconds) latency.add(duration);
  return latency.seconds;
}

test('a single slow drawing does not count, and a second one does', () => {
  expect(latencyAfter()).toBe(0);
  expect(latencyAfter(0.04, 30, 0.05, 0.03)).toBe(0.05);
  expect(latencyAfter(0.04, 0.12, 0.05, 0.11)).toBe(0.11);
});

test('slow drawings are forgotten, and very slow ones are not compensated', () => {
  expect(latencyAfter(30, 30)).toBe(1);
  expect(latencyAfter(30, 30, ...Array.from({ length: 7 }, () => 0.04))).toBe(0.04);
});

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
