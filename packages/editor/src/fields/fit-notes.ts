import type { Fit } from '../api/types.ts';
import type { Translate } from '../strings/index.ts';

export type FitNote = { text: string; isWarning: boolean };

const MAX_GLYPHS = 12;

/** Returns how a text fits, in plain words. A text that fits has no notes. */
export function fitNotes(fit: Fit | undefined, t: Translate, lang: string): FitNote[] {
  if (!fit) return [];
  const { font_scale: scale = 1, overflow, word_broken: isBroken } = fit;
  const { missing_glyphs: missing = [], fallback_fonts: fonts = [] } = fit;
  const percent = new Intl.NumberFormat(lang, { style: 'percent' });
  const notes: FitNote[] = [];
  const warn = (text: string) => notes.push({ text, isWarning: true });
  if (overflow) warn(t('text.overflow'));
  else if (scale < 0.995)
    notes.push({ text: t('text.shrunk', { percent: percent.format(scale) }), isWarning: false });
  if (isBroken) warn(t('text.word_broken'));
  if (missing.length > 0) {
    const glyphs = missing.slice(0, MAX_GLYPHS).join(' ');
    warn(t('text.missing_glyphs', { count: missing.length, glyphs }));
  }
  if (fonts.length > 0) {
    const text = t(fit.font_replaced ? 'text.font_replaced' : 'text.fallback_fonts', {
      count: fonts.length,
      fonts: new Intl.ListFormat(lang).format(fonts),
    });
    notes.push({ text, isWarning: false });
  }
  return notes;
}
