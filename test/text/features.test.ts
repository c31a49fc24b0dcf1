import { expect, test } from 'vitest';
import { GlyphSet, layoutText } from '../../src/text/index.ts';
import { Fonts } from './fonts.ts';

const fonts = new Fonts();

/** Returns the glyphs of a text in the font of a script. */
async function letters(script: string, text: string, language: string, document: object = {}) {
  const { library } = await fonts.library([script]);
  const glyphs = new GlyphSet();
  const given = { s: 40, lh: 48, fc: [0, 0, 0], ...document };
  layoutText({ text, document: given, font: undefined, fonts: library, language }, glyphs);
  return glyphs.chars().filter(({ data }) => data.shapes);
}

test.each([
  ['Cyrillic', 'б', 'ru', 'sr'],
  ['Han', '骨', 'ja', 'zh-Hans'],
  ['Han', '直', 'ja', 'zh-Hans'],
])('the %s letter %s has different forms in %s and %s', async (script, letter, one, other) => {
  const [own, foreign] = [await letters(script, letter, one), await letters(script, letter, other)];
  expect([own.length, foreign.length]).toEqual([1, 1]);
  expect(own).not.toEqual(foreign);
  expect(await letters(script, letter, `${one}-x-any`)).toEqual(own);
});

test('small caps use the font’s own glyphs if it has them', async () => {
  const [small, plain, capital] = [
    await letters('Greek', 'a', 'en', { ca: 2 }),
    await letters('Greek', 'a', 'en'),
    await letters('Greek', 'A', 'en'),
  ].map(([letter]) => letter?.w ?? 0);
  // Made ones are capitals at four fifths of the size.
  expect(small).not.toBeCloseTo((capital ?? 0) * 0.8, 1);
  expect(small).not.toBeCloseTo(plain ?? 0, 1);
  expect(small).toBeLessThan(capital ?? 0);
});
