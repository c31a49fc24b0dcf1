import { expect, test } from 'vitest';
import { withBrokenWords } from './own-letters.ts';

const LETTERS = new Map([...'abcdefghX\u0003 '].map((c) => [c, c === '\u0003' ? 0 : 50]));
/** Each letter is 10 pixels wide. */
const broken = (t: string, width: number, more: object = {}) =>
  withBrokenWords({ t, s: 20, sz: [width, 100], ...more }, LETTERS).t;

test('a word wider than its box is broken after the letters that fit', () => {
  expect(broken('abcdefgh', 30)).toBe('abc\rdef\rgh');
  expect(broken('ab abcde c', 30)).toBe('ab abc\rde c');
  expect(broken('abc\rabc', 30)).toBe('abc\rabc');
  // Each line has a letter, however narrow the box is.
  expect(broken('abc', 1)).toBe('a\rb\rc');
  // A small letter may have only a capital's outline.
  expect(broken('xxx', 20)).toBe('xx\rx');
  expect(broken('abc\u0003d', 30)).toBe('abc\u0003\rd');
});

test('text without a box, and text that players fit, stays as it is', () => {
  const document = { t: 'abcdefgh', s: 20 };
  expect(withBrokenWords(document, LETTERS)).toBe(document);
  expect(broken('abcdefgh', 30, { rs: 1 })).toBe('abcdefgh');
  expect(broken('abcdefgh', 80)).toBe('abcdefgh');
});
