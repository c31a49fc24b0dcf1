import { describe, expect, test } from 'vitest';
import { GlyphSet } from '../glyphs/glyph-set.ts';
import { layoutText } from '../layout.ts';
import { circlingGsub, growingGsub, sfntOf, staticTables, woffOf } from './font.fixture.ts';
import { FontLibrary } from './font-library.ts';
import { openFont } from './open-font.ts';

/** Lays out `letters` letters in a font with this GSUB table. */
async function lay(letters: number, gsub?: number[]) {
  const [face] = await openFont(sfntOf({ ...staticTables(), ...(gsub && { GSUB: gsub }) }), 'Test');
  if (!face) throw new Error('no face');
  const fonts = new FontLibrary([{ face, from: 'template' }]);
  const document = { f: 'Test', s: 20 };
  const text = 'A'.repeat(letters);
  return layoutText({ text, document, font: undefined, fonts, language: 'en' }, new GlyphSet());
}

describe('a hostile font', () => {
  test('may decompose letters', async () => {
    const { fit } = await lay(2000, growingGsub(6, 1));
    expect(fit).toMatchObject({ lines: 1, missing_glyphs: [] });
  });

  test.each([
    ['at once', growingGsub(64, 1)],
    ['step by step', growingGsub(4, 6)],
    ['without end', growingGsub(64, 10)],
  ])('is rejected if its substitutions multiply glyphs %s', async (_, gsub) => {
    await expect(lay(5000, gsub)).rejects.toMatchObject({
      code: 'font_invalid',
      message: expect.stringContaining('at most 8 glyphs for a character'),
    });
  });

  test.each([
    ['a few times', circlingGsub(2, 3)],
    ['very often', circlingGsub(500, 40)],
  ])(
    'whose substitutions call each other in a cycle %s is laid out in finite time',
    async (_, gsub) => {
      expect((await lay(2000, gsub)).fit.lines).toBe(1);
    },
  );

  test('with too many tables is rejected before any table is unpacked', async () => {
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

  test('may have a very long name; only its start is reported', async () => {
    const [face] = await openFont(sfntOf(staticTables({ 1: 'n'.repeat(30_000) })), 'Test');
    expect(face?.family).toHaveLength(200);
  });
});
