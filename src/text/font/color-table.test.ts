import { describe, expect, test } from 'vitest';
import { colorGlyphOf } from '../glyphs/color-glyph.ts';
import { GlyphSet } from '../glyphs/glyph-set.ts';
import { layoutText } from '../layout.ts';
import { fontBytes, load, poppins } from '../text.fixture.ts';
import { ColorTable, type Paint } from './color-table.ts';
import { FontLibrary } from './font-library.ts';
import { tablesOf } from './sfnt.ts';

const FILE = 'noto-color-emoji/400Regular/NotoColorEmoji_400Regular';
const emoji = await load(FILE);
const fonts = new FontLibrary([
  { face: poppins, from: 'template' },
  { face: emoji, from: 'fallback' },
]);

function lay(text: string) {
  const glyphs = new GlyphSet();
  const document = { f: 'Poppins-Regular', s: 40, fc: [0, 0, 0] };
  const font = { fName: 'Poppins-Regular', fFamily: 'Poppins' };
  return { ...layoutText({ text, document, font, fonts, language: 'en' }, glyphs), glyphs };
}

describe('emoji', () => {
  test.each([
    ['a face', '😀', 1],
    ['a family', '👨‍👩‍👧‍👦', 1],
    ['a skin tone and a profession', '👩🏽‍🚀', 1],
    ['a flag of two letters', '🇩🇪', 1],
    ['a flag of tags', '🏴󠁧󠁢󠁷󠁬󠁳󠁿', 1],
    ['a keycap', '1️⃣', 1],
    ['two flags', '🇩🇪🇯🇵', 2],
    ['words around it', 'Hi 🎉!', 5],
  ])('makes %s one letter for each emoji', (_, text, letters) => {
    const { document, fit } = lay(text);
    expect([...(document.t ?? '')]).toHaveLength(letters);
    expect(fit.missing_glyphs).toEqual([]);
  });

  test('are precomps of shapes and need no image', () => {
    const { glyphs } = lay('🎂');
    const char = glyphs.chars().find((c) => c.t === 1);
    const precomp = glyphs.assets().find((asset) => asset.id === char?.data.refId);
    expect(precomp?.layers.every((layer) => layer.ty === 4)).toBe(true);
  });

  test('with a text variation selector are not drawn with the color font', () => {
    expect(lay('©').fit.fallback_fonts).toEqual([]);
    expect(lay('©️').fit.fallback_fonts).toEqual(['NotoColorEmoji']);
    expect(lay('12 #').fit.fallback_fonts).toEqual([]);
  });

  test('are not split in text with tracking, whose ligatures are off', () => {
    const glyphs = new GlyphSet();
    const document = { f: 'Poppins-Regular', s: 40, tr: 100, fc: [0, 0, 0] };
    const layout = layoutText(
      { text: '👩🏽‍🚀🇩🇪', document, font: undefined, fonts, language: 'en' },
      glyphs,
    );
    expect([...(layout.document.t ?? '')]).toHaveLength(2);
    expect(glyphs.chars().filter((c) => c.t === 1)).toHaveLength(2);
  });

  test('that no font has are reported as missing glyphs', () => {
    const without = new FontLibrary([{ face: poppins, from: 'template' }]);
    const document = { f: 'Poppins-Regular', s: 40 };
    const layout = layoutText(
      { text: '😀', document, font: undefined, fonts: without, language: 'en' },
      new GlyphSet(),
    );
    expect(layout.fit.missing_glyphs).toEqual(['U+1F600']);
  });
});

/** A small COLR table: version 1 with one glyph (5), whose paint is `paint`. */
function table(paint: number[]): DataView {
  const list = [0, 0, 0, 1, 0, 5, 0, 0, 0, 10];
  const header = [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 34, 0, 0, 0, 44];
  const padding = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  return new DataView(new Uint8Array([...header, ...padding, ...list, ...paint]).buffer);
}

/** Nested XOR composites, each with a color as its second operand. */
function nested(depth: number): number[] {
  const color = [2, 0, 0, 0x40, 0];
  const level = [32, 0, 0, 8 + color.length, 11, 0, 0, 8, ...color];
  return [...Array.from({ length: depth }, () => level).flat(), ...color];
}

/** Both operands of each composite are the same paint; the gradient has 4,000 stops. */
function manyStops(): number[] {
  const levels = Array.from({ length: 5 }, () => [32, 0, 0, 8, 3, 0, 0, 8]).flat();
  const line = [0, 4000 >> 8, 4000 & 255, ...Array.from({ length: 24_000 }, () => 0)];
  return [...levels, 4, 0, 0, 16, ...Array.from({ length: 12 }, () => 1), ...line];
}

describe('ColorTable', () => {
  test('reads a solid color through the palette', () => {
    const palette = [0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 14, 0, 0, 0x30, 0x20, 0x10, 0xff];
    const colors = new ColorTable(
      table([2, 0, 0, 0x40, 0]),
      new DataView(new Uint8Array(palette).buffer),
    );
    const color = [0x10 / 255, 0x20 / 255, 0x30 / 255, 1];
    expect(colors.paint(5)).toEqual({ kind: 'solid', color });
    expect(colors.paint(6)).toBeUndefined();
  });

  test.each([
    ['a paint that is its own child', [12, 0, 0, 0, 0, 0, 7]],
    ['layers that list themselves', [1, 255, 0, 0, 0, 0]],
    ['an offset out of the table', [10, 255, 255, 255, 0, 1]],
    ['a gradient that is truncated', [4, 0, 0, 6]],
    ['gradients with a hundred thousand stops in all', manyStops()],
    ['nothing', []],
  ])('returns no paint for %s', (_, paint) => {
    expect(new ColorTable(table(paint), undefined).paint(5)).toBeUndefined();
  });

  test('rejects nested composites whose number doubles at every level', () => {
    const face = { ...emoji, colors: new ColorTable(table(nested(40)), undefined) };
    const glyphs = [{ id: 5, x: 0, y: 0 }];
    const cluster = { face, glyphs } as unknown as Parameters<typeof colorGlyphOf>[0];
    expect(() => colorGlyphOf(cluster, 'x')).toThrow(/points/);
  });

  test('reads a randomly damaged table without errors', () => {
    const tables = tablesOf(fontBytes(FILE));
    const [colr, cpal] = [tables.get('COLR'), tables.get('CPAL')];
    if (!colr) throw new Error('the emoji font has no COLR table');
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const glyphs = Array.from({ length: 40 }, () => random(4000));
    for (let round = 0; round < 30; round++) {
      const copy = new Uint8Array(
        colr.buffer.slice(colr.byteOffset, colr.byteOffset + colr.byteLength),
      );
      for (let flip = 0; flip < 20_000; flip++) copy[34 + random(copy.length - 34)] = random(256);
      const colors = new ColorTable(new DataView(copy.buffer), cpal);
      const face = { ...emoji, colors };
      for (const id of glyphs) {
        const paint: Paint | undefined = colors.paint(id);
        const cluster = { face, glyphs: [{ id, x: 0, y: 0 }] } as unknown as Parameters<
          typeof colorGlyphOf
        >[0];
        const colorGlyph = paint && colorGlyphOf(cluster, 'x');
        expect(JSON.stringify(colorGlyph ?? '')).not.toContain('null');
      }
    }
  });
});
