import { expect, test } from 'vitest';
import { repeatedFrames } from './still.ts';
import type { Char, Layer, Lottie } from './types.ts';

const layer = (more: Partial<Layer> = {}): Layer => ({ ty: 4, ip: -100, op: 1000, ...more });
const moving = (...keys: [number, number, object?][]) => ({
  p: { a: 1, k: keys.map(([t, x, more]) => ({ t, s: [x, 0], ...more })) },
});

function lottie(layers: Layer[], more: Partial<Lottie> = {}): Lottie {
  return { fr: 30, ip: 0, op: 100, w: 10, h: 10, layers, ...more };
}

/** The frames among 0 to 19 that are not repeated. */
function drawnFramesOf(document: Lottie): number[] {
  const repeated = repeatedFrames(document, [...Array(20).keys()]);
  return Array.from({ length: 20 }, (_, frame) => frame).filter((frame) => !repeated.has(frame));
}

test('a document without keyframes is drawn once', () => {
  expect(drawnFramesOf(lottie([layer({ ks: { r: { a: 0, k: 5 } } })]))).toEqual([0]);
});

test('frames between keyframes are drawn, and one frame on either side', () => {
  expect(drawnFramesOf(lottie([layer({ ks: moving([5, 0], [8, 9]) })]))).toEqual([
    0, 5, 6, 7, 8, 9,
  ]);
});

test('frames between equal keyframes are repeated, unless the path is curved', () => {
  const still = lottie([layer({ ks: moving([2, 7], [17, 7]) })]);
  expect(drawnFramesOf(still)).toEqual([0, 2, 3, 17, 18]);
  const there = moving([2, 7, { to: [5, 5], ti: [-5, 5] }], [17, 7]);
  expect(drawnFramesOf(lottie([layer({ ks: there })]))).toHaveLength(18);
});

test('a held value, a layer’s start and a layer’s end are single moments of change', () => {
  expect(drawnFramesOf(lottie([layer({ ks: moving([5, 0, { h: 1 }], [10, 9]) })]))).toEqual([
    0, 5, 6, 10, 11,
  ]);
  expect(drawnFramesOf(lottie([layer({ ip: 4, op: 12 })]))).toEqual([0, 4, 5, 12, 13]);
});

test('text changes at its keyframes, and wiggling letters in every frame', () => {
  const words = {
    d: {
      k: [
        { t: 0, s: { t: 'a' } },
        { t: 9, s: { t: 'b' } },
      ],
    },
  };
  expect(drawnFramesOf(lottie([layer({ ty: 5, t: words })]))).toEqual([0, 1, 9, 10]);
  const wiggly = { ...words, a: [{ s: { t: 1 } }] };
  expect(drawnFramesOf(lottie([layer({ ty: 5, t: wiggly })]))).toHaveLength(20);
});

test('changes inside precomps count, through start, stretch and time remap', () => {
  const assets = [{ id: 'p', layers: [layer({ ks: moving([2, 0], [3, 9]) })] }];
  const place = (more: Partial<Layer>) =>
    drawnFramesOf(lottie([layer({ ty: 0, refId: 'p', ...more })], { assets }));
  expect(place({ st: 10 })).toEqual([0, 12, 13, 14]);
  expect(place({ sr: 3 })).toEqual([0, 6, 7, 8, 9, 10]);
  expect(place({ sr: -1 })).toHaveLength(20);
  expect(place({ tm: { a: 0, k: 0.1 } })).toEqual([0]);
  const tm = {
    a: 1,
    k: [
      { t: 6, s: 0 },
      { t: 7, s: 1 },
    ],
  };
  expect(place({ tm })).toEqual([0, 6, 7, 8]);
});

test('motion blur extends changes by a frame, and an animated image changes in every frame', () => {
  const blurred = { ...layer({ ks: moving([5, 0], [8, 9]) }), mb: true };
  expect(drawnFramesOf(lottie([blurred]))).toEqual([0, 4, 5, 6, 7, 8, 9, 10]);
  const assets = [{ id: 'i', p: 'x.gif' }];
  expect(drawnFramesOf(lottie([layer({ ty: 2, refId: 'i' })], { assets }))).toHaveLength(20);
});

test('color glyphs are static, unless their precomps move', () => {
  const glyph = (inner: Partial<Layer>): Partial<Lottie> => ({
    assets: [{ id: 'glyph', layers: [layer({ ip: -1e6, op: 1e6, ...inner })] }],
    chars: [{ ch: 'Ā', data: { refId: 'glyph' }, t: 1 } as unknown as Char],
  });
  expect(drawnFramesOf(lottie([layer({ ty: 5 })], glyph({})))).toEqual([0]);
  const pulsing = glyph({ ks: moving([5, 0], [8, 9]) });
  expect(drawnFramesOf(lottie([layer({ ty: 5 })], pulsing))).toHaveLength(20);
});

test('frames may be further apart or closer together than the document’s own', () => {
  const document = lottie([layer({ ks: moving([5, 0], [8, 9]) })]);
  expect([...repeatedFrames(document, [0, 4, 9, 12])]).toEqual([1, 3]);
  expect([...repeatedFrames(document, [4, 4.5, 5, 5.5, 8, 8.5, 9])]).toEqual([1, 6]);
});
