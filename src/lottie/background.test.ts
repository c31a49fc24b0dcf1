import { expect, test } from 'vitest';
import { splitBackground } from './background.ts';
import type { Layer, Lottie } from './types.ts';

const moving = {
  a: 1,
  k: [
    { t: 0, s: [0] },
    { t: 60, s: [90] },
  ],
};
const solid = (nm: string, more: object = {}): Layer =>
  ({ ty: 1, nm, ip: 0, op: 60, st: 0, sw: 9, sh: 9, sc: '#123456', ks: {}, ...more }) as Layer;
const document = (...layers: Layer[]): Lottie => ({
  v: '5.9.0',
  fr: 30,
  ip: 0,
  op: 60,
  w: 90,
  h: 90,
  layers,
});
const names = (lottie: Lottie | undefined) => lottie?.layers.map(({ nm, ty }) => `${nm} ${ty}`);
const split = (lottie: Lottie, first = 0, last = 29) => {
  const parts = splitBackground(lottie, first, last);
  return parts && [names(parts.background), names(parts.foreground)];
};
const turning = solid('turning', { ks: { r: moving } });

test('splits the lowest static layers from the layers above, starting at the first that moves', () => {
  const still = [solid('c'), solid('b')];
  expect(split(document(solid('d'), turning, ...still))).toEqual([
    ['c 1', 'b 1'],
    ['d 1', 'turning 1'],
  ]);
});

test('a layer that starts, ends or has a moving parent within the frames is not static', () => {
  const coming = solid('coming', { ip: 10 });
  expect(split(document(turning, coming))).toBeUndefined();
  expect(split(document(turning, coming), 10, 29)).toEqual([['coming 1'], ['turning 1']]);
  const axis = { ...turning, ind: 7 };
  expect(split(document(axis, solid('carried', { parent: 7 })))).toBeUndefined();
});

test('a matte stays with the layer that it cuts, and a parent applies to both parts', () => {
  const matte = solid('matte', { td: 1, ks: { r: moving } });
  expect(split(document(turning, matte, solid('cut', { tt: 1 }), solid('low')))).toEqual([
    ['low 1'],
    ['turning 1', 'matte 1', 'cut 1'],
  ]);
  const parent = solid('parent', { ind: 3 });
  expect(split(document({ ...turning, parent: 3 }, parent))).toEqual([
    ['parent 1'],
    ['turning 1', 'parent 3'],
  ]);
});

test.each([
  ['blends', [{ ...turning, bm: 3 } as Layer, solid('low')]],
  ['has depth', [{ ...turning, ddd: 1 } as Layer, solid('low')]],
  [
    'names the source of its matte',
    [{ ...turning, tp: 4, tt: 1 } as Layer, solid('low', { ind: 4 })],
  ],
  ['is the only layer', [solid('low')]],
])('does not split a document if a layer %s', (_condition, layers) => {
  expect(split(document(...layers))).toBeUndefined();
});
