import { describe, expect, test } from 'vitest';
import { GlyphSet } from '../glyphs/glyph-set.ts';
import { layoutText } from '../layout.ts';
import { circlingGsub, growingGsub, sfntOf, staticTables, woffOf } from './font.fixture.ts';
import { FontLibrary } from './font-library.ts';
import { openFont } from './open-font.ts';

/** Lays out so many letters in a font with this table of substitutions. */
async function lay(letters: number, gsub?: number[]) {
  const [face] = await openFont(sfntOf({ ...staticTables(), ...(gsub && { GSUB: gsub }) }), 'Test');
  if (!face) throw new Error('no face');
  const fonts = new FontLibrary([{ face, from: 'template' }]);
  const document = { f: 'Test', s: 20 };
  const text = 'A'.repeat(letters);
  return layoutText({ text, document, font: undefined, fonts, language: 'en' }, new GlyphSet());
}

describe('a font', () => {
  test('may take letters apart', async () => {
    const { fit } = await lay(2000, growingGsub(6, 1));
    expect(fit).toMatchObject({ lines: 1, missing_glyphs: [] });
  });

  test.each([
    ['at once', growingGsub(64, 1)],
    ['step by step', growingGsub(4, 6)],
    ['without end', growingGsub(64, 10)],
  ])('that makes a text grow %s is refused', async (_, gsub) => {
    await expect(lay(5000, gsub)).rejects.toMatchObject({
      code: 'font_invalid',
      message: expect.stringContaining('at most 8 glyphs for a character'),
    });
  });

  test.each([
    ['a few times', circlingGsub(2, 3)],
    ['very often', circlingGsub(500, 40)],
  ])('whose substitutions ask for each other in a circle, %s, comes to an end', async (_, gsub) => {
    expect((await lay(2000, gsub)).fit.lines).toBe(1);
  });

  test('of very many tables is refused before any is unpacked', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 400 }, (_, i) => [
        `t${String(i).padStart(3, '0')}`,
        Array<number>(64).fill(0),
      ]),
    );
    const woff = woffOf(sfntOf({ ...staticTables(), ...many }));
    await expect(openFont(woff, 'Test')).rejects.toMatchObject({
      code: 'font_invalid',
      message: expect.stringContaining('a WOFF file with'),
    });
  });

  test('may have a name of any length, of which the start is reported', async () => {
    const [face] = await openFont(sfntOf(staticTables({ 1: 'n'.repeat(30_000) })), 'Test');
    expect(face?.family).toHaveLength(200);
  });
});
