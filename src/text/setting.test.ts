import { describe, expect, it } from 'vitest';
import { lay, poppins, widthOf } from './text.fixture.ts';

const SENTENCE = 'The quick brown fox jumps over the lazy dog';

/** The widths of the lines, in pixels. */
function widthsOf({ lines, charsOf, document }: ReturnType<typeof lay>): number[] {
  return lines.map((line) => widthOf(charsOf(line)) * ((document.s ?? 0) / 100));
}

describe('layoutText with small caps', () => {
  it('draws smaller capitals of the text’s language if the font has no small caps', () => {
    const [small] = lay('Aa', { ca: 2 }).glyphs.chars().slice(-1);
    const [capital] = lay('A').glyphs.chars().slice(-1);
    expect(small?.w).toBeCloseTo((capital?.w ?? 0) * 0.8, 1);
    expect(heightOf(small)).toBeCloseTo(heightOf(capital) * 0.8, 0);
    expect(lay('ß', { ca: 2 }).lines[0]).toHaveLength(1);
    const dotted = lay('i', { ca: 2 }, { language: 'tr' }).glyphs.chars();
    expect(heightOf(dotted.at(-1))).toBeGreaterThan(heightOf(small) * 1.15);
  });

  it('does not change capitals, digits and letters without case', () => {
    const text = 'ZOË 2024 שלום';
    expect(lay(text, { ca: 2 }).glyphs.chars()).toEqual(lay(text).glyphs.chars());
  });
});

function heightOf(char: { data?: unknown } | undefined): number {
  const points = JSON.stringify(char?.data).matchAll(/"v":(\[\[.*?\]\])/g);
  const ys = [...points].flatMap(([, list]) =>
    (JSON.parse(list ?? '[]') as number[][]).map(([, y]) => y ?? 0),
  );
  return Math.max(...ys) - Math.min(...ys);
}

describe('layoutText with soft hyphens', () => {
  const word = 'Donau\u00addampf\u00adschiff';

  it('draws no hyphen within a line', () => {
    expect(lay(word).document).toEqual(lay(word.replaceAll('\u00ad', '')).document);
  });

  it('draws a hyphen where a line breaks, and includes it in the width', () => {
    const [bare = 0, dash = 0] = ['Donaudampf', '-'].flatMap((part) => widthsOf(lay(part)));
    const width = Math.ceil(bare + dash);
    const broken = (min: number) => lay(word, { sz: [min, 300], ps: [0, 0] }, { fit: 'none' });
    const layout = broken(width);
    expect(layout.fit).toMatchObject({ lines: 2, overflow: false });
    expect(layout.lines.map((line) => line.length)).toEqual([11, 6]);
    const hyphen = lay('-').glyphs.chars().at(-1);
    expect(layout.charsOf(layout.lines[0] ?? '').at(-1)?.data).toEqual(hyphen?.data);
    // If the hyphen does not fit, the line ends at the previous soft hyphen.
    expect(broken(width - 3).lines.map((line) => line.length)).toEqual([6, 11]);
  });
});

describe('layoutText with justification', () => {
  const box = { sz: [400, 600], ps: [0, 0] };

  it.each([
    [3, 0],
    [4, 1],
    [5, 2],
  ])('%i fills all lines except the last, which stands on side %i', (j, side) => {
    const layout = lay(SENTENCE, { ...box, j });
    expect(layout.document.j).toBe(side);
    const widths = widthsOf(layout);
    const last = widths.pop();
    expect(widths.length).toBeGreaterThan(0);
    for (const width of widths) expect(width).toBeCloseTo(400, 0);
    expect(last).toBeLessThan(390);
  });

  it('spreads Chinese and Japanese between all characters, and Thai only in lines without spaces', () => {
    for (const text of [
      '漢字かな交じり文の段落は、両端が揃う。'.repeat(3),
      'ภาษาไทยเป็นภาษาที่ไม่มีการเว้นวรรคระหว่างคำและประโยค'.repeat(2),
    ]) {
      const layout = lay(text, { ...box, j: 3 });
      const widths = widthsOf(layout);
      expect(widths.length).toBeGreaterThan(1);
      for (const width of widths.slice(0, -1)) expect(width).toBeCloseTo(400, 0);
      expect(widths.at(-1)).toBeLessThan(395);
      expect(widthsOf(lay(text, { ...box, j: 6 })).at(-1)).toBeCloseTo(400, 0);
    }
  });

  it('does not stretch single words, and puts them on the side where lines begin', () => {
    const word = lay('word', { ...box, j: 6 });
    expect(word.document).toMatchObject({ j: 0, t: lay('word').document.t });
    expect(lay('שלום', { ...box, j: 6 }).document.j).toBe(1);
  });

  it('aligns right-to-left text left if left is requested', () => {
    expect([0, 1, 2, 3, 4, 5].map((j) => lay('שלום עולם', { ...box, j }).document.j)).toEqual([
      0, 1, 2, 0, 1, 2,
    ]);
  });
});

