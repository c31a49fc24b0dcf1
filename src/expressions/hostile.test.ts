import { expect, test } from 'vitest';
import type { Lottie } from '../lottie/index.ts';
import { bakeExpressions } from './bake-expressions.ts';
import { ENDLESS, FAILING, TAMPERING } from './hostile.fixture.ts';

const still = (k: unknown) => ({ a: 0, k });

/** A document with a layer for each code, whose opacity it sets. */
function animation(codes: readonly string[]): Lottie {
  const times = { ip: 0, op: 3, st: 0, sr: 1 };
  const rest = { r: still(0), p: still([0, 0, 0]), a: still([0, 0, 0]), s: still([100, 100, 100]) };
  const layers = codes.map((code, i) => ({
    ...{ ...times, ty: 4, nm: code.slice(0, 40), ind: i + 1, shapes: [] },
    ks: { ...rest, o: { ...still(77), x: `var $bm_rt; ${code}` } },
  }));
  return { v: '5.9.0', fr: 30, ip: 0, op: 3, w: 9, h: 9, layers } as unknown as Lottie;
}

const opacities = (lottie: Lottie) => lottie.layers.map(({ ks }) => ks?.o?.k);

test('expressions without a usable value are left out, with a reason', async () => {
  const lottie = animation([...FAILING, '$bm_rt = 5;']);
  const { report } = await bakeExpressions(lottie);
  expect(opacities(lottie)).toEqual([...FAILING.map(() => 77), 5]);
  expect(report?.leftOut).toHaveLength(FAILING.length);
  for (const { reason } of report?.leftOut ?? []) {
    expect(reason).not.toBe('');
    expect(reason.length).toBeLessThanOrEqual(400);
  }
});

test.each(ENDLESS)('an expression that does not end is left out: %s', async (code) => {
  const lottie = animation([code, '$bm_rt = 5;']);
  const { report } = await bakeExpressions(lottie, { limits: { cpuMs: 1200 } });
  expect(opacities(lottie)[0]).toBe(77);
  expect(report?.leftOut.map(({ layerPath }) => layerPath)).toContain(code.slice(0, 40));
});

test.each(TAMPERING)(
  'an expression that changes its surroundings does not escape: %s',
  async (code) => {
    const lottie = animation([code]);
    await bakeExpressions(lottie, { limits: { cpuMs: 2000 } });
    expect([1, 77]).toContain(opacities(lottie)[0]);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  },
);
