import type { Editable, Fit } from '../api/types.ts';
import type { Translate } from '../strings/index.ts';

/**
 * Returns what the whole form says about fonts that replace those of the design, at most one sentence for missing
 * fonts and one for missing characters. A font of the design does not replace itself.
 */
export function fontNotes(
  fits: Readonly<Record<string, Fit>>,
  editables: Readonly<Record<string, Editable>>,
  t: Translate,
): string[] {
  const fontsOf = (isReplaced: boolean) => {
    const names = Object.entries(fits)
      .filter(([, fit]) => (fit.font_replaced === true) === isReplaced)
      .flatMap(([name, { fallback_fonts: fonts = [] }]) => {
        const designFonts = Object.hasOwn(editables, name) ? (editables[name]?.fonts ?? []) : [];
        return fonts.filter((font) => !designFonts.includes(font));
      });
    return [...new Set(names)];
  };
  const note = (key: 'text.font_replaced' | 'text.fallback_fonts', fonts: readonly string[]) =>
    fonts.length === 0
      ? []
      : [t(key, { count: fonts.length, fonts: new Intl.ListFormat(t.lang).format(fonts) })];
  return [
    ...note('text.font_replaced', fontsOf(true)),
    ...note('text.fallback_fonts', fontsOf(false)),
  ];
}
