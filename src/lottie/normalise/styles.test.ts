import { describe, expect, test } from 'vitest';
import type { Layer } from '../types.ts';
import { documentOf, draw, square, still } from './pixels.fixture.ts';

const RED = still([1, 0, 0, 1]);
const [BLUE_PIXEL, RED_PIXEL, WHITE_PIXEL] = [
  [0, 0, 255],
  [255, 0, 0],
  [255, 255, 255],
];
const styled = (...sy: unknown[]) => documentOf([square({ sy })]);
const codesOf = (...sy: unknown[]) => draw(styled(...sy)).warnings.map(({ code }) => code);

describe('layer styles', () => {
  test.each([3, 10, 30])('a stroke of %i pixels surrounds the layer', (size) => {
    const { at } = draw(styled({ ty: 0, c: RED, s: still(size) }));
    const edges = [-1, 1].flatMap((side) => [
      [side, 0],
      [0, side],
    ]);
    for (const [x = 0, y = 0] of edges) {
      const place = (distance: number): [number, number] => [
        Math.round(99.5 + x * (30 + distance)),
        Math.round(99.5 + y * (30 + distance)),
      ];
      expect(at(...place(-2))).toEqual(BLUE_PIXEL);
      expect(at(...place(size / 2))).toEqual(RED_PIXEL);
      expect(at(...place(size + 2))).toEqual(WHITE_PIXEL);
    }
    // Its corners are round.
    const corner = 130 + Math.ceil(size * 0.85);
    expect(at(corner, corner)).toEqual(WHITE_PIXEL);
  });

  test('the size of a stroke can be animated', () => {
    const s = {
      a: 1,
      k: [
        { t: 0, s: [2] },
        { t: 20, s: [20] },
      ],
    };
    const source = styled({ ty: 0, c: RED, s });
    expect(draw(source, 0).at(100, 140)).toEqual(WHITE_PIXEL);
    expect(draw(source, 20).at(100, 140)).toEqual(RED_PIXEL);
  });

  test('a color overlay colors the layer, and keeps its alpha', () => {
    const overlay = (so: number) => draw(styled({ ty: 7, c: RED, so: still(so) }));
    expect(overlay(100).at(100, 100)).toEqual(RED_PIXEL);
    expect(overlay(100).at(140, 100)).toEqual(WHITE_PIXEL);
    const [r, , b] = overlay(50).at(100, 100);
    expect(Math.abs(r - 128) + Math.abs(b - 128)).toBeLessThan(6);
  });

  test('a shadow lies behind the stroke, and has its distance', () => {
    const shadow = { ty: 1, c: still([0, 1, 0, 1]), o: still(100), a: still(180), d: still(30) };
    const black = still([0, 0, 0, 1]);
    const { at } = draw(styled({ ...shadow, s: still(0) }, { ty: 0, c: black, s: still(6) }));
    expect(at(132, 100)).toEqual([0, 0, 0]);
    expect(at(150, 100)).toEqual([0, 255, 0]);
    expect(at(175, 100)).toEqual(WHITE_PIXEL);
  });

  test('a style that is switched off, or a second one of its type, is not drawn', () => {
    const off = { ty: 7, en: false, c: RED, so: still(100) };
    expect(draw(styled(off)).at(100, 100)).toEqual(BLUE_PIXEL);
    const green = { ty: 7, c: still([0, 1, 0, 1]), so: still(100) };
    expect(draw(styled({ ...off, en: true }, green)).at(100, 100)).toEqual(RED_PIXEL);
  });

  test('warns of styles that are omitted, and of modes that show', () => {
    expect(codesOf({ ty: 5 }, { ty: 6 }, { ty: 8 })).toEqual(
      Array(3).fill('layer_style_unsupported'),
    );
    const shadow = (c: number[], bm: number, d = 5) => {
      return { ty: 1, c: still(c), bm: still(bm), d: still(d) };
    };
    const preview = 'preview_differs';
    expect(codesOf(shadow([1, 0, 0, 1], 5))).toEqual(['layer_style_differs', preview]);
    expect(codesOf(shadow([0, 0, 0, 1], 5))).toEqual([preview]);
    expect(codesOf(shadow([1, 0, 0, 1], 1))).toEqual([preview]);
    expect(codesOf(shadow([1, 0, 0, 1], 5, 0))).toEqual([]);
    expect(codesOf({ ty: 0, c: RED, s: still(2) }, { ty: 7, c: RED })).toEqual([preview, preview]);
    expect(codesOf({ ty: 0, c: RED, s: still(0) }, { ty: 7, c: RED, so: still(0) })).toEqual([]);
  });

  test.each([
    ['no list', 7],
    ['null', [null, 3, 'x', { ty: '0' }]],
    ['sizes', [{ ty: 0, c: RED, s: still(1e308) }]],
    ['negative sizes', [{ ty: 0, c: RED, s: still(-5) }]],
    ['no values', [{ ty: 0 }, { ty: 7 }, { ty: 1 }, { ty: 4 }]],
    [
      'values of other types',
      [
        { ty: 0, s: 'x', c: [] },
        { ty: 7, c: { k: 'red' }, so: { k: {} } },
      ],
    ],
    ['keyframes of other types', [{ ty: 0, c: RED, s: { a: 1, k: [{ t: 0, s: 'x' }, { t: 9 }] } }]],
  ])('survives %s', (_, sy) => {
    expect(draw(documentOf([square({ sy })])).at(100, 100)).toHaveLength(3);
  });

  test('the strokes of a document have a limit, which is a warning', () => {
    const stroke = { ty: 0, c: RED, s: still(200) };
    const layers = Array.from({ length: 100 }, () => square({ sy: Array(50).fill(stroke) }));
    const { lottie, warnings } = draw(documentOf(layers));
    const shadows = lottie.layers.reduce((sum, { sy }: Layer) => sum + (sy?.length ?? 0), 0);
    expect(shadows).toBeLessThanOrEqual(500);
    expect(warnings.some(({ code }) => code === 'layer_style_unsupported')).toBe(true);
  });
});
