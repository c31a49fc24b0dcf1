import { expect, test } from 'vitest';
import { allDays, axisEnd, barsOf } from './usage-bars.ts';

test('days without use are zero', () => {
  expect(allDays('2026-02-27', '2026-03-01', [{ day: '2026-02-28', value: 3 }])).toEqual([
    { day: '2026-02-27', value: 0 },
    { day: '2026-02-28', value: 3 },
    { day: '2026-03-01', value: 0 },
  ]);
  expect(allDays('2020-01-01', '2026-01-01', [])).toHaveLength(366);
});

test.each([
  [[], 1],
  [[0], 1],
  [[3, 7], 10],
  [[0.3], 0.5],
  [[1000], 1000],
  [[1001], 2000],
])('the axis for %j ends at %d', (values, end) => {
  expect(axisEnd(values)).toBeCloseTo(end);
});

test('the largest bar has the height of its share of the axis', () => {
  const days = [
    { day: 'a', value: 5 },
    { day: 'b', value: 10 },
  ];
  const [first, second] = barsOf(days, { width: 100, height: 50 });
  expect(first).toMatchObject({ height: 25, y: 25, x: 5, width: 40 });
  expect(second).toMatchObject({ height: 50, y: 0 });
  expect(second?.x).toBeCloseTo(55);
});
