import { describe, expect, it } from 'vitest';
import { FontLibrary } from './font/font-library.ts';
import { arabic, BOX, hebrew, lay, poppins, widthOf } from './text.fixture.ts';

const SENTENCE = 'The quick brown fox jumps over the lazy dog';

describe('lines', () => {
  it.each(['a\nb', 'a\rb', 'a\r\nb', 'a\u0003b', 'a\u2028b'])('breaks %j', (text) => {
    expect(lay(text).fit.lines).toBe(2);
  });

  it('breaks a box at its words, into lines that fit', () => {
    const { lines, charsOf, fit } = lay(SENTENCE, { ...BOX, sz: [400, 400] });
    expect(fit).toEqual({
      font_scale: 1,
      lines: 3,
      overflow: false,
      word_broken: false,
      missing_glyphs: [],
      fallback_fonts: [],
      font_replaced: false,
    });
    for (const line of lines) expect(widthOf(charsOf(line)) * 0.4).toBeLessThanOrEqual(400.5);
    expect(lines.map((line) => line.split(' ').length)).toEqual([4, 4, 1]);
  });

  it('keeps empty lines, and an empty text', () => {
    expect(lay('a\n\nb').lines).toEqual(['Ā', '', 'ā']);
    expect(lay('', BOX).document.t).toBe('');
    expect(lay('').fit).toMatchObject({ lines: 1, overflow: false });
  });

  it('breaks Thai between words', () => {
    const thai = new FontLibrary([{ face: poppins, from: 'template' }]);
    expect(
      lay('สวัสดีชาวโลก', { sz: [60, 400], ps: [0, 0] }, { fonts: thai, fit: 'none' }).fit.lines,
    ).toBeGreaterThan(1);
  });
});

describe('fit', () => {
  it('takes the largest size that fits, with the line height in proportion', () => {
    const { document, fit } = lay(SENTENCE, { sz: [300, 100], ps: [0, 0] });
    expect(fit).toMatchObject({ overflow: false });
    expect(fit.font_scale).toBeLessThan(1);
    expect((document.lh ?? 0) / (document.s ?? 1)).toBeCloseTo(48 / 40, 6);
    const larger = lay(
      SENTENCE,
      {
        sz: [300, 100],
        ps: [0, 0],
        s: (document.s ?? 0) + 0.2,
        lh: ((document.s ?? 0) + 0.2) * 1.2,
      },
      { fit: 'none' },
    );
    expect(larger.fit.overflow).toBe(true);
  });

  it('does not change a text that fits, or that must keep its size', () => {
    expect(lay('Hi', BOX).fit.font_scale).toBe(1);
    expect(
      lay(SENTENCE.repeat(3), { sz: [300, 100], ps: [0, 0] }, { fit: 'none' }).fit,
    ).toMatchObject({ font_scale: 1, overflow: true });
  });

  it('shrinks a long word before it breaks it', () => {
    expect(lay('Donaudampfschifffahrt', BOX).fit).toMatchObject({ lines: 1, overflow: false });
    expect(lay('Donaudampfschifffahrt'.repeat(20), BOX).fit).toMatchObject({ word_broken: true });
    expect(lay(SENTENCE, BOX).fit).toMatchObject({ word_broken: false });
    const broken = lay(
      'Donaudampfschifffahrt',
      { sz: [100, 200], ps: [0, 0] },
      { minFontSize: 30 },
    );
    expect(broken.document.s).toBeGreaterThanOrEqual(30);
    expect(broken.fit.lines).toBeGreaterThan(1);
  });

  it.each([
    // The box has room for the lines of the broken word at the designed size.
    ['a long word in a tall box', 'Donaudampfschifffahrt'.repeat(9), [100, 3000], [1, 1]],
    ['a long word beside words', `See ${'abcdefghij'.repeat(20)} now`, [120, 3000], [1, 1]],
    // Two lines at the designed size need 96 pixels, and the broken word has more lines.
    ['a long word in a low box', 'W'.repeat(100), [400, 110], [0.3, 0.7]],
  ] as const)('breaks %s at a readable size', (_, text, sz, [least, greatest]) => {
    const { fit } = lay(text, { sz: [...sz], ps: [0, 0] });
    expect(fit).toMatchObject({ word_broken: true, overflow: false });
    expect(fit.font_scale).toBeGreaterThanOrEqual(least);
    expect(fit.font_scale).toBeLessThanOrEqual(greatest);
  });

  it('breaks a long word of a text in its space instead of letting it out of the space', () => {
    const space = { width: 200, height: 200, wraps: false, sample: 'Hi' };
    const { fit } = lay('Donaudampfschifffahrt'.repeat(3), {}, { space });
    expect(fit).toMatchObject({ word_broken: true, overflow: false });
    expect(fit.font_scale).toBeGreaterThan(0.5);
  });

  it('takes the smallest size for a broken word that no size fits', () => {
    const { fit } = lay('W'.repeat(500), { sz: [100, 60], ps: [0, 0] }, { maxLines: 1 });
    expect(fit).toMatchObject({ font_scale: 0.25, word_broken: true, overflow: true });
  });

  it('obeys max lines, the smallest size and the width of point text', () => {
    expect(lay(SENTENCE, { sz: [400, 400], ps: [0, 0] }, { maxLines: 2 }).fit).toMatchObject({
      lines: 2,
      overflow: false,
    });
    expect(lay(SENTENCE, { sz: [60, 30], ps: [0, 0] }).fit).toMatchObject({
      font_scale: 0.25,
      overflow: true,
    });
    expect(lay(SENTENCE, { sz: [100, 50], ps: [0, 0] }, { minFontSize: 35 }).document.s).toBe(35);
    expect(lay('a\nb\nc', {}, { maxLines: 2 }).fit.overflow).toBe(true);
    const point = lay(SENTENCE, {}, { maxWidth: 300 });
    expect(point.fit).toMatchObject({ lines: 1, overflow: false });
    expect(
      widthOf(point.charsOf(point.lines[0] ?? '')) * ((point.document.s ?? 0) / 100),
    ).toBeLessThanOrEqual(301);
    expect(point.document.sz).toBeUndefined();
  });

  it('takes a box lower than one line for one line high', () => {
    expect(lay('Hi', { sz: [400, 10], ps: [0, 0] }).fit).toMatchObject({
      font_scale: 1,
      overflow: false,
    });
    expect(lay('Hi\nho', { sz: [400, 10], ps: [0, 0] }).fit.font_scale).toBeLessThan(1);
  });
});

