import { expect, test } from 'vitest';
import { rowsOf, ticksOf } from './bar-rows.ts';

test('spans that overlap are in different rows; a row is used again', () => {
  const spans = [
    { start: 0, end: 4 },
    { start: 1, end: 2 },
    { start: 3, end: 5 },
    { start: 4.5, end: 6 },
  ];
  expect(rowsOf(spans, 0.1)).toEqual({ rows: [0, 1, 1, 0], count: 2 });
  expect(rowsOf([], 0)).toEqual({ rows: [], count: 0 });
});

test('a ruler has few, round times', () => {
  expect(ticksOf(10, 12)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(ticksOf(10, 6)).toEqual([0, 2, 4, 6, 8, 10]);
  expect(ticksOf(0.3, 6)).toEqual([0, 0.1, 0.2, 0.3]);
  expect(ticksOf(20_000, 6).length).toBeLessThanOrEqual(7);
  expect(ticksOf(0, 6)).toEqual([0]);
});
