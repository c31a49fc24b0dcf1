import { expect, test } from 'vitest';
import { documentOf, draw, square, still, transform } from './pixels.fixture.ts';

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
  const { at } = draw(documentOf([square({ shapes: dot, ks })]));
  const [x = 0, y = 0] = to;
  expect(at(100 + x, 100 + y)).toEqual([0, 0, 255]);
});

/** The blue pixels of a square whose sides are 60 pixels, with a skew, at a frame. */
function skewed(more: object, frame = 0): boolean[] {
  const { at } = draw(documentOf([square({ ks: transform(more) })]), frame);
  return [-80, -40, -20, 20, 40, 80].map((x) => at(100 + x, 85)[0] < 128);
}

const moving = {
  a: 1,
  k: [
    { t: 0, s: [0], i: { x: [1], y: [1] }, o: { x: [0], y: [0] } },
    { t: 18, s: [180] },
  ],
};
const PLAIN = skewed({});
const FLAT = skewed({ s: still([0, 0, 100]) });

test.each([180, -180, 360, 540])('a skew of %i° is none', (degrees) => {
  expect(PLAIN).toEqual([false, false, true, true, false, false]);
  for (const axis of [{}, { sa: still(0) }, { sa: still(90) }, { sa: still(30) }])
    expect(skewed({ sk: still(degrees), ...axis })).toEqual(PLAIN);
});

test.each([
  [120, -60],
  [-135, 45],
  [225, 45],
])('a skew of %i° is one of %i°', (degrees, same) => {
  const expected = skewed({ sk: still(same), sa: still(0) });
  expect(expected).not.toEqual(PLAIN);
  expect(skewed({ sk: still(degrees), sa: still(0) })).toEqual(expected);
});

test.each([90, -90, 270])('a skew of %i° leaves no area to draw', (degrees) => {
  for (const sa of [still(0), still(90), still(45)])
    expect(skewed({ sk: still(degrees), sa })).toEqual(FLAT);
});

test('an animated skew passes a right angle and ends as it began', () => {
  const at = (frame: number) => skewed({ sk: moving, sa: still(0) }, frame);
  const same = (degrees: number) => skewed({ sk: still(degrees), sa: still(0) });
  expect(at(18)).toEqual(PLAIN);
  expect(at(9)).toEqual(FLAT);
  expect([at(4), at(14)]).toEqual([same(40), same(-40)]);
  // Between two frames, at a higher rate: the skew does not pass through none.
  expect(at(8.5)).not.toEqual(PLAIN);
});
