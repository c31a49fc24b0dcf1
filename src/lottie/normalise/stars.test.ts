import { expect, test } from 'vitest';
import { documentOf, draw, square, still } from './pixels.fixture.ts';

const BLUE = [0, 0, 255];
const WHITE = [255, 255, 255];
const fill = { ty: 'fl', c: still([0, 0, 1, 1]), o: still(100) };
const polygon = (points: object, more: object = {}) => ({
  ty: 'sr',
  sy: 2,
  pt: points,
  p: still([0, 0]),
  r: still(0),
  or: still(80),
  os: still(0),
  ...more,
});

test.each([
  ['static', still(4.6)],
  [
    'animated',
    {
      a: 1,
      k: [
        { t: 0, s: [4.6] },
        { t: 9, s: [4.6] },
      ],
    },
  ],
])('parts of a point are cut off: %s', (_, points) => {
  const { at } = draw(documentOf([square({ shapes: [polygon(points), fill] })]));
  // The lower corner of a rhombus, and a corner that only a pentagon has.
  expect([at(100, 175), at(60, 163)]).toEqual([BLUE, WHITE]);
});

test('a trim follows the direction of a polygon', () => {
  const trim = { ty: 'tm', s: still(0), e: still(25), o: still(0), m: 1 };
  const stroke = { ty: 'st', c: still([0, 0, 1, 1]), o: still(100), w: still(6) };
  const sides = [1, 3].map((d) => {
    const { at } = draw(documentOf([square({ shapes: [polygon(still(4), { d }), trim, stroke] })]));
    return [at(60, 60), at(140, 60)];
  });
  expect(sides).toEqual([
    [WHITE, BLUE],
    [BLUE, WHITE],
  ]);
});
