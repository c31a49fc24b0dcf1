import { type Char, type Lottie, letterAt, type TextDocument } from '../../lottie/index.ts';

/** The widths of a font's letters whose outlines are in the file, in percent of the size. */
export type OwnLetters = ReadonlyMap<string, number>;

/** Skottie's policies that change the size of the letters: lines depend on it. */
const FIXED_SIZE = 0;

/** Pixels by which a line may be wider than its box: tools round the sizes of boxes. */
const ROUNDING = 0.01;

/** The letters whose outlines are in the file, by font. */
export function lettersByFont({ chars = [] }: Lottie): ReadonlyMap<string, OwnLetters> {
  const letters = new Map<string, Map<string, number>>();
  for (const { ch, fFamily, style, w } of chars) {
    const key = styleKey(fFamily, style);
    const knownWidths = letters.get(key) ?? new Map<string, number>();
    letters.set(key, knownWidths.set(ch, w));
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
    const fontChars = chars.filter((char) => styleKey(char.fFamily, char.style) === style);
    // Tracking is in thousandths of the size, and widths are in percent.
    const wider = fontChars.map((char) => ({
      ...char,
      fFamily: tracked.fFamily,
      w: char.w + tr / 10,
    }));
    lottie.fonts = { ...fonts, list: [...fonts.list, tracked] };
    lottie.chars = [...chars, ...wider];
  }
  const tracked = { ...document, f: name, tr: 0 };
  const style = styleKey(`${font.fFamily} tracked ${tr}`, font.fStyle);
  if (isAligned(document)) return { ...tracked, t: untrackedEnds(lottie, document, style) };
  if (!hasPlainLines(document)) return tracked;
  const fontLetters = lettersByFont(lottie).get(styleKey(font.fFamily, font.fStyle)) ?? new Map();
  const broken = withBrokenLines(document, fontLetters);
  return { ...tracked, t: untrackedEnds(lottie, broken, style) };
}

/** Whether the lines of a text in a box have the size of the document, and are not justified. */
function hasPlainLines({ j = 0, sz, rs = FIXED_SIZE }: TextDocument): boolean {
  return j < 3 && (sz?.[0] ?? 0) > 0 && rs === FIXED_SIZE;
}

/**
 * Returns a document with a line break where a tracked line is wider than its box. Players count the
 * tracking behind the last letter of a line, which After Effects and lottie-web do not.
 */
function withBrokenLines(document: TextDocument, letters: OwnLetters): TextDocument {
  const { t = '', s: size = 0, sz, tr = 0 } = document;
  const box = (sz?.[0] ?? 0) + ROUNDING;
  const gap = (tr * size) / 1000;
  const widthOf = (letter: string) => (widthIn(letters, letter) * size) / 100;
  const broken = t.replaceAll(/[^\r\n]+/g, (line) => brokenLine(line, { box, gap, widthOf }));
  return { ...document, t: broken };
}

type Measure = { box: number; gap: number; widthOf: (letter: string) => number };

/** Breaks a line at its spaces, which the breaks replace, and in words that are wider than the box. */
function brokenLine(line: string, { box, gap, widthOf }: Measure): string {
  const letters = [...line];
  let [from, width] = [0, 0];
  let space: number | undefined;
  const lines: string[] = [];
  for (let index = 0; index < letters.length; index++) {
    const letter = letters[index] ?? '';
    if (letter === ' ') space = index;
    else if (index > from && width + widthOf(letter) > box) {
      lines.push(letters.slice(from, space ?? index).join(''));
      from = space === undefined ? index : space + 1;
      [index, width, space] = [from - 1, 0, undefined];
      continue;
    }
    width += widthOf(letter) + gap;
  }
  // Players would break a line again at the spaces that hang over.
  const trimmedLines = lines.map((part) => part.replace(/ +$/, ''));
  return [...trimmedLines, letters.slice(from).join('')].join('\r');
}

/** Whether the lines of a point text end at, or are centered on, its position. */
function isAligned({ j = 0, sz }: TextDocument): boolean {
  return j !== 0 && !((sz?.[0] ?? 0) > 0);
}

/** The copies of letters that end lines have the codes of glyphs from this number. */
const FIRST_END = 12_000;
const MAX_ENDS = 200;

/**
 * Returns the text, in which the last letter of each line is a copy without tracking after it. Spaces
 * behind it are not seen.
 */
function untrackedEnds(lottie: Lottie, { t = '', tr = 0, ca }: TextDocument, style: string) {
  const { chars = [] } = lottie;
  const ofStyle = chars.filter((char) => styleKey(char.fFamily, char.style) === style);
  const charsByLetter = new Map(ofStyle.map((char) => [char.ch, char]));
  return t.replaceAll(/\S(?= *(?:[\r\n]|$))/gu, (letter) => {
    const upper = charsByLetter.get(letter.toUpperCase());
    const tracked = (ca === 1 ? upper : charsByLetter.get(letter)) ?? upper;
    return tracked ? endOf(tracked, tr, { charsByLetter, chars }) : letter;
  });
}

/** Returns the code of the copy of a letter without tracking, and adds it to the font. */
function endOf(
  letter: Char,
  tr: number,
  font: { charsByLetter: Map<string, Char>; chars: Char[] },
): string {
  const w = letter.w - tr / 10;
  for (let i = FIRST_END; i < FIRST_END + MAX_ENDS; i++) {
    const ch = letterAt(i) ?? letter.ch;
    const knownChar = font.charsByLetter.get(ch);
    if (knownChar?.data === letter.data && knownChar.w === w) return ch;
    if (knownChar) continue;
    const copy = { ...letter, ch, w };
    font.charsByLetter.set(ch, copy);
    font.chars.push(copy);
    return ch;
  }
  return letter.ch;
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
  const widthOf = (letter: string) => (widthIn(letters, letter) * size) / 100;
  const broken = t.replaceAll(/\S+/g, (word) => brokenWord(word, box, widthOf));
  return broken === t ? document : { ...document, t: broken };
}

/** A small letter may have only the outline of its capital. */
function widthIn(letters: OwnLetters, letter: string): number {
  return letters.get(letter) ?? letters.get(letter.toUpperCase()) ?? 0;
}

/** A word that does not fit in a line starts a line of its own. */
function brokenWord(word: string, box: number, widthOf: (letter: string) => number): string {
  let result = '';
  let width = 0;
  for (const letter of word) {
    const letterWidth = widthOf(letter);
    if (width > 0 && width + letterWidth > box) {
      result += '\r';
      width = 0;
    }
    result += letter;
    width += letterWidth;
  }
  return result;
}
