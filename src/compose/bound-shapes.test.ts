import { expect, test } from 'vitest';
import type { Lottie } from '../lottie/index.ts';
import { boundShapes } from './bound-shapes.ts';

type Json = Record<string, unknown>;

const value = (k: unknown): Json => ({ a: 0, k });
const star = (pt: unknown): Json => ({ ty: 'sr', pt: value(pt) });
const copies = (c: unknown): Json => ({ ty: 'rp', c: value(c) });
const dashes = (...lengths: number[]): Json => ({
  ty: 'st',
  d: [
    ...lengths.map((length, index) => ({ n: index % 2 === 0 ? 'd' : 'g', v: value(length) })),
    { n: 'o', v: value(0) },
  ],
});

/** Returns the shapes after limiting them, and the number of warnings. */
function bounded(filled: Json[], original: Json[]): { shapes: Json[]; warnings: number } {
  const documentOf = (it: Json[]) => {
    const layers = [{ ty: 4, nm: 'S', ip: 0, op: 60, shapes: [{ ty: 'gr', it }] }];
    return { layers } as unknown as Lottie;
  };
  const lottie = documentOf(structuredClone(filled));
  const warnings = boundShapes(lottie, documentOf(original));
  expect(warnings.every(({ code }) => code === 'control_limited')).toBe(true);
  return { shapes: lottie.layers[0]?.shapes?.[0]?.it as Json[], warnings: warnings.length };
}

test.each<[string, Json, Json, Json]>([
  ['points of a star', star(1e6), star(5), star(500)],
  ['copies', copies(1e6), copies(3), copies(200)],
  ['a dash', dashes(1e-6), dashes(10), dashes(1)],
  ['a dash without its gap', dashes(0, 0.01), dashes(0, 10), dashes(0, 1)],
  ['negative dashes', dashes(-4, 4 / 10), dashes(4, 4), dashes(1, 1)],
])('%s that would take too long to draw are limited', (_, filled, original, expected) => {
  expect(bounded([filled], [original])).toEqual({ shapes: [expected], warnings: 1 });
});

test('repeaters multiply each other, so they share the limit', () => {
  const { shapes } = bounded([copies(1e6), copies(1e6)], [copies(3), copies(3)]);
  expect(shapes).toEqual([copies(14), copies(14)]);
});

test("sane values and the template's own are kept", () => {
  const keptShapes = [star(12), copies(150), dashes(0, 8), dashes(0.4, 0.8)];
  expect(bounded(keptShapes, [star(5), copies(3), dashes(4, 4), dashes(3, 3)])).toEqual({
    shapes: keptShapes,
    warnings: 0,
  });
  const original = [star(4000), copies(900), dashes(0.01)];
  expect(bounded(original, original)).toEqual({ shapes: original, warnings: 0 });
  expect(bounded([star(1e6)], [star(4000)]).shapes).toEqual([star(4000)]);
});

test('keyframes of an expression are limited', () => {
  const keys = {
    ty: 'rp',
    c: {
      a: 1,
      k: [
        { t: 0, s: [3] },
        { t: 9, s: [1e6], e: [2e6] },
      ],
    },
  };
  const { shapes } = bounded([keys], [copies(3)]);
  expect(shapes[0]).toEqual({
    ty: 'rp',
    c: {
      a: 1,
      k: [
        { t: 0, s: [3] },
        { t: 9, s: [200], e: [200] },
      ],
    },
  });
});

test('malformed shapes are left as they are', () => {
  const odd = [{ ty: 'sr' }, { ty: 'rp', c: null }, { ty: 'st', d: [null, 3, { n: 'd' }] }];
  expect(bounded(odd, [])).toEqual({ shapes: odd, warnings: 0 });
});
