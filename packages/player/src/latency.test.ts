import { expect, test } from 'vitest';
import { Latency } from './latency.ts';

test('a slow drawing counts at once, and faster ones slowly', () => {
  const latency = new Latency();
  for (const seconds of [0.02, 0.12, 0.04]) latency.add(seconds);
  expect(latency.seconds).toBeCloseTo(0.112);
  for (let n = 0; n < 60; n++) latency.add(0.04);
  expect(latency.seconds).toBeCloseTo(0.04, 2);
  latency.add(30);
  expect(latency.seconds).toBe(1);
});

test('after a single slow drawing, frames soon are ready in time again', () => {
  const latency = new Latency();
  latency.add(1);
  for (let n = 0; n < 6; n++) latency.add(0.04);
  expect(latency.seconds).toBeLessThan(0.15);
});
