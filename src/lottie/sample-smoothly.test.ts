import { expect, test } from 'vitest';
import { sampleSmoothly } from './sample-smoothly.ts';
import { LAYER, type Layer, type Lottie, type Transform } from './types.ts';

const still = <T>(k: T) => ({ a: 0 as const, k });
const image = (ks: Transform): Layer => ({ ty: LAYER.image, ip: 0, op: 9, refId: 'a', ks });
const precomp = (refId: string, ks: Transform): Layer => ({
  ty: LAYER.precomp,
  ip: 0,
  op: 9,
  refId,
  ks,
});
const SOLID: Layer = { ty: LAYER.solid, ip: 0, op: 9, ks: {} };
const TURNED = image({ r: still(3) });
const lottieOf = (layers: Layer[], assets: Record<string, Layer[]> = {}): Lottie => ({
  v: '5.9.0',
  fr: 30,
  ip: 0,
  op: 9,
  w: 64,
  h: 36,
  layers,
  assets: Object.entries(assets).map(([id, inner]) => ({ id, layers: inner })),
});
/** Whether each image is skewed, in the document and in its precomps. */
const skews = (lottie: Lottie, isOwnSize: boolean) => {
  const { layers, assets = [] } = sampleSmoothly(lottie, isOwnSize);
  const lists = [layers, ...assets.map((asset) => ('layers' in asset ? asset.layers : []))];
  return lists.flat().flatMap(({ ty, ks }) => (ty === LAYER.image ? [ks?.sk?.k === 1e-5] : []));
};

test('only images without a skew of their own are skewed, also inside of precomps', () => {
  const ownLayer = image({ sk: still(5) });
  const lottie = lottieOf([TURNED, ownLayer, SOLID], { inside: [TURNED] });
  const copy = structuredClone(lottie);
  const skewed = image({ r: still(3), sa: still(0), sk: still(1e-5) });
  expect(sampleSmoothly(lottie, true)).toEqual(
    lottieOf([skewed, ownLayer, SOLID], { inside: [skewed] }),
  );
  expect(lottie).toEqual(copy);
});

test('images at whole pixels of a frame in its own size are copied', () => {
  const images = [
    image({}),
    image({ p: still([3, 4, 0]), a: still([1, 1, 0]), s: still([100, 100, 100]) }),
    image({ p: still([3.5, 4, 0]) }),
    image({ s: still([50, 50, 100]) }),
    image({ p: { a: 1, k: [] } as never }),
  ];
  expect(skews(lottieOf(images), true)).toEqual([false, false, true, true, true]);
  expect(skews(lottieOf(images), false)).toEqual([true, true, true, true, true]);
});

test('an image in a precomp is copied only if all around it is at whole pixels', () => {
  const inside = { a: [image({})], b: [precomp('a', {})] };
  expect(skews(lottieOf([precomp('b', { p: still([8, 0, 0]) })], inside), true)).toEqual([false]);
  expect(skews(lottieOf([precomp('b', { r: still(1) })], inside), true)).toEqual([true]);
  const both = [precomp('a', {}), precomp('a', { s: still([90, 90, 100]) })];
  expect(skews(lottieOf(both, { a: [image({})] }), true)).toEqual([true]);
});
