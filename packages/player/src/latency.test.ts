import { expect, test } from 'vitest';
import { Latency } from './latency.ts';

function latencyAfter(...seconds: number[]): number {
  const latency = new Latency();
  for (const one of seconds) latency.add(one);
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
