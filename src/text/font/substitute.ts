import type { Font } from '../../lottie/index.ts';
import type { FontFace } from './font-face.ts';
import { type FontStyle, familyOf, wantedStyle } from './font-style.ts';

/**
 * Families whose look their style names do not state: their strokes as a weight, and their width in percent
 * of Noto Sans Bold or Noto Serif Bold.
 */
const FAMILIES: readonly [RegExp, { weight?: number; width: number }][] = [
  [/^(anton(?!io)|impact|haettenschweiler)/, { weight: 900, width: 78 }],
  [/^(bebas|leaguegothic|sixcaps|staatliches)/, { weight: 700, width: 62 }],
  [/^(fjallaone|squadaone|passionone|russoone|archivoblack|titanone)/, { weight: 800, width: 85 }],
  [/^(oswald|antonio|teko|bigshoulders|pathwaygothic|saira(extra)?condensed)/, { width: 75 }],
  [/^(alfaslab|bowlby|blackops|ultra$|rubikmono|dela?gothic)/, { weight: 900, width: 125 }],
  [/^(lobster|pacifico|luckiestguy|bangers)/, { weight: 700, width: 88 }],
];

/** Limits of the stretching: beyond these, letters look broken. */
const [MIN_STRETCH, MAX_STRETCH] = [0.55, 1.4];
/** Fewer letters do not show how wide a font is. */
const MIN_LETTERS = 3;
/** A difference below this is not visible. */
const MIN_DIFFERENCE = 0.04;

/** The widths of a font's letters in percent of the size. */
export type LetterWidths = ReadonlyMap<string, number>;

/** The style of the font that replaces a missing font. A weight and a width in the names come first. */
export function substituteStyle(font: Font | undefined): FontStyle {
  const style = wantedStyle(font);
  const plain = familyOf(font)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
  const family = FAMILIES.find(([pattern]) => pattern.test(plain))?.[1];
  if (!family) return style;
  const { weight = style.weight, width } = family;
  return {
    ...style,
    weight: style.weight === 400 ? weight : style.weight,
    width: style.width === 100 ? width : style.width,
  };
}

/**
 * A face that is about as wide as the missing font: as the widths of its letters say, or else the style that
 * its names state.
 */
export function asWideAs(face: FontFace, style: FontStyle, widths?: LetterWidths): FontFace {
  const factor = widths && relativeWidth(face, widths);
  const widthFactor = factor ?? style.width / face.width;
  if (!Number.isFinite(widthFactor) || Math.abs(widthFactor - 1) < MIN_DIFFERENCE) return face;
  return face.stretched(Math.min(MAX_STRETCH, Math.max(MIN_STRETCH, widthFactor)));
}

/**
 * The width of the letters relative to those of a face; undefined for too few letters. `widths` are in
 * hundredths of an em, as Lottie states them.
 */
function relativeWidth(face: FontFace, widths: LetterWidths): number | undefined {
  let [letterWidth, faceWidth, count] = [0, 0, 0];
  const font = face.handle();
  for (const [letter, width] of widths) {
    if (!/^[\p{L}\p{N}]$/u.test(letter) || !(width > 0 && width < 1000)) continue;
    const glyph = font.glyph(letter.codePointAt(0) ?? 0);
    if (glyph === undefined) continue;
    letterWidth += width / 100;
    faceWidth += font.glyphHAdvance(glyph) / face.unitsPerEm;
    count += 1;
  }
  return count >= MIN_LETTERS && faceWidth > 0 ? letterWidth / faceWidth : undefined;
}
