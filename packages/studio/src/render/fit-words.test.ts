import { expect, test } from 'vitest';
import { translator } from '../strings/index.ts';
import { fitWords } from './fit-words.ts';

const wordsOf = (fit: Parameters<typeof fitWords>[0]) =>
  fitWords(fit, translator('en'), 'en').map(({ text }) => text);

test('the fit is described in plain words, problems first', () => {
  expect(
    wordsOf({
      font_scale: 0.8,
      overflow: true,
      word_broken: true,
      missing_glyphs: ['𓀀', '𓀁'],
      fallback_fonts: ['Noto Sans'],
    }),
  ).toEqual([
    'Does not fit: a part is not visible',
    '2 characters have no font: 𓀀 𓀁',
    'A word is broken between two lines',
    'Shrunk to 80%',
    'Uses another font: Noto Sans',
  ]);
  expect(wordsOf({ font_scale: 1, lines: 1 })).toEqual(['Fits']);
  expect(wordsOf({ crop: { width: 640, height: 360 } })).toEqual([
    'Shows 640 × 360 pixels of the file',
  ]);
});
