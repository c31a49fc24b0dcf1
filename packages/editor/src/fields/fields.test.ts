import { expect, test } from 'vitest';
import { translator } from '../strings/index.ts';
import { audioFitNotes } from './audio-fit-notes.ts';
import { contrast, lowestContrast, parseHex } from './colors.ts';
import { cutText, fitNotes, lengthOf } from './text-field.ts';

const FAMILY = '👨‍👩‍👧‍👦';

test('a length counts what people see and what the service counts', () => {
  expect(lengthOf(`e\u0301${FAMILY}`, 'en')).toEqual({ graphemes: 2, codePoints: 9 });
  expect(lengthOf('क्षि', 'hi').graphemes).toBe(1);
});

test('a text is cut after a grapheme', () => {
  expect(cutText('abc', 3, 'en')).toBe('abc');
  expect(cutText(`ab${FAMILY}`, 5, 'en')).toBe('ab');
  expect(cutText(`${FAMILY}${FAMILY}`, 7, 'en')).toBe(FAMILY);
  expect(cutText('x'.repeat(1_000_000), 10_000, 'en')).toHaveLength(10_000);
});

test('colors are read like those of a mapping', () => {
  expect(['#3B4', '3b4cca', '#11223344', ' #FFF '].map(parseHex)).toEqual([
    ...['#33bb44', '#3b4cca', '#11223344', '#ffffff'],
  ]);
  expect(['', '#', 'red', '#12345', '#1234567890'].map(parseHex)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
});

test('the contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(lowestContrast('#ffffff', ['#ffffff', '#000000', '#eeeeee', '#cccccc'])?.other).toBe(
    '#eeeeee',
  );
  expect(lowestContrast('#ffffff', ['#000000'])).toBeUndefined();
});

test('audio that is longer than its place has a note', () => {
  const notesOf = (audio: { speed: number; cut_seconds: number }) =>
    audioFitNotes({ audio }, translator('en'), 'en');
  expect(audioFitNotes(undefined, translator('en'), 'en')).toEqual([]);
  expect(notesOf({ speed: 1, cut_seconds: 0 })).toEqual([]);
  expect(notesOf({ speed: 1.15, cut_seconds: 0.42 })).toEqual([
    'Plays 15% faster, because it is longer than its place.',
    'The last 0.4 sec do not fit and are cut.',
  ]);
});

test('the fit of a text is in plain words', () => {
  const t = translator('en');
  expect(fitNotes(undefined, t, 'en')).toEqual([]);
  expect(fitNotes({ font_scale: 1, lines: 1 }, t, 'en')).toEqual([]);
  expect(fitNotes({ font_scale: 0.92, lines: 1 }, t, 'en')).toEqual([]);
  expect(fitNotes({ font_scale: 0.804, lines: 2 }, t, 'en')).toEqual([
    { text: 'Shrunk to 80% to fit', isWarning: false },
  ]);
  expect(fitNotes({ font_scale: 0.39, lines: 1 }, t, 'en')).toEqual([
    { text: 'Shrunk to 39% to fit. With fewer words it would be larger.', isWarning: true },
  ]);
  expect(
    fitNotes(
      {
        font_scale: 0.4,
        overflow: true,
        word_broken: true,
        missing_glyphs: ['\u{13000}', '\u{13001}'],
      },
      t,
      'en',
    ).map(({ text }) => text),
  ).toEqual([
    'Does not fit, even when shrunk. Use fewer words.',
    'A long word is broken across lines.',
    '2 characters have no font: \u{13000} \u{13001}',
  ]);
});
