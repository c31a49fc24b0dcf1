import { fault } from '../../base/index.ts';
import type { Font } from '../../lottie/index.ts';
import { type ReportEntry, type Template, toReportEntry } from '../../template/index.ts';
import { FontLibrary } from '../../text/index.ts';

const FETCH_HINT =
  'Put the font file into fonts/ of the package; until then a similar font is used.';

/**
 * Returns the used fonts that a template does not contain, also not as a style of a variable font, each with
 * its entry in the font list.
 */
export function missingFontsOf({
  lottie,
  fonts,
  fontNames,
}: Pick<Template, 'lottie' | 'fonts' | 'fontNames'>): Map<string, Font | undefined> {
  const library = new FontLibrary(fonts.map((font) => ({ ...font, from: 'template' })));
  // The first of equal names counts, so the last is written first.
  const list = new Map([...(lottie.fonts?.list ?? [])].reverse().map((f) => [f.fName, f]));
  const used = fontNames.map((name): [string, Font | undefined] => [name, list.get(name)]);
  return new Map(
    used.filter(([name, font]) => !library.match(font ?? { fName: name, fFamily: '' })?.exact),
  );
}

/** Returns a warning for each missing font. `unfetched`: by name, why a font was not fetched. */
export function missingFontWarnings(
  template: Pick<Template, 'lottie' | 'fonts' | 'fontNames'>,
  unfetched: ReadonlyMap<string, string>,
): ReportEntry[] {
  const styleOf = (family?: string, style?: string) => JSON.stringify([family, style]);
  const chars = template.lottie.chars ?? [];
  const drawn = new Set(chars.map((char) => styleOf(char.fFamily, char.style)));
  return [...missingFontsOf(template)].map(([name, font]) => {
    const glyphs = drawn.has(styleOf(font?.fFamily, font?.fStyle));
    const reason = unfetched.get(name);
    const message = [
      `The font ${JSON.stringify(name)} is not in the package`,
      ...(glyphs ? ['; only the letters of its sample text are'] : []),
      ...(reason === undefined ? [] : [`, and was not fetched. ${reason}`]),
    ].join('');
    const hint = `Put ${name}.ttf or ${name}.otf into fonts/ of the package; until then a similar font is used.`;
    return toReportEntry(
      fault('font_missing', message.endsWith('.') ? message : `${message}.`, {
        hint: reason === undefined ? hint : FETCH_HINT,
      }),
    );
  });
}
