import type { Lottie, TextDocument } from '../../lottie/index.ts';

/** The widths of a font's letters whose outlines are in the file, in percent of the size. */
export type OwnLetters = ReadonlyMap<string, number>;

/** Skottie's policies that change the size of the letters: lines depend on it. */
const FIXED_SIZE = 0;

/** The letters whose outlines are in the file, by font. */
export function lettersByFont({ chars = [] }: Lottie): ReadonlyMap<string, OwnLetters> {
  const letters = new Map<string, Map<string, number>>();
  for (const { ch, fFamily, style, w } of chars) {
    const key = styleKey(fFamily, style);
    const known = letters.get(key) ?? new Map<string, number>();
    letters.set(key, known.set(ch, w));
  }
  return letters;
}

export function styleKey(family: string | undefined, style: string | undefined): string {
  return JSON.stringify([family, style]);
}

/**
 * Returns a document whose tracking is a part of its letters' widths, because CanvasKit has no other
 * tracking. Adds a font with such letters to the file.
 */
export function trackLetters<D extends TextDocument>(lottie: Lottie, document: D): D {
  const { f = '', tr = 0 } = document;
  const { chars = [], fonts = { list: [] } } = lottie;
  const font = fonts.list.find(({ fName }) => fName === f);
  if (tr === 0 || !font) return document;
  const name = `${f} tracked ${tr}`;
  if (!fonts.list.some(({ fName }) => fName === name)) {
    const { sid: _, ...plain } = font;
    const tracked = { ...plain, fName: name, fFamily: `${font.fFamily} tracked ${tr}` };
    const style = styleKey(font.fFamily, font.fStyle);
    const own = chars.filter((char) => styleKey(char.fFamily, char.style) === style);
    // Tracking is in thousandths of the size, and widths are in percent.
    const wider = own.map((char) => ({ ...char, fFamily: tracked.fFamily, w: char.w + tr / 10 }));
    lottie.fonts = { ...fonts, list: [...fonts.list, tracked] };
    lottie.chars = [...chars, ...wider];
  }
  return { ...document, f: name, tr: 0 };
}

/** Returns a document whose forced line breaks (U+0003) are those that CanvasKit knows. */
export function withLineBreaks<D extends TextDocument>(document: D): D {
  const { t = '' } = document;
  return t.includes('\u0003') ? { ...document, t: t.replaceAll('\u0003', '\r') } : document;
}

/**
 * Returns a document in which words wider than its box are broken by line breaks. Skia breaks such words
 * itself, and CanvasKit does not.
 */
export function withBrokenWords<D extends TextDocument>(document: D, letters: OwnLetters): D {
  const { t = '', s: size = 0, sz, rs = FIXED_SIZE } = document;
  const box = sz?.[0] ?? 0;
  if (box <= 0 || rs !== FIXED_SIZE) return document;
  const widthOf = (letter: string) =>
    ((letters.get(letter) ?? letters.get(letter.toUpperCase()) ?? 0) * size) / 100;
  const broken = t.replaceAll(/\S+/g, (word) => brokenWord(word, box, widthOf));
  return broken === t ? document : { ...document, t: broken };
}

/** A word that does not fit in a line starts a line of its own. */
function brokenWord(word: string, box: number, widthOf: (letter: string) => number): string {
  let result = '';
  let width = 0;
  for (const letter of word) {
    const own = widthOf(letter);
    if (width > 0 && width + own > box) {
      result += '\r';
      width = 0;
    }
    result += letter;
    width += own;
  }
  return result;
}
