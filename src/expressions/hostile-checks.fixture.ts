import { expect } from 'vitest';
import type { Lottie } from '../lottie/index.ts';
import { bakeExpressions } from './bake-expressions.ts';

/**
 * Far from the work of three frames on a core that is ten times slower. An endless expression uses the part
 * for one evaluation, or for a silent process: one to three seconds.
 */
const LIMITS = { cpuMs: 10_000 };

const still = (k: unknown) => ({ a: 0, k });

/** A document with a layer for each code, whose opacity it sets. */
function animation(codes: readonly string[]): Lottie {
  const times = { ip: 0, op: 3, st: 0, sr: 1 };
  const rest = { r: still(0), p: still([0, 0, 0]), a: still([0, 0, 0]), s: still([100, 100, 100]) };
  const layers = codes.map((code, i) => ({
    ...{ ...times, ty: 4, nm: code, ind: i + 1, shapes: [] },
    ks: { ...rest, o: { ...still(77), x: `var $bm_rt; ${code}` } },
  }));
  return { v: '5.9.0', fr: 30, ip: 0, op: 3, w: 9, h: 9, layers } as unknown as Lottie;
}

const opacities = (lottie: Lottie) => lottie.layers.map(({ ks }) => ks?.o?.k);

/** Checks that code without a usable value is left out with a reason, and the honest expression beside it is not. */
export async function expectLeftOut(codes: readonly string[]): Promise<void> {
  const lottie = animation([...codes, '$bm_rt = 5;']);
  const { report } = await bakeExpressions(lottie, { limits: LIMITS });
  expect(opacities(lottie)).toEqual([...codes.map(() => 77), 5]);
  const leftOut = new Map(report?.leftOut.map(({ layerPath, reason }) => [layerPath, reason]));
  for (const code of codes) expect(leftOut.get(code), code).toMatch(/^[^\p{C}]{3,400}$/u);
}

/** Checks that code that does not end is left out, and the honest expression beside it is not. */
export async function expectEnded(code: string): Promise<void> {
  const lottie = animation([code, '$bm_rt = 5;']);
  const { report } = await bakeExpressions(lottie, { limits: LIMITS });
  expect(opacities(lottie)).toEqual([77, 5]);
  expect(report?.leftOut).toEqual([
    { layerPath: code, reason: expect.stringMatching(/too|memory|message|overflow/) },
  ]);
}

/** The values of a document, which no document before it may change. */
async function honestValues(): Promise<unknown> {
  const lottie = animation(['$bm_rt = Math.round(50 + 20 * Math.sin(time) + random(5));']);
  await bakeExpressions(lottie);
  return opacities(lottie);
}

/** Checks that code that changes its surroundings changes neither this process nor the next document. */
export async function expectContained(code: string): Promise<void> {
  const before = await honestValues();
  const lottie = animation([code]);
  const { report } = await bakeExpressions(lottie, { limits: { cpuMs: 2000 } });
  const [opacity] = opacities(lottie);
  if (report?.leftOut.length === 0) expect(JSON.stringify(opacity)).toMatch(/^(1|\[.*\])$/);
  else expect([opacity, report?.leftOut[0]?.reason]).toEqual([77, expect.stringMatching(/..../)]);
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
  expect(await honestValues()).toEqual(before);
}
