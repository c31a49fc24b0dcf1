import { expect, test } from 'vitest';
import { documentOf, square, still, transform } from './normalise/pixels.fixture.ts';
import { shownTimes } from './shown-times.ts';

const keys = (...pairs: [t: number, o: number][]) => ({
  ks: transform({ o: { a: 1, k: pairs.map(([t, o]) => ({ t, s: [o] })) } }),
});

test.each([
  ['its in-point and out-point', { ip: 15, op: 45 }, [0.5, 1.5]],
  ['the video', { ip: -30, op: 900 }, [0, 2]],
  ['an opacity of 0 at the start', keys([15, 0], [20, 100]), [0.5, 2]],
  ['an opacity of 0 at the end', keys([15, 100], [45, 0]), [0, 1.5]],
  ['an opacity that is 0 between', keys([10, 50], [20, 0], [30, 50]), [0, 2]],
])('a layer has the time of %s', (_, more, [start, end]) => {
  expect(shownTimes(documentOf([square(more)])).get('square')).toEqual({ start, end });
});

test('a layer never has a time outside of the video', () => {
  expect(shownTimes(documentOf([square({ ip: 90, op: 99 })])).has('square')).toBe(false);
});

test.each([
  ['that is shifted', { st: 30 }, [1.5, 2]],
  ['that is slower', { sr: 2 }, [1, 2]],
  ['that runs backwards', { sr: -1, st: 45 }, [0.5, 1]],
  ['with a time map', { tm: still(0), ip: 30 }, [1, 2]],
])('a layer in a precomp %s has a time of the video', (_, more, [start, end]) => {
  const assets = [{ id: 'in', layers: [square({ nm: 'inner', ip: 15, op: 30 })] }];
  const outer = square({ ty: 0, nm: 'outer', refId: 'in', shapes: undefined, ...more });
  const times = shownTimes(documentOf([outer], { assets }));
  expect(times.get('outer > inner')).toEqual({ start, end });
});
