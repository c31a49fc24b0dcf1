import { expect, it } from 'vitest';
import { cjkFormOf } from './cjk-form.ts';

it.each([
  ['zh', 'SC'],
  ['zh-CN', 'SC'],
  ['zh-Hans-HK', 'SC'],
  ['zh_TW', 'TC'],
  ['zh-Hant', 'TC'],
  ['zh-HK', 'HK'],
  ['zh-Hant-MO', 'HK'],
  ['yue', 'HK'],
  ['ja-JP', 'JP'],
  ['ko', 'KR'],
])('writes the language %s in the form %s', (language, form) => {
  expect(cjkFormOf('山田 한글 かな', language)).toBe(form);
});

it('derives the form from the letters if the language has none', () => {
  expect(cjkFormOf('山田', 'en')).toBe('SC');
  expect(cjkFormOf('山田 はな', 'en')).toBe('JP');
  expect(cjkFormOf('金 한글', '')).toBe('KR');
  expect(cjkFormOf('山 ㄕㄢ', 'de')).toBe('TC');
});