describe('letters', () => {
  it('kerns', () => {
    const kerned = { fonts: new FontLibrary([{ face: hebrew, from: 'template' }]) };
    const width = (text: string) => {
      const { lines, charsOf } = lay(text, {}, kerned);
      return widthOf(charsOf(lines[0] ?? ''));
    };
    expect(width('To')).toBeCloseTo(width('T') + width('o') - 7, 1);
  });

  it('writes a syllable of several glyphs as one letter', () => {
    expect(lay('क्ष').lines[0]).toHaveLength(1);
    expect(lay('क्षि', { tr: 100 }).lines[0]).toHaveLength(1);
  });

  it('joins Arabic letters, from right to left, in a fallback font', () => {
    const { lines, charsOf, fit } = lay('ببب');
    const fallback_fonts = [arabic.postScriptName];
    expect(fit).toMatchObject({ missing_glyphs: [], fallback_fonts, font_replaced: true });
    expect(lay('To ببب').fit).toMatchObject({ fallback_fonts, font_replaced: false });
    expect(new Set(lines[0]).size).toBe(3);
    const isolated = lay('ب');
    expect(charsOf(lines[0] ?? '')[1]?.w).not.toBe(isolated.charsOf(isolated.lines[0] ?? '')[0]?.w);
  });

  it('reports the font that replaces the text’s own', () => {
    const fonts = new FontLibrary([{ face: hebrew, from: 'fallback' }]);
    expect(lay('To', {}, { fonts }).fit).toMatchObject({
      fallback_fonts: [hebrew.postScriptName],
      font_replaced: true,
    });
  });

  it('keeps joined letters together under tracking', () => {
    const plain = lay('ببب');
    const tracked = lay('ببب', { tr: 200 });
    const widths = [plain, tracked].map(({ charsOf, lines }) => widthOf(charsOf(lines[0] ?? '')));
    expect(widths[1]).toBeCloseTo(widths[0] ?? 0, 1);
  });

  it('tracks by the letters’ own advances, for players that know no tracking', () => {
    const [plain, tracked] = [lay('a b'), lay('a b', { tr: 200 })].map(({ charsOf, lines }) =>
      charsOf(lines[0] ?? '').map(({ w }) => Math.round(w)),
    );
    // The space has its plain width, by which players find words.
    expect(tracked).toEqual([(plain?.[0] ?? 0) + 40, plain?.[1], plain?.[2]]);
  });

  it('orders mixed directions as they are read', () => {
    const latin = lay('abc')
      .charsOf('ĀāĂ')
      .map((c) => JSON.stringify(c.data));
    const { lines, charsOf } = lay('שלום abc');
    const drawnChars = charsOf(lines[0] ?? '').map((c) => JSON.stringify(c.data));
    expect(drawnChars.slice(0, 3)).toEqual(latin);
    expect(drawnChars).toHaveLength(8);
  });

  it('sets all caps by the language', () => {
    expect(lay('straße', { ca: 1 }).lines[0]).toHaveLength(7);
    expect(lay('i', { ca: 1 }, { language: 'tr' }).glyphs.chars()).not.toEqual(
      lay('I').glyphs.chars(),
    );
    expect(lay('i', { ca: 1 }, { language: 'no language at all' }).glyphs.chars()).toEqual(
      lay('I').glyphs.chars(),
    );
    expect(lay('i', { ca: 1 }).document.ca).toBeUndefined();
  });

  it('leaves a gap for what no font has, and reports it', () => {
    const { lines, charsOf, fit } = lay('a😀👩‍👩‍👧b');
    expect(fit.missing_glyphs).toEqual(['U+1F467', 'U+1F469', 'U+1F600']);
    const chars = charsOf(lines[0] ?? '');
    expect(chars[1]?.data).toEqual({});
    expect(chars[1]?.w).toBeCloseTo(poppins.spaceAdvance * 100, 1);
  });

  it('drops control characters and marks of direction, and takes a tab for a space', () => {
    expect(lay('a\u0000\u0007\u200eb\u001b').lines[0]).toHaveLength(2);
    expect(lay('a\tb').lines[0]).toBe('Ā ā');
  });
});

