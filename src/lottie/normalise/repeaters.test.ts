import { expect, test } from 'vitest';
import { normalise } from './index.ts';
import { documentOf, draw, square, still } from './pixels.fixture.ts';
import { fixRepeaters } from './repeaters.ts';

const [BLUE, WHITE] = [
  [0, 0, 255],
  [255, 255, 255],
];
const dot = (x: number, y: number) => ({ ty: 'el', p: still([x, y]), s: still([8, 8]) });
const fill = { ty: 'fl', nm: 'Fill', c: still([0, 0, 1, 1]), o: still(100) };
const repeater = (copies: unknown, tr: object, more: object = {}) => ({
  ty: 'rp',
  c: copies,
  o: still(0),
  m: 1,
  tr: { p: still([0, 0]), a: still([0, 0]), s: still([100, 100]), r: still(0), ...tr },
  ...more,
});
const TURN = { r: still(90), s: still([50, 100]) };

test('copies are turned before they are scaled, as in lottie-web', () => {
  const shapes = [dot(0, -60), fill, repeater(still(2), TURN)];
  const { at } = draw(documentOf([square({ shapes })]));
  // The copy is turned to (60, 0), and its distance halved.
  expect([at(100, 40), at(130, 100), at(160, 100)]).toEqual([BLUE, BLUE, WHITE]);
});

test('paths are repeated when their paint comes after the repeater', () => {
  const shapes = [dot(-40, 0), repeater(still(3), { p: still([40, 0]) }), fill];
  const { at } = draw(documentOf([square({ shapes })]));
  expect([at(60, 100), at(100, 100), at(140, 100)]).toEqual([BLUE, BLUE, BLUE]);
});

test('copies that come later are hidden before', () => {
  const count = {
    a: 1,
    k: [
      { t: 0, s: [1], h: 1 },
      { t: 10, s: [2] },
    ],
  };
  const shapes = [dot(0, -60), fill, repeater(count, TURN)];
  const source = documentOf([square({ shapes })]);
  expect([draw(source, 0).at(130, 100), draw(source, 20).at(130, 100)]).toEqual([WHITE, BLUE]);
});

test.each([
  ['with too many copies', repeater(still(101), TURN)],
  ['with a slot', repeater({ ...still(2), sid: 'copies' }, TURN)],
  ['that is hidden', repeater(still(2), TURN, { hd: true })],
  ['without a transform', { ty: 'rp', c: still(2) }],
])('a repeater %s stays', (_, shape) => {
  const layer = square({ shapes: [dot(0, -60), fill, shape] });
  fixRepeaters(layer, { work: 100_000 });
  expect(layer.shapes).toHaveLength(3);
});

test('a repeater whose copies are too much work stays', () => {
  const layer = square({ shapes: [dot(0, -60), fill, repeater(still(50), TURN)] });
  fixRepeaters(layer, { work: 100 });
  expect(layer.shapes).toHaveLength(3);
});

test('lists with very many modifiers end', () => {
  const many = (shape: object) => Array.from({ length: 150_000 }, () => shape);
  const shapes = [dot(0, 0), fill, ...many({ ty: 'rp' }), ...many({ ty: 'rd', r: still(0) })];
  const { lottie } = normalise(documentOf([square({ shapes })]));
  expect(lottie.layers[0]?.shapes?.length).toBeGreaterThan(150_000);
});
