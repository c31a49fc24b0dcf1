/**
 * The code points that represent glyphs, lowest first. Skottie's table of letters reaches up to a
 * font's highest code point (10 MB for private-use letters), and it draws no letters beyond the
 * basic plane. The ranges leave out characters that a player, or HarfBuzz in it, treats specially:
 * marks, right-to-left or reordered letters, jamo, spaces, signs.
 */
const RANGES: readonly (readonly [number, number])[] = [
  [0x100, 0x2af], // Latin, phonetic letters
  [0x400, 0x481], // Cyrillic, without its combining signs
  [0x48a, 0x52f],
  [0x531, 0x556], // Armenian
  [0x561, 0x586],
  [0x1401, 0x166c], // Canadian syllables
  [0x16a0, 0x16ea], // Runes
  [0x1e00, 0x1eff], // More Latin
  [0x3400, 0x4db5], // Ideographs
  [0x4e00, 0x9fef],
  [0xa000, 0xa48c], // Yi
  [0xac00, 0xd7a3], // Hangul syllables
];

/** The maximum number of different letters in a font. */
export const MAX_LETTERS = RANGES.reduce((sum, [first, last]) => sum + last - first + 1, 0);

const LETTER = new RegExp(
  `^[${RANGES.map((range) => range.map((c) => String.fromCharCode(c)).join('-')).join('')}]$`,
);

/** The letter for a font's glyph number `index`; undefined beyond the last letter. */
export function letterAt(index: number): string | undefined {
  let quotient = index;
  for (const [first, last] of RANGES) {
    if (quotient <= last - first) return String.fromCharCode(first + quotient);
    quotient -= last - first + 1;
  }
  return undefined;
}

export function isLetter(character: string): boolean {
  return LETTER.test(character);
}
