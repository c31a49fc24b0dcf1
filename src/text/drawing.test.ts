import { describe, expect, it } from 'vitest';
import { fewOf } from '../../test/support/parts.ts';
import type { TextDocument } from '../lottie/index.ts';
import { drawnInk, type Ink } from './drawing.fixture.ts';
import type { LayoutInput } from './layout.ts';
import { testRandomDrawings } from './random-drawing.fixture.ts';
import { lay } from './text.fixture.ts';

function draw(text: string, document: TextDocument = {}, more: Partial<LayoutInput> = {}): Ink {
  return drawnInk({ text, document, more });
}

/**
 * H has straight sides: at 40 px its ink begins 3 px after the start of its advance and ends 3 px
 * before the end.
 */
const BEARING = 4;
const box = { sz: [300, 200], ps: [-150, -100] };

describe('Skottie', () => {
  it('draws point text on its baseline, aligned left, right and centered', () => {
    const [left, right, center] = [
      draw('HHH', { j: 0 }),
      draw('HHH', { j: 1 }),
      draw('HHH', { j: 2 }),
    ];
    expect(left.bottom).toBe(0);
    expect(left.top).toBeCloseTo(-28, -0.5);
    expect(left.left).toBeGreaterThanOrEqual(0);
    expect(left.left).toBeLessThanOrEqual(BEARING);
    expect(right.right).toBeLessThanOrEqual(0);
    expect(right.right).toBeGreaterThanOrEqual(-BEARING);
    expect(Math.abs(center.left + center.right)).toBeLessThanOrEqual(1);
  });

  it('draws a box’s first baseline at the designer’s ascent, on the requested side', () => {
    const [left, right, center] = [
      draw('HHH', { ...box, j: 0 }),
      draw('HHH', { ...box, j: 1 }),
      draw('HHH', { ...box, j: 2 }),
    ];
    for (const ink of [left, right, center]) expect(ink.bottom).toBe(-100 + 0.75 * 40);
    expect(left.left + 150).toBeLessThanOrEqual(BEARING);
    expect(150 - right.right).toBeLessThanOrEqual(BEARING);
    expect(Math.abs(center.left + center.right)).toBeLessThanOrEqual(1);
    expect(draw('HHH', box, { align: 'right' })).toEqual(right);
  });

  it('draws a box’s text in the middle or at the bottom by its vertical justification', () => {
    const center = draw('HHH\nHHH', { ...box, vj: 1 });
    expect(Math.abs(center.top + center.bottom)).toBeLessThanOrEqual(1);
    const bottom = draw('Hp', { ...box, vj: 2 });
    expect(Math.abs(bottom.bottom - 100)).toBeLessThanOrEqual(1);
  });

  it('draws every line at its leading, also lines that reach out of the box', () => {
    expect(draw('H\nH\nH').bottom).toBe(96);
    expect(draw('H\n\nH', { lh: 60 }).bottom).toBe(120);
    expect(draw('H\nH\nH', { sz: [300, 50], ps: [-150, -100] }, { fit: 'none' }).bottom).toBe(
      -70 + 96,
    );
  });

  it('draws text that was shrunk inside its box', () => {
    for (const text of [
      'The quick brown fox jumps over the lazy dog, again',
      'Donaudampfschifffahrtsgesellschaft',
      'नमस्ते क्षत्रिय '.repeat(6),
    ]) {
      const ink = draw(text, { sz: [200, 90], ps: [-100, -45], j: 2 });
      expect(ink.left).toBeGreaterThanOrEqual(-101);
      expect(ink.right).toBeLessThanOrEqual(101);
      expect(ink.bottom).toBeLessThanOrEqual(47);
      expect(ink.right - ink.left).toBeGreaterThan(120);
    }
  });

  it('draws justified lines from edge to edge at any tracking', () => {
    for (const tr of [0, 80, -40]) {
      const ink = draw('HHHH HH HHH HHH HHHH HHH HHH HH', { ...box, s: 30, lh: 34, tr, j: 6 });
      expect(ink.left + 150).toBeLessThanOrEqual(BEARING);
      expect(Math.abs(150 - ink.right)).toBeLessThanOrEqual(BEARING);
    }
  });

  it('includes trailing spaces in the width of centered and right-aligned text', () => {
    const space = lay('a').glyphs.chars()[0]?.w ?? 0;
    expect(draw('HH   ', { j: 1 }).right).toBeCloseTo(
      draw('HH', { j: 1 }).right - space * 0.4 * 3,
      -0.5,
    );
    expect(draw('HH   ', { ...box, j: 1 }).right).toBeCloseTo(
      draw('HH', { ...box, j: 1 }).right - space * 0.4 * 3,
      -0.5,
    );
    expect(draw('HH  ', { j: 2 }).right).toBeCloseTo(
      draw('HH', { j: 2 }).right - space * 0.4,
      -0.5,
    );
  });

  it('draws tracking and baseline shift', () => {
    const plain = draw('HHH');
    expect(draw('HHH', { tr: 100 }).right - plain.right).toBe(8);
    expect(draw('HHH', { tr: 100, j: 1 }).right).toBe(draw('HHH', { j: 1 }).right);
    expect(draw('HHH', { ls: 10 }).bottom).toBe(-10);
  });

  it('draws nothing for a missing glyph and for an empty text', () => {
    expect(draw('😀').right).toBeLessThan(0);
    expect(draw('').right).toBeLessThan(0);
    expect(draw('H😀').right).toBe(draw('H').right);
  });

  it('draws Arabic letters joined: a word is narrower than its single letters', () => {
    const width = (text: string) => {
      const ink = draw(text);
      return ink.right - ink.left;
    };
    expect(width('سسس')).toBeLessThan(3 * width('س'));
    expect(draw('سلام', { j: 1 }).right).toBeLessThanOrEqual(2);
  });

  it('draws strokes over or under fills', () => {
    const look = { s: 100, lh: 100, sw: 6, fc: [0, 0, 1], sc: [1, 0, 0] };
    // The stroke's inner half narrows the fill.
    const blueOf = (of: boolean) => {
      const { left, right } = drawnInk(
        { text: 'H', document: { ...look, of } },
        ([r, , b]) => b > 200 && r < 50,
      );
      return right - left;
    };
    expect(blueOf(false) - blueOf(true)).toBeCloseTo(6, -0.5);
    expect(
      drawnInk({ text: 'H', document: { ...look, of: true } }, ([r]) => r > 200).top,
    ).toBeLessThan(-70);
  });

  testRandomDrawings(fewOf);
});
