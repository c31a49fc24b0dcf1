import { expect, test } from 'vitest';
import type { Corner } from './draft.ts';
import {
  areaOf,
  boundsOf,
  boxOf,
  contentsAt,
  cornersAt,
  isInside,
  placeOfName,
  timeToSee,
} from './places.ts';

const square = (x: number, y: number, side: number): Corner[] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
];
const moving = {
  start: 1,
  end: 3,
  places: [
    { time: 1, corners: square(0, 0, 10) },
    { time: 2, corners: square(100, 0, 10) },
  ],
};

test('between two samples, corners are between theirs; before and after them, they stay', () => {
  expect(cornersAt(moving, 1.5)?.[0]).toEqual([50, 0]);
  expect(cornersAt(moving, 2.9)?.[0]).toEqual([100, 0]);
  expect(cornersAt({ ...moving, start: 0 }, 0.5)?.[0]).toEqual([0, 0]);
});

test('what is not shown, or has no place, has no corners', () => {
  expect(cornersAt(moving, 0.9)).toBeUndefined();
  expect(cornersAt(moving, 3)).toBeUndefined();
  expect(cornersAt({ start: 0, end: 1, places: [] }, 0.5)).toBeUndefined();
});

test('a point is within a turned square, but not in the corner of its bounds', () => {
  const turned: Corner[] = [
    [5, 0],
    [10, 5],
    [5, 10],
    [0, 5],
  ];
  expect(isInside(turned, [5, 5])).toBe(true);
  expect(isInside(turned, [1, 1])).toBe(false);
  expect(areaOf(turned)).toBe(50);
});

test('under a point, the smallest content comes first', () => {
  const content = (id: string, side: number) => ({
    id,
    start: 0,
    end: 5,
    places: [{ time: 0, corners: square(0, 0, side) }],
  });
  const contents = [content('background', 100), content('title', 20)];
  expect(contentsAt(contents, 1, [10, 10]).map(({ id }) => id)).toEqual(['title', 'background']);
  expect(contentsAt(contents, 1, [50, 50]).map(({ id }) => id)).toEqual(['background']);
  expect(contentsAt(contents, 6, [10, 10])).toEqual([]);
});

test('a marked content is shown at a still, else in the middle; a time that shows it stays', () => {
  const span = [{ start: 2, end: 4 }];
  expect(timeToSee(span, 3, [2.5])).toBe(3);
  expect(timeToSee(span, 0, [9, 2.6])).toBe(2.6);
  // At its first moment it may still be transparent.
  expect(timeToSee(span, 2, [])).toBe(3);
  expect(timeToSee([{ start: 0, end: 0 }], 1.5, [])).toBe(1.5);
});

test('bounds are cut at the edges of the frame; what is outside has none', () => {
  const frame = { width: 100, height: 50 };
  expect(boundsOf({ corners: square(-10, 0, 30) }, frame)).toEqual({
    x: 0,
    y: 0,
    width: 0.2,
    height: 0.6,
  });
  expect(boundsOf({ corners: square(-40, 0, 30) }, frame)).toBeUndefined();
});

test('a name covers no other content: it is above its place, below it or within it', () => {
  const name = { width: 50, height: 20, frameHeight: 200 };
  const box = boxOf(square(20, 60, 40));
  const background = boxOf(square(0, 0, 200));
  const above = boxOf(square(20, 30, 25));
  const below = boxOf(square(20, 105, 25));
  expect(placeOfName(box, [background], name)).toBe('above');
  expect(placeOfName(box, [background, above], name)).toBe('below');
  expect(placeOfName(box, [background, above, below], name)).toBe('within');
  expect(placeOfName(boxOf(square(20, 5, 40)), [], name)).toBe('below');
  expect(placeOfName(background, [], name)).toBe('within');
});
