import { expect, test } from 'vitest';
import { bakeExpressions } from './bake-expressions.ts';
import {
  animation,
  BROKEN,
  ENDLESS,
  expectContained,
  expectLeftOut,
  FAILING,
  NATIVE,
  opacities,
  TAMPERING,
} from './hostile.fixture.ts';

/** One of each kind. `hostile.long.test.ts` runs all. */
const LOOP = 'while (true) { try { while (true) {} } catch (e) {} }';
const HOARD = 'var m = new Map(); for (var i = 0; ; i++) m.set(i, {});';
const EXPONENTIAL = "/^(a+)+$/.test('a'.repeat(40) + 'b');";
const MEASURED = 'while (true) thisLayer.sourceRectAtTime();';
const IN_ENGINE = 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);';
const TAMPERING_KINDS = [
  ...['polluted', '__defineGetter__', 'Map.prototype[Symbol', '[0, 0, 2, 1e9, 1]', '(4e7)'],
  ...['getOwnPropertyNames(globalThis)', 'renderedFrame = NaN', "import('node:fs')", 'hoard'],
];

test('there are a hundred hostile expressions', () => {
  const allSources = [FAILING, BROKEN, ENDLESS, NATIVE, TAMPERING].flat();
  expect(new Set(allSources).size).toBe(allSources.length);
  expect(allSources.length).toBeGreaterThanOrEqual(100);
  for (const code of [LOOP, HOARD, EXPONENTIAL, MEASURED, IN_ENGINE])
    expect(allSources).toContain(code);
});

test('expressions without a usable value are left out, with a reason', async () => {
  const codes = [...FAILING, ...BROKEN];
  const lottie = animation([...codes, '$bm_rt = 5;']);
  const { report } = await bakeExpressions(lottie);
  expect(opacities(lottie)).toEqual([...codes.map(() => 77), 5]);
  const leftOut = new Map(report?.leftOut.map(({ layerPath, reason }) => [layerPath, reason]));
  for (const code of codes) expect(leftOut.get(code), code).toMatch(/^[^\p{C}]{3,400}$/u);
});

test.each([LOOP, HOARD, EXPONENTIAL, MEASURED, IN_ENGINE])(
  'an expression that does not end is left out: %s',
  (code) => expectLeftOut(code),
);

test.each(TAMPERING_KINDS)(
  'an expression that changes its surroundings does not escape: %s',
  async (part) => {
    const code = TAMPERING.find((each) => each.includes(part));
    await expectContained(code ?? expect.fail(`no code contains ${part}`));
  },
);
