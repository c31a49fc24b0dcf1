import { expect, test } from 'vitest';
import { visiblePlaces, visibleRange } from './virtual-range.ts';

const grid = { itemCount: 10_000, width: 1000, rowHeight: 120, minItemWidth: 230, gap: 20 };

test('only the rows near the window are drawn', () => {
  const range = visibleRange(grid, 12_000, 12_800);
  expect(range).toEqual({ columns: 4, itemWidth: 235, height: 299_980, first: 388, end: 440 });
});

test('a window beyond the list draws its last rows, and an empty list nothing', () => {
  expect(visibleRange(grid, 1e9, 1e9 + 800)).toMatchObject({ first: 10_000, end: 10_000 });
  expect(visibleRange({ ...grid, itemCount: 0 }, 0, 800)).toMatchObject({
    height: 0,
    first: 0,
    end: 0,
  });
});

test('a list without a width of items has one column', () => {
  const rows = visibleRange({ ...grid, minItemWidth: 0, itemCount: 3 }, 0, 800);
  expect(rows).toEqual({ columns: 1, itemWidth: 1000, height: 340, first: 0, end: 3 });
});

test('places of their own: the items of the window are drawn, and those half a window beyond', () => {
  const places = Array.from({ length: 100 }, (_, index) => ({
    x: (index % 2) * 500,
    y: Math.floor(index / 2) * 200,
    width: 480,
    height: 180,
  }));
  expect(visiblePlaces(places, 0, 800)).toEqual({ first: 0, end: 14, height: 9980 });
  expect(visiblePlaces(places, 4000, 4800)).toEqual({ first: 36, end: 54, height: 9980 });
  expect(visiblePlaces(places, 1e9, 1e9 + 800)).toMatchObject({ first: 100, end: 100 });
  expect(visiblePlaces([], 0, 800)).toEqual({ first: 0, end: 0, height: 0 });
});
