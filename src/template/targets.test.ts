import { expect, test } from 'vitest';
import { type Lottie, normalise } from '../lottie/index.ts';
import { targetsOf } from './targets.ts';

const still = (k: unknown) => ({ a: 0, k });

test('the copies of a repeater keep the path of their fill', () => {
  const dot = { ty: 'el', p: still([0, 0]), s: still([8, 8]) };
  const fill = { ty: 'fl', nm: 'Fill', c: still([0, 0, 1, 1]), o: still(100) };
  const tr = { s: still([50, 100]), r: still(90) };
  const shapes = [
    { ty: 'gr', nm: 'Dot', it: [dot, fill] },
    { ty: 'rp', c: still(2), o: still(0), m: 1, tr },
  ];
  const layers = [{ ty: 4, nm: 'Dots', ip: 0, op: 9, st: 0, ks: {}, shapes }];
  const source = { v: '5.9.0', fr: 30, ip: 0, op: 9, w: 100, h: 100, layers };
  const targets = targetsOf(normalise(source as unknown as Lottie).lottie);
  expect(targets.map((target) => 'path' in target && target.path)).toEqual([
    'Dots > Dot > Fill',
    'Dots > Dot > Fill',
  ]);
});
