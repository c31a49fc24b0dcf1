import { expect, test } from 'vitest';
import { textOf } from '../../base/index.ts';
import type { Layer } from '../types.ts';
import { boundDrawing } from './bound-drawing.ts';

type Json = Record<string, unknown>;

const still = (k: unknown): Json => ({ a: 0, k });
const keys = (...values: number[]): Json => ({
  a: 1,
  k: values.map((value, t) => ({ t, s: [value], e: [value] })),
});
const star = (pt: Json): Json => ({ ty: 'sr', pt });
const copies = (c: number): Json => ({ ty: 'rp', c: still(c) });
const group = (...it: Json[]): Json => ({ ty: 'gr', it });
const blurs = (count: number): Json[] => Array.from({ length: count }, () => ({ ty: 29 }));

function bounded(layer: Json): { layer: Json; codes: string[] } {
  const copy = structuredClone(layer);
  const differences = boundDrawing(copy as unknown as Layer, 'a');
  for (const { layer_path, message } of differences)
    expect([layer_path, textOf(message)]).toEqual([
      'a',
      expect.stringContaining('too long to draw'),
    ]);
  return { layer: copy, codes: differences.map(({ code }) => code) };
}

test.each<[string, Json[], Json[]]>([
  ['points of a star', [star(still(1e7))], [star(still(1000))]],
  ['keyframes of points', [group(star(keys(5, 1e7)))], [group(star(keys(5, 1000)))]],
  ['copies of a list', [copies(1000), copies(1000)], [copies(141), copies(141)]],
  ['copies of groups', [group(copies(500)), copies(500)], [group(copies(40)), copies(500)]],
  ['negative copies', [copies(-5), copies(1e6), copies(1e6)], [copies(-5), copies(27), copies(27)]],
])('%s are limited', (_, shapes, expected) => {
  expect(bounded({ shapes })).toEqual({
    layer: { shapes: expected },
    codes: ['shape_unsupported'],
  });
});

test('blurs and shadows are limited, other effects are kept', () => {
  const others = [{ ty: 5 }, { ty: 21 }];
  const { layer, codes } = bounded({ ef: [...blurs(8), ...others, { ty: 25 }, ...blurs(60)] });
  expect(layer).toEqual({ ef: [...blurs(8), ...others, { ty: 25 }, ...blurs(1)] });
  expect(codes).toEqual(['effect_unsupported']);
});

test.each<[string, Json]>([
  ['usual values', { shapes: [star(still(12)), group(copies(100)), copies(100)], ef: blurs(4) }],
  ['one repeater', { shapes: [copies(1e6)] }],
  ['nothing', {}],
  ['null', { shapes: [null, { ty: 'sr' }, { ty: 'rp', c: null }, 5], ef: [null] }],
  ['wrong types', { shapes: { ty: 'sr' }, ef: 5 }],
])('%s are kept', (_, layer) => {
  expect(bounded(layer)).toEqual({ layer, codes: [] });
});
