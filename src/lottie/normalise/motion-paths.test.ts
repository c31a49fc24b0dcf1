import { expect, test } from 'vitest';
import type { Layer } from '../types.ts';
import { bakeMotionPaths } from './motion-paths.ts';
import { documentOf, draw, square, transform } from './pixels.fixture.ts';

const EASING = { i: { x: 0.833, y: 0.833 }, o: { x: 0.167, y: 0.167 } };

/** A path that passes its end and turns back: 126 pixels from 0 to 122. */
const overshoot = (more: object = {}) => [
  { t: 0, s: [100, 0, 0], e: [100, 122, 0], to: [0, 20, 0], ti: [1, 19, 0], ...EASING, ...more },
  { t: 51.0000002 },
];

function bakedKeys(keys: object[], more: object = {}) {
  const p = { a: 1, k: keys };
  const layer = square({ ks: transform({ p }), ...more }) as Layer;
  bakeMotionPaths(documentOf([layer]), { work: 100_000 });
  return p.k as { t: number; s: number[]; e?: number[] }[];
}

test('a motion path that Skia measures roughly is written frame by frame', () => {
  const keys = bakedKeys(overshoot());
  expect(keys.map(({ t }) => t)).toEqual([...Array.from({ length: 51 }, (_, t) => t), 51.0000002]);
  // A third of 126 pixels.
  expect(keys[17]?.s[1]).toBeCloseTo(42, 0);
  expect(keys[50]?.e).toEqual([100, 122, 0]);
});

test('a gentle path, a held value and the path of an oriented layer stay as they are', () => {
  const gentle = { to: [0, 40.6, 0], ti: [0, -40.6, 0] };
  expect(bakedKeys(overshoot(gentle))).toHaveLength(2);
  expect(bakedKeys(overshoot({ h: 1 }))).toHaveLength(2);
  expect(bakedKeys(overshoot(), { ao: 1 })).toHaveLength(2);
});

test('values that are no points, and paths without work left, stay as they are', () => {
  expect(bakedKeys(overshoot({ s: ['a', 'b'] }))).toHaveLength(2);
  expect(bakedKeys([...overshoot({ t: -1e9 })])).toHaveLength(2);
});

test('Skottie draws the layer at the point of the path', () => {
  const ks = transform({ p: { a: 1, k: overshoot() }, s: { a: 0, k: [10, 10, 100] } });
  const { at } = draw(documentOf([square({ ks })]), 17);
  expect([at(100, 40), at(100, 44)]).toEqual([
    [0, 0, 255],
    [0, 0, 255],
  ]);
});
