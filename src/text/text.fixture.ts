import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Char, Font, TextDocument } from '../lottie/index.ts';
import type { FontFace } from './font/font-face.ts';
import { FontLibrary } from './font/font-library.ts';
import { openFont } from './font/open-font.ts';
import { GlyphSet } from './glyphs/glyph-set.ts';
import { type LayoutInput, layoutText, type TextLayout } from './layout.ts';

const { resolve } = createRequire(import.meta.url);

export function fontBytes(file: string): Buffer {
  return readFileSync(resolve(`@expo-google-fonts/${file}.ttf`));
}

export async function load(file: string): Promise<FontFace> {
  const [face] = await openFont(fontBytes(file), file);
  if (!face) throw new Error(file);
  return face;
}

export const poppins = await load('poppins/400Regular/Poppins_400Regular');
export const poppinsBold = await load('poppins/700Bold/Poppins_700Bold');
export const poppinsItalic = await load('poppins/400Regular_Italic/Poppins_400Regular_Italic');
export const arabic = await load('noto-sans-arabic/400Regular/NotoSansArabic_400Regular');
export const hebrew = await load('noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular');

export const library = new FontLibrary([
  { face: poppins, from: 'template' },
  { face: arabic, from: 'fallback' },
  { face: hebrew, from: 'fallback' },
]);

const POPPINS: Font = {
  fName: 'Poppins-Regular',
  fFamily: 'Poppins',
  fStyle: 'Regular',
  ascent: 75,
};
export const BOX = { sz: [400, 200], ps: [-200, -100] };

/** Lays out text in Poppins of 40 px. Returns the layout and the letters that it uses. */
export function lay(text: string, document: TextDocument = {}, more: Partial<LayoutInput> = {}) {
  const glyphs = new GlyphSet();
  const base = { f: 'Poppins-Regular', s: 40, lh: 48, j: 0, tr: 0, fc: [0, 0, 0] };
  const input = {
    text,
    document: { ...base, ...document },
    font: POPPINS,
    fonts: library,
    language: 'en',
    ...more,
  };
  const layout: TextLayout = layoutText(input, glyphs);
  const chars = new Map(glyphs.chars().map((char) => [char.ch, char]));
  const lines = (layout.document.t ?? '').split('\r');
  return {
    ...layout,
    glyphs,
    lines,
    charsOf: (line: string) => [...line].map((ch) => chars.get(ch) as Char),
  };
}

/** The width in percent of the size, added up as players do. */
export function widthOf(chars: readonly Char[]): number {
  return chars.reduce((sum, char) => sum + char.w, 0);
}
