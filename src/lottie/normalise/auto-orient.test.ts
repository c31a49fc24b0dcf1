import { expect, test } from 'vitest';
import type { Layer } from '../types.ts';
import { documentOf, draw, square, still, transform } from './pixels.fixture.ts';

const BLUE = [0, 0, 255];
const [WHITE, LINEAR] = [[255, 255, 255], { i: { x: [1], y: [1] }, o: { x: [0], y: [0] } }];
const EASED = { i: { x: [0.5], y: [1] }, o: { x: [0.5], y: [0] } };
const keyframesOf = (...values: [frame: number, value: number][]) => ({
  a: 1,
  k: values.map(([t, value]) => ({ t, s: [value], ...LINEAR })),
});
const eased = ({ a, k }: ReturnType<typeof keyframesOf>) => ({
  a,
  k: k.map((key) => ({ ...key, ...EASED })),
});

/** An arrow that is 80 pixels long, on a path that begins at its middle. */
function arrow(p: object, more: object = {}, layer: object = {}): Layer {
  const shapes = [
    { ty: 'rc', p: still([40, 0]), s: still([80, 6]), r: still(0) },
    { ty: 'fl', c: still([0, 0, 1, 1]), o: still(100) },
  ];
  return square({ ao: 1, shapes, ks: transform({ p, ...more }), ...layer });
}

/** The direction in which the arrow points at a frame, among those of 45 degrees. */
function directions(layer: Layer, frame: number, [x, y]: [number, number]): number[] {
  const { at } = draw(documentOf([layer]), frame);
  return [0, 45, 90, 135, 180, 225, 270, 315].filter((degrees) => {
    const turn = (degrees * Math.PI) / 180;
    const place = [x + 40 * Math.cos(turn), y + 40 * Math.sin(turn)].map(Math.round);
    return at(place[0] ?? 0, place[1] ?? 0)[0] < 128;
  });
}

const DOWN_RIGHT = {
  s: true,
  x: keyframesOf([0, 60], [40, 100]),
  y: keyframesOf([0, 60], [40, 100]),
};

test.each([
  ['at its start', 0, [60, 60]],
  ['on its path', 20, [80, 80]],
  ['at its end', 40, [100, 100]],
  ['after its end', 55, [100, 100]],
] as const)('a layer with a separated position turns along its path: %s', (_, frame, [x, y]) => {
  expect(directions(arrow(DOWN_RIGHT), frame, [x, y])).toEqual([45]);
});

test('the own rotation of the layer is added', () => {
  for (const more of [{ r: still(90) }, { r: undefined, rz: still(90), rx: still(0) }])
    expect(directions(arrow(DOWN_RIGHT, more), 20, [80, 80])).toEqual([135]);
  const turning = { r: keyframesOf([0, 0], [40, 180]) };
  expect(directions(arrow(DOWN_RIGHT, turning), 20, [80, 80])).toEqual([135]);
});

test('a layer turns along a path in one dimension, to the left, and around a corner', () => {
  const down = { s: true, x: still(100), y: keyframesOf([0, 60], [40, 100]) };
  expect(directions(arrow(down), 20, [100, 80])).toEqual([90]);
  const left = { s: true, x: keyframesOf([0, 140], [40, 100]), y: still(100) };
  expect(directions(arrow(left), 20, [120, 100])).toEqual([180]);
  const corner = {
    s: 1,
    x: keyframesOf([0, 60], [20, 100], [40, 100]),
    y: keyframesOf([0, 60], [20, 60], [40, 100]),
  };
  expect(directions(arrow(corner), 10, [80, 60])).toEqual([0]);
  expect(directions(arrow(corner), 30, [100, 80])).toEqual([90]);
});

test('a layer that starts slowly or rests keeps the direction of its path', () => {
  const slow = {
    s: true,
    x: eased(keyframesOf([10, 60], [50, 100])),
    y: eased(keyframesOf([10, 60], [50, 100])),
  };
  for (const frame of [0, 10]) expect(directions(arrow(slow), frame, [60, 60])).toEqual([45]);
  expect(directions(arrow(slow), 55, [100, 100])).toEqual([45]);
  const resting = {
    s: true,
    x: keyframesOf([0, 60], [10, 80], [40, 80], [50, 80]),
    y: keyframesOf([0, 60], [10, 80], [40, 80], [50, 120]),
  };
  expect(directions(arrow(resting), 25, [80, 80])).toEqual([45]);
});

const wholePath = (...points: [frame: number, x: number, y: number, more?: object][]) => ({
  a: 1,
  k: points.map(([t, x, y, more]) => ({ t, s: [x, y, 0], ...LINEAR, ...more })),
});
const DOWN = [
  [20, 100, 60],
  [40, 100, 100],
] as [number, number, number][];
const CURVE = { to: [20, 0, 0], ti: [0, -20, 0] };

test.each<[string, object, object, number, [number, number], number[]]>([
  ['before a straight path', wholePath(...DOWN), {}, 0, [100, 60], [90]],
  ['on a straight path', wholePath(...DOWN), {}, 30, [100, 80], [90]],
  ['after a straight path', wholePath(...DOWN), {}, 55, [100, 100], [90]],
  ['before a path in space', wholePath(...DOWN), { ddd: 1 }, 0, [100, 60], [90]],
  ['on a path in space', wholePath(...DOWN), { ddd: 1 }, 30, [100, 80], [90]],
  ['at rest', wholePath(...DOWN, [50, 100, 100], [60, 60, 100]), {}, 45, [100, 100], [90]],
  [
    'on hold',
    wholePath([0, 60, 60], [20, 100, 60, { h: 1 }], DOWN[1] as never),
    {},
    30,
    [100, 60],
    [0],
  ],
  [
    'at the end of a curve',
    wholePath([0, 60, 60, CURVE], [20, 100, 100], [40, 100, 100]),
    {},
    30,
    [100, 100],
    [90],
  ],
])('a layer turns along its path %s', (_, ...[p, layer, frame, place, expected]) => {
  const turns = 'ddd' in layer ? { r: undefined, rx: still(0), ry: still(0), rz: still(0) } : {};
  expect(directions(arrow(p, turns, layer), frame, place)).toEqual(expected);
});

test('a layer that does not turn along its path stays as it is', () => {
  expect(directions(arrow(DOWN_RIGHT, {}, { ao: 0 }), 20, [80, 80])).toEqual([0]);
  const { at } = draw(documentOf([arrow({ s: true, x: still(100), y: still(100) })]));
  expect([at(140, 100), at(60, 100)]).toEqual([BLUE, WHITE]);
});