describe('spaces', () => {
  it('separates words by U+0020 of one width; kerning and justification go into the letter before', () => {
    const { lines, charsOf } = lay(`${SENTENCE} ${SENTENCE}`, { sz: [400, 800], ps: [0, 0], j: 3 });
    for (const line of lines.slice(0, -1)) {
      expect(line.split(' ').length).toBeGreaterThan(1);
      expect(widthOf(charsOf(line)) * 0.4).toBeCloseTo(400, 0);
    }
    expect(widthOf(charsOf(lines.at(-1) ?? '')) * 0.4).toBeLessThan(390);
    const wholeLayout = lay(`${SENTENCE} a dog`, { sz: [400, 800], ps: [0, 0], j: 6 });
    expect(widthOf(wholeLayout.charsOf(wholeLayout.lines.at(-1) ?? '')) * 0.4).toBeCloseTo(400, 0);
  });

  it('keeps those at the end as letters, since players drop plain ones', () => {
    const { lines, charsOf } = lay('a   ');
    expect(lines[0]).toHaveLength(4);
    expect(lines[0]).not.toContain(' ');
    expect(widthOf(charsOf(lines[0] ?? '').slice(1))).toBeCloseTo(poppins.spaceAdvance * 300, 1);
    expect(lay('  a').lines[0]).toHaveLength(3);
  });

  it('shrinks nothing for spaces at the end of a line in a box', () => {
    expect(lay(`word${' '.repeat(200)}`, { sz: [200, 60], ps: [0, 0] }).fit).toMatchObject({
      font_scale: 1,
      lines: 1,
      overflow: false,
    });
  });

  it('keeps those that the box has room for', () => {
    expect(lay(`a${' '.repeat(50)}`, { sz: [100, 100], ps: [0, 0] }).lines[0]).toHaveLength(7);
    expect(
      lay(`a${' '.repeat(49_000)}`, { s: 0.001, sz: [1e8, 100], ps: [0, 0] }).lines[0],
    ).toHaveLength(49_001);
  });

  it('says which side a justified text’s last line is on, and lets the caller decide', () => {
    expect([3, 4, 5, 6].map((j) => lay(SENTENCE, { ...BOX, j }).document.j)).toEqual([0, 1, 2, 0]);
    expect(lay(SENTENCE, { ...BOX, j: 3 }, { align: 'right' }).document.j).toBe(1);
    const { lines, charsOf } = lay(SENTENCE, { ...BOX, j: 3 }, { align: 'center' });
    expect(widthOf(charsOf(lines[0] ?? '')) * 0.4).toBeLessThan(398);
  });
});

describe('the document', () => {
  it('keeps the designer’s colors, stroke and baseline shift, and drops what players would act on', () => {
    const { document } = lay('a', {
      ...BOX,
      fc: [1, 0, 0],
      sc: [0, 1, 0],
      sw: 2,
      tr: 50,
      ls: 3,
      ca: 1,
      rs: 1,
      mf: 2,
      xf: 90,
      xl: 4,
      vj: 1,
    });
    expect(document).toMatchObject({
      f: 'Outlines 1',
      fc: [1, 0, 0],
      sc: [0, 1, 0],
      sw: 2,
      tr: 0,
      ls: 3,
    });
    expect(['ca', 'rs', 'mf', 'xf', 'xl', 'vj'].filter((key) => key in document)).toEqual([]);
  });

  it('is the same for the same input', () => {
    const once = () => {
      const { document, glyphs } = lay(`${SENTENCE} שלום`, { ...BOX, j: 6 });
      return JSON.stringify([document, glyphs.chars(), glyphs.fonts()]);
    };
    expect(once()).toBe(once());
  });

  it.each([
    { s: 0 },
    { s: -5, lh: -1 },
    { sz: [0, 0], ps: [0, 0] },
    { sz: [-10, 5] },
    { sz: [100] },
    { s: 1e9, sz: [10, 10] },
    { s: 1e-9, sz: [1e9, 1e9], j: 6 },
    { s: 1e-300, sz: [1e308, 1e308], ps: [1e308, -1e308], lh: 1e308, tr: 1e308, j: 6 },
    { j: 99 },
    { tr: 1e9, ...BOX },
    { tr: -1e9, ...BOX },
  ])('holds for %j', (document) => {
    const { document: layout } = lay(SENTENCE, document);
    expect(JSON.stringify(layout)).not.toContain('null');
    expect([0, 1, 2]).toContain(layout.j);
  });
});
