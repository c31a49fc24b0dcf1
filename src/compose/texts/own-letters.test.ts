import { expect, test } from 'vitest';
import type { Lottie } from '../../lottie/index.ts';
import { trackLetters, withBrokenWords, withLineBreaks } from './own-letters.ts';

const LETTERS = new Map([...'abcdefghX '].map((c) => [c, 50]));
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
});

test('a forced line break is one that the player knows', () => {
  expect(withLineBreaks({ t: 'a\u0003b\u0003' })).toEqual({ t: 'a\rb\r' });
  const plain = { t: 'a\rb' };
  expect(withLineBreaks(plain)).toBe(plain);
});

test('text without a box, and text that players fit, stays as it is', () => {
  const document = { t: 'abcdefgh', s: 20 };
  expect(withBrokenWords(document, LETTERS)).toBe(document);
  expect(broken('abcdefgh', 30, { rs: 1 })).toBe('abcdefgh');
  expect(broken('abcdefgh', 80)).toBe('abcdefgh');
});

test('tracking is a part of the letters, in a font of its own', () => {
  const char = { ch: 'a', fFamily: 'Own', style: 'Bold', size: 20, w: 50, data: {} };
  const font = { fName: 'Own-Bold', fFamily: 'Own', fStyle: 'Bold' };
  const lottie: Lottie = {
    ...{ v: '5.9.0', fr: 30, ip: 0, op: 9, w: 64, h: 36, layers: [] },
    ...{ fonts: { list: [font] }, chars: [char, { ...char, style: 'Thin' }] },
  };
  const plain = { t: 'a', f: 'Own-Bold' };
  expect(trackLetters(lottie, plain)).toBe(plain);
  for (const _ of ['twice', 'the font is added once'])
    expect(trackLetters(lottie, { ...plain, tr: 44 })).toEqual({
      ...{ t: 'a', f: 'Own-Bold tracked 44', tr: 0 },
    });
  expect(lottie.fonts?.list).toEqual([
    font,
    { ...font, fName: 'Own-Bold tracked 44', fFamily: 'Own tracked 44' },
  ]);
  expect(lottie.chars?.slice(2)).toEqual([{ ...char, fFamily: 'Own tracked 44', w: 54.4 }]);
});

test('the last letter of a centered line has no tracking', () => {
  const char = { ch: 'a', fFamily: 'Own', style: 'Bold', size: 20, w: 50, data: {} };
  const font = { fName: 'Own-Bold', fFamily: 'Own', fStyle: 'Bold' };
  const lottie: Lottie = {
    ...{ v: '5.9.0', fr: 30, ip: 0, op: 9, w: 64, h: 36, layers: [] },
    ...{ fonts: { list: [font] }, chars: [char] },
  };
  const tracked = (more: object) =>
    trackLetters(lottie, { t: 'aa\ra\rb', f: 'Own-Bold', tr: 40, ...more }).t;
  const text = tracked({ j: 2 });
  const end = text?.[1] ?? '';
  expect(text).toBe(`a${end}\r${end}\rb`);
  expect(tracked({ j: 1 })).toBe(text);
  expect(lottie.chars?.slice(1).map(({ ch, w }) => [ch, w])).toEqual([
    ['a', 54],
    [end, 50],
  ]);
  for (const more of [{}, { j: 2, sz: [90, 90] }]) expect(tracked(more)).toBe('aa\ra\rb');
});
