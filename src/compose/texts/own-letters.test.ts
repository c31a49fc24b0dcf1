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
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: 9,
    w: 64,
    h: 36,
    layers: [],
    fonts: { list: [font] },
    chars: [char, { ...char, style: 'Thin' }],
  };
  const plain = { t: 'a', f: 'Own-Bold' };
  expect(trackLetters(lottie, plain)).toBe(plain);
  for (const _ of ['twice', 'the font is added once'])
    expect(trackLetters(lottie, { ...plain, tr: 44 })).toEqual({
      t: 'a',
      f: 'Own-Bold tracked 44',
      tr: 0,
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
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: 9,
    w: 64,
    h: 36,
    layers: [],
    fonts: { list: [font] },
    chars: [char],
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
  expect(tracked({ j: 1, t: 'aa  \ra\rb ' })).toBe(`a${end}  \r${end}\rb `);
  expect(tracked({})).toBe('aa\ra\rb');
});

/** The lines of a text in a box, tracked by 4 pixels. Each letter is 10 pixels wide. */
function linesIn(t: string, width: number, more: object = {}): string[] {
  const chars = [...'abcd ', 'é'].map((ch) => ({
    ch,
    fFamily: 'Own',
    style: 'Bold',
    size: 20,
    w: 50,
    data: { ch },
  }));
  const font = { fName: 'Own-Bold', fFamily: 'Own', fStyle: 'Bold' };
  const lottie: Lottie = {
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: 9,
    w: 64,
    h: 36,
    layers: [],
    fonts: { list: [font] },
    chars,
  };
  const document = { t, f: 'Own-Bold', s: 20, tr: 200, sz: [width, 100], ...more };
  const tracked = trackLetters(lottie, document);
  const letters = new Map(lottie.chars?.map(({ ch, data }) => [ch, String(data['ch'])]));
  return [...(tracked.t ?? '')]
    .map((ch) => letters.get(ch) ?? ch)
    .join('')
    .split('\r');
}

test.each([
  // Five letters of 10 and four gaps of 4 pixels are 66 pixels.
  ['fits exactly', 'ab cd', 66, ['ab cd']],
  ['is too long by less than a pixel', 'ab cd', 65.5, ['ab', 'cd']],
  ['has words that fit two by two', 'a b c d', 38, ['a b', 'c d']],
  ['has forced breaks', 'ab cd\rab cd', 66, ['ab cd', 'ab cd']],
  ['has a word that is too long', 'a bcdab', 38, ['a', 'bcd', 'ab']],
  ['ends with a space', 'abc ', 38, ['abc ']],
  ['has many spaces at a break', 'abc    abc', 38, ['abc', 'abc']],
  ['has an accent', 'éé éé', 66, ['éé éé']],
])('tracking behind the last letter breaks no line that %s', (_, t, width, lines) => {
  for (const j of [0, 1, 2]) expect(linesIn(t, width, { j })).toEqual(lines);
});

test('negative tracking counts between letters only', () => {
  // Five letters of 10 pixels, moved together by four times 4 pixels.
  expect(linesIn('ab cd', 34, { tr: -200 })).toEqual(['ab cd']);
  expect(linesIn('ab cd', 33.5, { tr: -200 })).toEqual(['ab', 'cd']);
});

test('the lines of a justified text, and of one that players fit, are left to them', () => {
  for (const more of [{ j: 3 }, { j: 6 }, { rs: 1 }])
    expect(linesIn('ab cd', 40, more)).toEqual(['ab cd']);
});
