import { expect, test } from 'vitest';
import { documentOf, drawn, square, still, transform } from './pixels.fixture.ts';

test.each([
  // Points of the square: rotated by the axis, skewed by tan(−45°) of y, and rotated back.
  [0, [20, -20], [40, -20]],
  [90, [20, -20], [20, 0]],
  [45, [20, -20], [20, -20]],
  [45, [20, 20], [0, 40]],
  [-45, [20, -20], [40, 0]],
])('a skew of 45° along an axis of %i° moves a point as in lottie-web', (axis, from, to) => {
  const dot = [
    { ty: 'el', p: still(from), s: still([8, 8]) },
    { ty: 'fl', c: still([0, 0, 1, 1]), o: still(100) },
  ];
  const ks = transform({ sk: still(45), sa: still(axis) });
  const { at } = drawn(documentOf([square({ shapes: dot, ks })]));
  const [x = 0, y = 0] = to;
  expect(at(100 + x, 100 + y)).toEqual([0, 0, 255]);
});
