import { describe, expect, it } from 'vitest';
import { lay, poppins, widthOf } from './text.fixture.ts';

const SENTENCE = 'The quick brown fox jumps over the lazy dog';

/** The widths of the lines, in pixels. */
function widthsOf({ lines, charsOf, document }: ReturnType<typeof lay>): number[] {
  return lines.map((line) => widthOf(charsOf(line)) * ((document.s ?? 0) / 100));
}

describe('small caps', () => {
  it('are smaller capitals, by the language, where the font has none', () => {
    const [small] = lay('Aa', { ca: 2 }).glyphs.chars().slice(-1);
    const [capital] = lay('A').glyphs.chars().slice(-1);
    expect(small?.w).toBeCloseTo((capital?.w ?? 0) * 0.8, 1);
    expect(heightOf(small)).toBeCloseTo(heightOf(capital) * 0.8, 0);
    expect(lay('ß', { ca: 2 }).lines[0]).toHaveLength(1);
    const dotted = lay('i', { ca: 2 }, { language: 'tr' }).glyphs.chars();
    expect(heightOf(dotted.at(-1))).toBeGreaterThan(heightOf(small) * 1.15);
  });

  it('leave capitals, digits and what has no case', () => {
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

describe('soft hyphens', () => {
  const word = 'Donau\u00addampf\u00adschiff';

  it('are not seen within a line', () => {
    expect(lay(word).document).toEqual(lay(word.replaceAll('\u00ad', '')).document);
  });

  it('are drawn where a line breaks at one, and counted', () => {
    const [bare = 0, dash = 0] = ['Donaudampf', '-'].flatMap((part) => widthsOf(lay(part)));
    const width = Math.ceil(bare + dash);
    const broken = (min: number) => lay(word, { sz: [min, 300], ps: [0, 0] }, { fit: 'none' });
    const layout = broken(width);
    expect(layout.fit).toMatchObject({ lines: 2, overflow: false });
    expect(layout.lines.map((line) => line.length)).toEqual([11, 6]);
    const hyphen = lay('-').glyphs.chars().at(-1);
    expect(layout.charsOf(layout.lines[0] ?? '').at(-1)?.data).toEqual(hyphen?.data);
    // Without room for the hyphen the line ends at the one before.
    expect(broken(width - 3).lines.map((line) => line.length)).toEqual([6, 11]);
  });
});

describe('justification', () => {
  const box = { sz: [400, 600], ps: [0, 0] };

  it.each([
    [3, 0],
    [4, 1],
    [5, 2],
  ])('%i fills all lines but the last, which stands on side %i', (j, side) => {
    const layout = lay(SENTENCE, { ...box, j });
    expect(layout.document.j).toBe(side);
    const widths = widthsOf(layout);
    const last = widths.pop();
    expect(widths.length).toBeGreaterThan(0);
    for (const width of widths) expect(width).toBeCloseTo(400, 0);
    expect(last).toBeLessThan(390);
  });

  it('spreads Chinese and Japanese between all characters, and Thai where it has no spaces', () => {
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

  it('leaves single words as they are, on the side where their lines begin', () => {
    const word = lay('word', { ...box, j: 6 });
    expect(word.document).toMatchObject({ j: 0, t: lay('word').document.t });
    expect(lay('שלום', { ...box, j: 6 }).document.j).toBe(1);
  });

  it('keeps left on the left where text runs from right to left', () => {
    expect([0, 1, 2, 3, 4, 5].map((j) => lay('שלום עולם', { ...box, j }).document.j)).toEqual([
      0, 1, 2, 0, 1, 2,
    ]);
  });
});

describe('headings', () => {
  const box = { sz: [400, 400], ps: [0, 0] };

  it('are balanced where they are centered, in the lines that they have anyway', () => {
    const [left, center] = [lay(SENTENCE, { ...box, j: 0 }), lay(SENTENCE, { ...box, j: 2 })];
    expect(center.fit).toEqual(left.fit);
    const spread = (widths: number[]) => Math.max(...widths) - Math.min(...widths);
    expect(spread(widthsOf(center))).toBeLessThan(spread(widthsOf(left)) / 2);
    expect(lay(SENTENCE, { ...box, j: 2 }, { fit: 'none' }).lines).toEqual(left.lines);
    expect(lay(SENTENCE, box, { align: 'center' }).lines).toEqual(center.lines);
  });

  it('are left alone where they are longer', () => {
    const long = `${SENTENCE} ${SENTENCE}`;
    expect(lay(long, { ...box, j: 2 }).lines).toEqual(lay(long, { ...box, j: 0 }).lines);
  });
});

describe('the designer’s own limits', () => {
  const box = { sz: [400, 100], ps: [0, 0] };

  it('are Skottie’s: text grows to its box or to the largest size, if it may', () => {
    expect(lay('Hi', { ...box, rs: 1, xf: 60 }).document.s).toBe(60);
    const grown = lay('Hi', { ...box, rs: 1, xf: 500 });
    expect(grown.fit.overflow).toBe(false);
    expect(grown.document.s).toBeCloseTo(100 / (0.75 + poppins.tail), 0);
    expect(lay('Hi', { ...box, rs: 1 }).document.s).toBe(40);
    expect(lay('Hi', { ...box, rs: 2, xf: 60 }).document.s).toBe(40);
    expect(lay('Hi', { ...box, rs: 2, xf: 30 }).document.s).toBe(30);
    expect(lay('Hi', { ...box, rs: 1, xf: 60 }, { fit: 'none' }).document.s).toBe(40);
  });

  it('hold where the caller sets none', () => {
    const long = `${SENTENCE} ${SENTENCE}`;
    expect(lay(long, { ...box, mf: 35 }).document.s).toBe(35);
    expect(lay(long, { ...box, mf: 35 }, { minFontSize: 30 }).document.s).toBe(30);
    expect(lay(SENTENCE, { ...box, xl: 1 }).fit.lines).toBe(1);
    expect(lay(SENTENCE, { ...box, xl: 1 }, { maxLines: 2 }).fit.lines).toBe(2);
  });

  it('are not left for players to apply again', () => {
    const done = { ca: 1, rs: 1, mf: 1, xf: 9, xl: 1, vj: 1, sk_vj: 1, sk_rs: 1, d: 1 };
    const { document } = lay('Hi', { ...box, ...done });
    expect(Object.keys(document).filter((key) => key in done)).toEqual([]);
  });

  it('keep stroke, fill, order and baseline shift', () => {
    const look = { fc: [1, 0, 0], sc: [0, 0, 1], sw: 4, of: false, ls: 7 };
    expect(lay('Hi', look).document).toMatchObject(look);
  });
});
