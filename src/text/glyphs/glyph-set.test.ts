import { describe, expect, it } from 'vitest';
import type { Cluster } from '../shape.ts';
import { lay, poppins, poppinsBold } from '../text.fixture.ts';
import { GlyphSet } from './glyph-set.ts';

type Outline = { v: number[][]; i: number[][]; o: number[][]; c: boolean };

const cluster = (x: number): Cluster => ({
  start: 0,
  end: 1,
  level: 0,
  face: poppins,
  advance: 0.5,
  rise: 0,
  depth: 0,
  glyphs: [{ id: 36, x, y: 0 }],
  space: false,
  word: false,
  missing: [],
});

describe('GlyphSet', () => {
  it('writes equal clusters as one letter', () => {
    const { lines, glyphs } = lay('abcabc cba');
    expect(new Set(lines[0]).size).toBe(4);
    expect(glyphs.chars().map((char) => char.ch)).toEqual([' ', '\r', ...'ĀāĂ']);
    expect(lines[0]?.slice(0, 3)).toBe('ĀāĂ');
  });

  it('makes one font for a face, with the space first and blank letters without shapes', () => {
    const glyphs = new GlyphSet(['Outlines 1']);
    const font = glyphs.fontFor(poppins, 0.75, 10);
    expect(glyphs.fontFor(poppins, 0.9, 10)).toBe(font);
    expect(glyphs.fontFor(poppinsBold, 0.9, 10)).not.toBe(font);
    expect(glyphs.fonts().map((f) => [f.fName, f.ascent])).toEqual([
      ['Outlines 2', 75],
      ['Outlines 3', 90],
    ]);
    expect(glyphs.chars()[0]).toMatchObject({
      ch: ' ',
      fFamily: 'Outlines 2',
      size: 100,
      data: {},
    });
  });

  it('rejects letters that have more points in total than a composition can hold', () => {
    const glyphs = new GlyphSet([], 1000);
    const font = glyphs.fontFor(poppins, 1, 1000);
    const id = poppins.handle().glyph(0x40) ?? 0;
    const at = { ...cluster(0), glyphs: [{ id, x: 0, y: 0 }] };
    const fill = () => {
      for (let letter = 0; letter < 1000; letter++) glyphs.letter(font, at, letter);
    };
    expect(fill).toThrow(expect.objectContaining({ code: 'font_invalid' }));
    expect(glyphs.chars().length).toBeLessThan(100);
    expect(() => new GlyphSet().letter(font, at, 2000)).not.toThrow();
  });

  it('uses letters of the basic plane that no player treats specially, and then starts a new font', () => {
    const glyphs = new GlyphSet();
    const font = glyphs.fontFor(poppins, 1, 40_000);
    const letters = Array.from({ length: 41_650 }, (_, i) =>
      glyphs.letter(font, { ...cluster(i), glyphs: [] }, i / 10_000),
    );
    expect(new Set(letters).size).toBe(letters.length);
    // One UTF-16 unit: a left-to-right letter of a script without joining or reordering.
    const plain =
      /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Canadian_Aboriginal}\p{Script=Runic}\p{Script=Han}\p{Script=Yi}\p{Script=Hangul}]$/v;
    expect(letters.filter((c) => c.length > 1 || !plain.test(c) || !/^\p{L}$/u.test(c))).toEqual(
      [],
    );
    expect(() => glyphs.letter(font, cluster(-1), 9)).toThrow('at most 41650 different letters');
    expect(glyphs.fontFor(poppins, 1, 10).name).toBe('Outlines 2');
  });

  it('writes outlines with two decimals, closed, and without duplicate points', () => {
    const { glyphs } = lay('o');
    const json = JSON.stringify(glyphs.chars());
    expect(json).not.toMatch(/\d\.\d{3}/);
    const contours = glyphs.chars()[2]?.data.shapes?.[0]?.it ?? [];
    expect(contours).toHaveLength(2);
    for (const contour of contours) {
      const { v, i, o, c } = (contour.ks?.k ?? {}) as Outline;
      expect([i.length, o.length, c]).toEqual([v.length, v.length, true]);
      expect(v[0]).not.toEqual(v.at(-1));
    }
  });
});
