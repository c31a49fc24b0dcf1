import { expect, test } from 'vitest';
import { fixGradients } from './gradients.ts';
import { documentOf, draw, square, still } from './pixels.fixture.ts';

const RED = [1, 0, 0];
const LIME = [0, 1, 0];
const gradient = (p: number, k: unknown) => ({
  ty: 'gf',
  t: 1,
  s: still([-30, 0]),
  e: still([30, 0]),
  o: still(100),
  r: 1,
  g: { p, k },
});
const square60 = { ty: 'rc', p: still([0, 0]), s: still([60, 60]), r: still(0) };
const offsets = (stops: number[]) => [0, 4, 8].map((at) => stops[at]);

test('two stops at one offset are an edge', () => {
  const stops = [0, ...RED, 0.5, ...RED, 0.5, ...LIME, 1, ...LIME];
  const shapes = [square60, gradient(4, still(stops))];
  const { at } = draw(documentOf([square({ shapes })]));
  expect([at(98, 100), at(102, 100)]).toEqual([
    [255, 0, 0],
    [0, 255, 0],
  ]);
});

test('stops at the end stay within the gradient, also in keyframes', () => {
  const stops = [0, ...RED, 1, ...RED, 1, ...LIME, 0, 1, 1, 0.5, 1, 0];
  const k = {
    a: 1,
    k: [
      { t: 0, s: [...stops] },
      { t: 9, s: [...stops] },
    ],
  };
  fixGradients(square({ shapes: [{ ty: 'gr', it: [square60, gradient(3, k)] }] }));
  expect(offsets(k.k[1]?.s ?? [])).toEqual([0, 1 - 1e-4, 1]);
  expect(k.k[0]?.s.slice(12)).toEqual([0, 1, 1 - 1e-4, 0.5, 1, 0]);
});

test('other values stay as they are', () => {
  const odd = [gradient(-1, still('none')), gradient(9, still([0, 'a', 0])), { ty: 'gf', g: 1 }];
  const shapes = [...odd, null];
  const jsonBefore = JSON.stringify(shapes);
  fixGradients(square({ shapes }));
  expect(JSON.stringify(shapes)).toBe(jsonBefore);
});
