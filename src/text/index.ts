/**
 * Text as glyph outlines: fonts, bidirectional text (UAX #9), line breaking (UAX #14), shaping by
 * HarfBuzz and fitting into boxes. Pure: fonts come in as bytes.
 */
export { type CjkForm, cjkFormOf, cjkFormOfFamily } from './cjk-form.ts';
export type { FontFace } from './font-face.ts';
export { FontLibrary, type FontMatch, type FontOrigin, type LibraryFont } from './font-library.ts';
export { type FontStyle, styleDistance, styleNamed, wantedStyle } from './font-style.ts';
export { GlyphSet } from './glyph-set.ts';
export { type FitReport, type LaidText, type LayoutInput, layoutText } from './layout.ts';
export { openFont } from './open-font.ts';
export { scriptsOf } from './scripts.ts';
