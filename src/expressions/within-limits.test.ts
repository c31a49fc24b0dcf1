import { expect, test } from 'vitest';
import type { Lottie } from '../lottie/index.ts';
import type { BakedProperty } from './types.ts';
import { withinLimits } from './within-limits.ts';

const reason = 'The values of all expressions together are too many.';
const texts = (characters: number): BakedProperty => ({
  k: [{ t: 0, s: { t: 'x'.repeat(characters) } }],
});
const numbers = (keys: number): BakedProperty => ({ a: 1, k: new Array(keys).fill({}) });
const document = (otherFields: object) =>
  ({ fr: 30, layers: [], ...otherFields }) as unknown as Lottie;

test('values with which the texts would exceed the limit of a document are left out', () => {
  const lottie = document({ layers: [{ t: { d: texts(900_000) } }] });
  const baked = new Map([texts(60_000), texts(60_000), texts(20_000)].entries());
  const { keptProperties, failed } = withinLimits(lottie, baked);
  expect([...keptProperties.keys()]).toEqual([0, 2]);
  expect(failed).toEqual([{ node: 1, reason }]);
});

test('values with which the objects would exceed the limit of a document are left out', () => {
  const lottie = document({ assets: new Array(1_900_000).fill({}) });
  const baked = new Map([numbers(60_000), numbers(60_000), numbers(10)].entries());
  const { keptProperties, failed } = withinLimits(lottie, baked);
  expect([...keptProperties.keys()]).toEqual([0, 2]);
  expect(failed).toEqual([{ node: 1, reason }]);
});
