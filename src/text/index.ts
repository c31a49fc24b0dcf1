/**
 * Text as glyph outlines: fonts, bidirectional text (UAX #9), line breaking (UAX #14), shaping by
 * HarfBuzz and fitting into boxes. Pure: fonts come in as bytes.
 */
export { type CjkForm, cjkFormOf, cjkFormOfFamily } from './font/cjk-form.ts';
export type { FontFace } from './font/font-face.ts';
export { FontLibrary, type LibraryFont } from './font/font-library.ts';
export {
  type FontStyle,
  familyOf,
  splitFamily,
  styleDistance,
  styleNamed,
  styleNameOf,
  wantedStyle,
  widthOfStyle,
} from './font/font-style.ts';
export { fontOfLetters } from './font/letters-font.ts';
export { openFont } from './font/open-font.ts';
export { substituteStyle } from './font/substitute.ts';
export { GlyphSet } from './glyphs/glyph-set.ts';
export { linePath } from './glyphs/line-path.ts';
export {
  type FitReport,
  type LayoutInput,
  type LetterSource,
  layoutText,
  type TextLayout,
} from './layout.ts';
export { scriptsOf } from './unicode/scripts.ts';
