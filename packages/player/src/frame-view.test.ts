import { expect, test } from 'vitest';
import { missingSupport, Pace } from './frame-view.ts';

test('Node.js has WebAssembly with SIMD, but none of the browser', () => {
  expect(missingSupport()).toMatch(/workers|OffscreenCanvas/);
});

const reports = (pace: Pace, times: readonly number[]) => times.map((ms) => pace.isSlow(ms));

test('slow drawings at the start are ignored', () => {
  const times = [...Array<number>(8).fill(1000), ...Array<number>(40).fill(10)];
  expect(reports(new Pace(50), times)).not.toContain(true);
});

test('a single slow drawing is not reported, but a slow series is', () => {
  const pace = new Pace(50);
  expect(
    reports(pace, [...Array<number>(20).fill(20), 200, ...Array<number>(20).fill(20)]),
  ).not.toContain(true);
  expect(reports(pace, Array<number>(40).fill(80))).toContain(true);
});
