import { describe, expect, it } from 'vitest';
import { GlyphSet } from './glyph-set.ts';
import type { Cluster } from './shape.ts';
import { lay, poppins, poppinsBold } from './text.fixture.ts';

type Outline = { v: number[][]; i: number[][]; o: number[][]; c: boolean };

const cluster = (x: number): Cluster => ({
  ...{ start: 0, end: 1, level: 0, face: poppins, advance: 0.5, rise: 0, depth: 0 },
  ...{ glyphs: [{ id: 36, x, y: 0 }], space: false, word: false, missing: [] },
});

describe('GlyphSet', () => {
  it('writes equal clusters as one letter', () => {
    const { lines, glyphs } = lay('abcabc cba');
    expect(new Set(lines[0]).size).toBe(4);
    expect(glyphs.chars().map((char) => char.ch)).toEqual([' ', '\r', ...'\ue000\ue001\ue002']);
    expect(lines[0]?.slice(0, 3)).toBe('\ue000\ue001\ue002');
  });

  it('has one font for a face, with the space first and blank letters without shapes', () => {
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

  it('refuses a font whose letters have more points together than a composition can hold', () => {
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

  it('goes on in the basic plane, since Skottie draws nothing beyond it, and then in another font', () => {
    const glyphs = new GlyphSet();
    const font = glyphs.fontFor(poppins, 1, 38_000);
    const letters = Array.from({ length: 38_564 }, (_, i) =>
      glyphs.letter(font, { ...cluster(i), glyphs: [] }, i / 10_000),
    );
    expect(new Set(letters).size).toBe(letters.length);
    expect(letters.every((letter) => letter.length === 1)).toBe(true);
    expect(letters.slice(6399, 6401)).toEqual(['\uf8ff', '\u4e00']);
    expect(() => glyphs.letter(font, cluster(-1), 9)).toThrow('at most 38564 different letters');
    expect(glyphs.fontFor(poppins, 1, 10).name).toBe('Outlines 2');
  });

  it('keeps outlines short: two decimals, closed, no point twice', () => {
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
