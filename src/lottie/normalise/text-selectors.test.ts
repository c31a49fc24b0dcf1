import { expect, test } from 'vitest';
import type { Layer } from '../types.ts';
import { splitSelectors } from './text-selectors.ts';

const still = (k: number) => ({ a: 0, k });
const POSITION = { a: 0, k: [0, 60, 0] };
const keys = (...ks: [number, number][]) => ({
  a: 1,
  k: ks.map(([t, v]) => ({ t, s: [v], i: { x: [1], y: [1] }, o: { x: [0], y: [0] } })),
});

/** Splits the animator of a text, and returns the animators of the layer. */
function split(selector: object, t: string | string[] = 'abcd', copyLimit = 100) {
  const k = [t].flat().map((text, i) => ({ t: i, s: { t: text } }));
  const s = {
    t: 0,
    b: 1,
    r: 1,
    rn: 0,
    sh: 5,
    s: still(0),
    e: still(100),
    o: still(0),
    ...selector,
  };
  const layer = { ty: 5, t: { d: { k }, a: [{ nm: 'A', s, a: { p: POSITION } }] } };
  splitSelectors(layer as unknown as Layer, { work: 10_000 }, { left: copyLimit });
  return layer.t.a as unknown as { a: object; s: { s: unknown; e: unknown; a: { k: unknown } } }[];
}

const amounts = (selector: object, t?: string) =>
  split(selector, t).map(({ s }) => (typeof s.a.k === 'number' ? Math.round(s.a.k) : s.a.k));

test('a round or smooth range becomes an animator for each letter', () => {
  expect(amounts({})).toEqual([66, 97, 97, 66]);
  expect(amounts({ sh: 6 })).toEqual([15, 85, 85, 15]);
  expect(split({})[1]).toMatchObject({ s: { s: still(1), e: still(2) }, a: { p: POSITION } });
});

test('the range follows its ends, offset, units and amount', () => {
  expect(amounts({ s: still(50) })).toEqual([0, 0, 87, 87]);
  expect(amounts({ s: still(100), e: still(50) })).toEqual([0, 0, 87, 87]);
  expect(amounts({ o: still(-50), a: still(50) })).toEqual([48, 33, 0, 0]);
  expect(amounts({ r: 2, s: still(1), e: still(2) })).toEqual([0, 100, 0, 0]);
  expect(amounts({ s: still(50), e: still(50) })).toEqual([0, 0, 0, 0]);
  expect(amounts({ b: 2 }, 'a b c d')).toEqual([66, 97, 97, 66]);
});

test('a range that moves has keyframes', () => {
  const [first, , , last] = amounts({ o: keys([0, -100], [2, 0]) });
  expect(first).toMatchObject([{ s: [0] }, { t: 1, s: [expect.closeTo(97, 0)] }, { t: 2 }]);
  expect(last).toMatchObject([{ s: [0] }, { s: [0] }, { s: [expect.closeTo(66, 0)] }]);
});

test.each<[string, object, (string | string[])?, number?]>([
  ['another shape', { sh: 2 }],
  ['a random order', { rn: 1 }],
  ['eased ends', { xe: still(50) }],
  ['words', { b: 3 }],
  ['several lines', {}, 'ab\rcd'],
  ['no letters', {}, ''],
  ['documents with other numbers of letters', {}, ['abc', 'abcd']],
  ['too many letters', {}, 'a'.repeat(61)],
  ['more letters than are left', {}, 'abcd', 3],
  ['too many keyframes', { o: keys([0, 0], [1e7, 1]) }],
])('a range stays as it is: %s', (_, selector, text, copyLimit) => {
  expect(split(selector, text, copyLimit)).toHaveLength(1);
});
