import { fault } from '../base/index.ts';
import { allLayers, type Font, type Lottie } from '../lottie/index.ts';
import { documentsOf, type ReportEntry, toReportEntry } from '../template/index.ts';

/**
 * Returns a warning for each font in `used` that the package lacks and that a video can show. A font
 * cannot show if the file has the outlines of all letters of its texts, and no text of it changes.
 */
export function missingFonts(
  lottie: Lottie,
  used: readonly string[],
  brought: readonly string[],
): ReportEntry[] {
  const own = new Set(brought);
  // The first of equal names counts, so the last is written first.
  const fonts = new Map([...(lottie.fonts?.list ?? [])].reverse().map((f) => [f.fName, f]));
  const outlines = outlinesOf(lottie);
  const shown = textsOf(lottie);
  return used
    .filter((name) => !own.has(name))
    .flatMap((name) => {
      const drawn = outlines.get(styleOf(fonts.get(name)));
      const text = shown.get(name);
      if (drawn && text && !text.changes && [...text.letters].every((letter) => drawn.has(letter)))
        return [];
      return [warning(name, drawn !== undefined)];
    });
}

function warning(name: string, hasOutlines: boolean): ReportEntry {
  const message = `The font ${JSON.stringify(name)} is not in the package${hasOutlines ? '; only the letters of its sample text are' : ''}.`;
  const hint = `Put ${name}.ttf or ${name}.otf into fonts/ of the package; until then a similar font is used.`;
  return toReportEntry(fault('font_missing', message, { hint }));
}

function styleOf(font: Font | undefined): string {
  return JSON.stringify([font?.fFamily, font?.fStyle]);
}

/** The letters whose outlines are in the file, for each family and style. */
function outlinesOf(lottie: Lottie): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { fFamily, style, ch } of lottie.chars ?? []) {
    const key = JSON.stringify([fFamily, style]);
    const letters = found.get(key) ?? new Set();
    found.set(key, letters.add(ch));
  }
  return found;
}

/** The visible letters of a font's texts, and whether an editable or an expression changes a text. */
type Text = { letters: Set<string>; changes: boolean };

function textsOf(lottie: Lottie): Map<string, Text> {
  const found = new Map<string, Text>();
  for (const { layer } of allLayers(lottie)) {
    const { sid, x } = layer.t?.d ?? {};
    for (const { f, t = '', ca } of documentsOf(layer)) {
      if (typeof f !== 'string') continue;
      const known: Text = found.get(f) ?? { letters: new Set(), changes: false };
      found.set(f, known);
      known.changes ||= sid !== undefined || x !== undefined;
      const text = String(t);
      for (const letter of ca === 1 ? text.toUpperCase() : text)
        if (letter > ' ') known.letters.add(letter);
    }
  }
  return found;
}
