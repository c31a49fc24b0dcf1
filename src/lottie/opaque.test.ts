import { expect, test } from 'vitest';
import { isOpaque } from './opaque.ts';
import type { Layer, Lottie } from './types.ts';

const wall = (more: Partial<Layer> = {}): Layer => ({
  ty: 1,
  sw: 20,
  sh: 10,
  sc: '#102030',
  ip: 0,
  op: 50,
  ...more,
});
const lottie = (layers: Layer[], more: Partial<Lottie> = {}): Lottie => ({
  fr: 25,
  ip: 0,
  op: 50,
  w: 20,
  h: 10,
  layers,
  ...more,
});
const holds = (layer: Layer, more: Partial<Lottie> = {}) => isOpaque(lottie([layer], more));
const value = <T extends number | number[]>(k: T) => ({ a: 0, k });

test('a solid of the frame’s size makes the document opaque, at any position among the layers', () => {
  expect(holds(wall())).toBe(true);
  const dot = wall({ sw: 2 });
  expect(isOpaque(lottie([dot, wall(), dot]))).toBe(true);
  expect(isOpaque(lottie([dot]))).toBe(false);
  expect(isOpaque(lottie([]))).toBe(false);
  const ks = { a: value([10, 5]), p: value([10, 5, 0]), s: value([110, 100, 100]), r: value(0) };
  expect(holds(wall({ ks }))).toBe(true);
});

test('a layer that is smaller, moved, rotated, masked, blended or absent for a time does not', () => {
  const moving = {
    a: 1,
    k: [
      { t: 0, s: [0, 0] },
      { t: 9, s: [9, 0] },
    ],
  };
  const faults: Partial<Layer>[] = [
    ...[{ sw: 19 }, { ks: { p: value([1, 0]) } }, { ks: { r: value(1) } }, { ks: { p: moving } }],
    ...[{ ks: { o: value(99) } }, { ks: { s: value([99, 100]) } }, { ks: { sk: value(5) } }],
    ...[{ ks: { o: { ...value(100), sid: 'x' } } }, { ks: { o: { ...value(100), x: 'wiggle' } } }],
    ...[{ hd: true }, { td: 1 }, { tt: 1 }, { bm: 1 }, { ddd: 1 }, { parent: 1 }, { ty: 3 }],
    ...[{ masksProperties: [{}] }, { ef: [{ ty: 5 }] }, { ip: 1 }, { op: 49 }, { sc: '#fff' }],
  ];
  expect(faults.filter((more) => holds(wall(more)))).toEqual([]);
});

test('solids that follow each other without a gap in time make the document opaque', () => {
  expect(isOpaque(lottie([wall({ op: 20 }), wall({ ip: 20 })]))).toBe(true);
  expect(isOpaque(lottie([wall({ ip: 15, op: 50 }), wall({ op: 20 })]))).toBe(true);
  expect(isOpaque(lottie([wall({ op: 20 }), wall({ ip: 20.5 })]))).toBe(false);
});

test('filled rectangles and gradients make a document opaque, also in groups', () => {
  const rect = { ty: 'rc', p: value([10, 5]), s: value([20, 10]), r: value(0) };
  const fill = { ty: 'fl', c: value([1, 0, 0, 1]), o: value(100) };
  const gradient = { ty: 'gf', g: { p: 2, k: value([0, 1, 0, 0, 1, 0, 0, 1]) }, o: value(100) };
  const shape = (...shapes: object[]) => holds(wall({ ty: 4, shapes } as Partial<Layer>));
  const group = (...it: object[]) => shape({ ty: 'gr', it: [...it, { ty: 'tr' }] });
  expect([shape(rect, fill), group(rect, fill), group(rect, gradient)]).toEqual([true, true, true]);
  const veil = { ...gradient, g: { p: 2, k: value([0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 1, 0.5]) } };
  expect([
    ...[group(rect), group(fill), group(rect, { ...fill, o: value(50) }), group(rect, veil)],
    ...[group(rect, { ...fill, c: value([1, 0, 0, 0.5]) }), group({ ...rect, r: value(3) }, fill)],
    ...[group(rect, fill, { ty: 'tm' }), group({ ...rect, s: value([20, 9]) }, fill)],
    ...[
      group(rect, { ...fill, hd: true }),
      shape({ ty: 'gr', it: [rect, fill, { ty: 'tr', o: value(9) }] }),
    ],
    // A rectangle with a hole, and a fill without a shape.
    ...[group(rect, { ...rect, s: value([8, 4]) }, { ...fill, r: 2 }), group(fill, rect)],
  ]).toEqual(Array(12).fill(false));
});

test('a JPEG counts as opaque; other images may be transparent', () => {
  const image = (p: string) =>
    holds(wall({ ty: 2, refId: 'a' }), { assets: [{ id: 'a', w: 20, h: 10, p }] });
  expect([image('a.jpg'), image('a.png'), image('a.webp')]).toEqual([true, false, false]);
});

test('the layers of a precomp count, at their times', () => {
  const assets = [{ id: 'p', layers: [wall({ ip: 0, op: 30 })] }];
  const scene = (more: Partial<Layer>) =>
    holds(wall({ ty: 0, refId: 'p', w: 20, h: 10, ...more }), { assets });
  expect(scene({ sr: 2 })).toBe(true);
  expect([
    scene({}),
    scene({ sr: 2, st: 5 }),
    scene({ sr: 2, w: 19 }),
    scene({ sr: 2, tm: value(0) }),
  ]).toEqual([false, false, false, false]);
});
