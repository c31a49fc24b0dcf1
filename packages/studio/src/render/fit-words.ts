import { listText } from '../components/format.ts';
import type { Translate } from '../strings/index.ts';
import { percentText } from '../words.ts';

export type Fit = {
  font_scale?: number;
  lines?: number;
  overflow?: boolean;
  word_broken?: boolean;
  missing_glyphs?: readonly string[];
  fallback_fonts?: readonly string[];
  crop?: { width: number; height: number };
};

export type FitLine = { text: string; isProblem: boolean };

const MAX_SHOWN = 10;

/** Returns how an editable fits, in plain words; problems first. */
export function fitWords(fit: Fit, t: Translate, lang: string): FitLine[] {
  const lines: FitLine[] = [];
  const add = (text: string, isProblem: boolean) => lines.push({ text, isProblem });
  if (fit.overflow) add(t('fit.overflow'), true);
  const glyphs = fit.missing_glyphs ?? [];
  if (glyphs.length > 0) {
    const characters = glyphs.slice(0, MAX_SHOWN).join(' ');
    add(t('fit.missingGlyphs', { count: glyphs.length, characters }), true);
  }
  if (fit.word_broken) add(t('fit.wordBroken'), true);
  const { font_scale: scale = 1 } = fit;
  if (scale < 1) add(t('fit.shrunk', { percent: percentText(scale * 100, lang) }), false);
  const fonts = fit.fallback_fonts ?? [];
  if (fonts.length > 0)
    add(
      t('fit.fallback', { count: fonts.length, fonts: listText(fonts.slice(0, MAX_SHOWN), lang) }),
      false,
    );
  if (fit.crop) {
    const { width, height } = fit.crop;
    add(t('fit.crop', { width: Math.round(width), height: Math.round(height) }), false);
  }
  if (lines.length === 0) add(t('fit.good'), false);
  return lines;
}