describe('layoutText with headings', () => {
  const box = { sz: [400, 400], ps: [0, 0] };

  it('balances the lines of centered headings without adding lines', () => {
    const [left, center] = [lay(SENTENCE, { ...box, j: 0 }), lay(SENTENCE, { ...box, j: 2 })];
    expect(center.fit).toEqual(left.fit);
    const spread = (widths: number[]) => Math.max(...widths) - Math.min(...widths);
    expect(spread(widthsOf(center))).toBeLessThan(spread(widthsOf(left)) / 2);
    expect(lay(SENTENCE, { ...box, j: 2 }, { fit: 'none' }).lines).toEqual(left.lines);
    expect(lay(SENTENCE, box, { align: 'center' }).lines).toEqual(center.lines);
  });

  it('does not balance longer texts', () => {
    const long = `${SENTENCE} ${SENTENCE}`;
    expect(lay(long, { ...box, j: 2 }).lines).toEqual(lay(long, { ...box, j: 0 }).lines);
  });
});

describe('layoutText with the designer’s limits', () => {
  const box = { sz: [400, 100], ps: [0, 0] };

  it('grows text to its box or to the largest size where Skottie’s settings allow it', () => {
    expect(lay('Hi', { ...box, rs: 1, xf: 60 }).document.s).toBe(60);
    const grown = lay('Hi', { ...box, rs: 1, xf: 500 });
    expect(grown.fit.overflow).toBe(false);
    expect(grown.document.s).toBeCloseTo(100 / (0.75 + poppins.tail), 0);
    expect(lay('Hi', { ...box, rs: 1 }).document.s).toBe(40);
    expect(lay('Hi', { ...box, rs: 2, xf: 60 }).document.s).toBe(40);
    expect(lay('Hi', { ...box, rs: 2, xf: 30 }).document.s).toBe(30);
    expect(lay('Hi', { ...box, rs: 1, xf: 60 }, { fit: 'none' }).document.s).toBe(40);
  });

  it('applies them where the caller sets no limits', () => {
    const long = `${SENTENCE} ${SENTENCE}`;
    expect(lay(long, { ...box, mf: 35 }).document.s).toBe(35);
    expect(lay(long, { ...box, mf: 35 }, { minFontSize: 30 }).document.s).toBe(30);
    expect(lay(SENTENCE, { ...box, xl: 1 }).fit.lines).toBe(1);
    expect(lay(SENTENCE, { ...box, xl: 1 }, { maxLines: 2 }).fit.lines).toBe(2);
  });

  it('removes them from the document, so that players do not apply them again', () => {
    const styleFields = { ca: 1, rs: 1, mf: 1, xf: 9, xl: 1, vj: 1, sk_vj: 1, sk_rs: 1, d: 1 };
    const { document } = lay('Hi', { ...box, ...styleFields });
    expect(Object.keys(document).filter((key) => key in styleFields)).toEqual([]);
  });

  it('does not change stroke, fill, paint order and baseline shift', () => {
    const look = { fc: [1, 0, 0], sc: [0, 0, 1], sw: 4, of: false, ls: 7 };
    expect(lay('Hi', look).document).toMatchObject(look);
  });
});
