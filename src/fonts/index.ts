/** Font files on disk: the machine's fonts, fonts of accounts, and the choice of fallback fonts. */
export { fallbackFonts, stylesOf } from './fallback-fonts.ts';
export { openFontFile } from './open-font-file.ts';
