import { describe, expect, test } from 'vitest';
import type { Layer } from '../types.ts';
import { normalise } from './index.ts';
import { documentOf, draw, still, transform } from './pixels.fixture.ts';
import { fixTextAnimators } from './text-animators.ts';

const ZERO = [
  [0, 0],
  [0, 0],
  [0, 0],
  [0, 0],
];
/** A letter that is a box of 60 × 70 pixels at a size of 100, and stands on the line. */
const BOX = {
  ch: 'A',
  fFamily: 'Box',
  style: 'Regular',
  size: 100,
  w: 60,
  data: {
    shapes: [
      {
        ty: 'gr',
        it: [
          {
            ty: 'sh',
            ks: still({
              c: true,
              i: ZERO,
              o: ZERO,
              v: [
                [0, 0],
                [60, 0],
                [60, -70],
                [0, -70],
              ],
            }),
          },
        ],
      },
    ],
  },
};
const FONTS = { list: [{ fName: 'Box-R', fFamily: 'Box', fStyle: 'Regular', ascent: 75 }] };
const ALL = { t: 0, b: 1, r: 1, sh: 1, rn: 0, s: still(0), e: still(100), o: still(0) };

/** Two boxes around the middle of the frame: x from 40 to 160, y from 30 to 100. */
function boxes(a: unknown, { more = {}, s = {} }: { more?: object; s?: object } = {}) {
  const text = { f: 'Box-R', s: 100, t: 'AA', j: 2, lh: 120, tr: 0, fc: [0, 0, 1], ...more };
  const layer = {
    ty: 5,
    nm: 'text',
    ind: 1,
    ip: 0,
    op: 60,
    st: 0,
    ks: transform(),
    t: {
      d: { k: [{ t: 0, s: text }] },
      p: {},
      m: { g: 1, a: still([0, 0]) },
      a: [{ nm: 'a', s: { ...ALL, a: still(100), xe: still(0), ne: still(0), ...s }, a }],
    },
  } as unknown as Layer;
  const source = documentOf([layer], { fonts: FONTS, chars: [BOX] });
  const { lottie, warnings } = normalise(source);
  fixTextAnimators(lottie);
  const codes = warnings.map(({ code }) => code);
  return { codes, lottie, at: (x: number, y: number, f = 0) => draw(lottie, f).at(x, y) };
}

const [BLUE, RED, GREEN, WHITE] = [
  [0, 0, 255],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 255],
];

describe('text animators', () => {
  test.each([
    ['hue', { fh: still(120) }, RED],
    ['hue backwards', { fh: still(-480) }, GREEN],
    ['saturation', { fs: still(-100) }, WHITE],
    ['brightness', { fb: still(-100) }, [0, 0, 0]],
    ['hue of another color', { fc: still([1, 0, 0, 1]), fh: still(120) }, GREEN],
  ])('change the %s of letters', (_, a, color) => {
    expect(boxes(a).at(70, 60)).toEqual(color);
  });

  test('turn the hue over time', () => {
    const fh = {
      a: 1,
      k: [
        { t: 0, s: [0] },
        { t: 20, s: [240] },
      ],
    };
    const { at } = boxes({ fh });
    expect(at(70, 60, 0)).toEqual(BLUE);
    const [r, g, b] = at(70, 60, 10);
    expect(r).toBeGreaterThan(240);
    expect(g + b).toBeLessThan(20);
  });

  test('draw a stroke around letters that have none', () => {
    const { at } = boxes({ sc: still([1, 0, 0, 1]), sw: still(8) });
    expect(at(38, 60)).toEqual(RED);
    expect(boxes({}).at(38, 60)).toEqual(WHITE);
    // A width has no color of its own.
    const { at: without } = boxes({ sw: still(8) });
    expect([without(38, 60), without(70, 60)]).toEqual([WHITE, BLUE]);
  });

  test('skew letters about the middle of their base', () => {
    const { at } = boxes({ sk: still(45), sa: still(0) });
    expect(at(160, 70)).toEqual(BLUE);
    expect(at(178, 70)).toEqual(BLUE);
    expect(at(45, 60)).toEqual(WHITE);
    const upright = boxes({ sk: still(45), sa: still(90) });
    expect(upright.at(45, 40)).toEqual(BLUE);
    expect(upright.at(95, 45)).toEqual(WHITE);
  });

  test('turn letters about their anchor point', () => {
    const { at } = boxes({ a: still([0, -70, 0]), s: still([100, 50, 100]) });
    expect(at(70, 110)).toEqual(BLUE);
    expect(at(70, 90)).toEqual(WHITE);
  });

  test('join the lines of strokes round', () => {
    const { at } = boxes({}, { more: { sc: [1, 0, 0], sw: 20 } });
    expect(at(100, 22)).toEqual(RED);
    expect(at(31, 21)).toEqual(WHITE);
  });

  test('are a warning only where they are drawn differently', () => {
    expect(boxes({ sk: still(45), a: still([5, 5, 0]), fh: still(3) }).codes).toEqual([]);
    const ramp = { sh: 2 };
    expect(boxes({ sk: still(0), a: still([0, 0, 0]) }, { s: ramp }).codes).toEqual([]);
    const differs = ['text_animator_differs'];
    expect(boxes({ sk: still(45) }, { s: ramp }).codes).toEqual(differs);
    expect(boxes({ a: still([0, 9, 0]) }, { s: ramp }).codes).toEqual(differs);
    expect(boxes({ r: still(45) }, { s: { rn: 1 } }).codes).toEqual(differs);
    expect(boxes({ r: still(45) }, { s: { t: 1 } }).codes).toEqual(differs);
    expect(boxes({ r: still(45) }, { s: ramp }).codes).toEqual([]);
  });

  test.each([
    ['no values', { fh: null, sk: 7, a: 'x', sw: {} }],
    ['numbers out of range', { fh: still(1e308), sk: still(1e308), a: still([1e308, -1e308]) }],
    ['values of other types', { fh: still('x'), sk: still([null]), sa: still({}), a: still(null) }],
    [
      'keyframes far apart',
      {
        fh: {
          a: 1,
          k: [
            { t: 0, s: [0] },
            { t: 1e9, s: [9] },
          ],
        },
      },
    ],
  ])('survive %s', (_, a) => {
    expect(boxes(a).at(70, 60)).toHaveLength(3);
    expect(boxes(null).at(70, 60)).toEqual(BLUE);
  });

  test('copy letters only up to a limit', () => {
    const { lottie } = boxes({ a: still([0, 9, 0]) });
    expect(lottie.chars).toHaveLength(2);
    const [layer] = lottie.layers as [Layer];
    const many = Array.from({ length: 9000 }, (_, index) => {
      const copy = structuredClone(layer);
      Object.assign(copy.t ?? {}, { a: [{ s: ALL, a: { a: still([0, index + 1, 0]) } }] });
      return copy;
    });
    const large = documentOf(many, { fonts: FONTS, chars: [BOX] });
    for (const { t } of large.layers) for (const { s } of t?.d.k ?? []) s.f = 'Box-R';
    fixTextAnimators(large);
    expect(large.chars?.length).toBeLessThanOrEqual(5001);
  });
});
