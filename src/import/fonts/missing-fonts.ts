import { fault, findMessage, quoted, say } from '../../base/index.ts';
import { allLayers, type Font, type Lottie } from '../../lottie/index.ts';
import { documentsOf, type ImportWarning, type Template, toWarning } from '../../template/index.ts';
import { FontLibrary } from '../../text/index.ts';

type Fonts = Pick<Template, 'lottie' | 'fonts' | 'fontNames'>;

/**
 * Returns the used fonts that a template does not contain, also not as a style of a variable font, each with
 * its entry in the font list.
 */
export function missingFontsOf({ lottie, fonts, fontNames }: Fonts): Map<string, Font | undefined> {
  const library = new FontLibrary(fonts.map((font) => ({ ...font, from: 'template' })));
  // The first of equal names counts, so the last is written first.
  const list = new Map([...(lottie.fonts?.list ?? [])].reverse().map((f) => [f.fName, f]));
  const usedFonts = fontNames.map((name): [string, Font | undefined] => [name, list.get(name)]);
  return new Map(
    usedFonts.filter(([name, font]) => !library.match(font ?? { fName: name, fFamily: '' })?.exact),
  );
}

/** A missing font; whether the file has outlines of some of its letters. */
export type ShownFont = { name: string; font: Font | undefined; hasOutlines: boolean };

/**
 * Returns the missing fonts that a video can show. A font cannot show if the file has the outlines of all
 * letters of its texts, and no text of it changes.
 */
export function shownMissingFonts(template: Fonts): ShownFont[] {
  const outlines = outlinesOf(template.lottie);
  const fontTexts = textsOf(template.lottie);
  return [...missingFontsOf(template)].flatMap(([name, font]) => {
    const outlinedLetters = outlines.get(styleOf(font));
    const text = fontTexts.get(name);
    if (
      outlinedLetters &&
      text &&
      !text.changes &&
      [...text.letters].every((letter) => outlinedLetters.has(letter))
    )
      return [];
    return [{ name, font, hasOutlines: outlinedLetters !== undefined }];
  });
}

/** Returns the warning about a missing font. `unfetched`: why it was not fetched from its address. */
export function missingFontWarning(
  { name, hasOutlines }: ShownFont,
  unfetched: string | undefined,
): ImportWarning {
  const font = quoted(name);
  if (unfetched === undefined) {
    const message = hasOutlines
      ? say`The font ${font} is not in the package; only the letters of its sample text are.`
      : say`The font ${font} is not in the package.`;
    const hint = say`Put ${name}.ttf or ${name}.otf into fonts/ of the package; until then a similar font is used.`;
    return toWarning(fault('font_missing', message, { hint }));
  }
  const reason = findMessage(unfetched.endsWith('.') ? unfetched : `${unfetched}.`);
  const message = hasOutlines
    ? say`The font ${font} is not in the package; only the letters of its sample text are, and was not fetched. ${reason}`
    : say`The font ${font} is not in the package, and was not fetched. ${reason}`;
  const hint = 'Put the font file into fonts/ of the package; until then a similar font is used.';
  return toWarning(fault('font_missing', message, { hint }));
}

function styleOf(font: Font | undefined): string {
  return JSON.stringify([font?.fFamily, font?.fStyle]);
}

/** The letters whose outlines are in the file, for each family and style. */
function outlinesOf(lottie: Lottie): Map<string, Set<string>> {
  const lettersByStyle = new Map<string, Set<string>>();
  for (const { fFamily, style, ch } of lottie.chars ?? []) {
    const key = JSON.stringify([fFamily, style]);
    const letters = lettersByStyle.get(key) ?? new Set();
    lettersByStyle.set(key, letters.add(ch));
  }
  return lettersByStyle;
}

/** The visible letters of a font's texts, and whether an editable or an expression changes a text. */
type Text = { letters: Set<string>; changes: boolean };

/**
 * Collects for each font name the letters of the layers' texts, in capitals where the layer shows capitals.
 * `changes`: a slot or an expression may write other letters.
 */
function textsOf(lottie: Lottie): Map<string, Text> {
  const fontTexts = new Map<string, Text>();
  for (const { layer } of allLayers(lottie)) {
    const { sid, x } = layer.t?.d ?? {};
    for (const { f, t = '', ca } of documentsOf(layer)) {
      if (typeof f !== 'string') continue;
      const fontText: Text = fontTexts.get(f) ?? { letters: new Set(), changes: false };
      fontTexts.set(f, fontText);
      fontText.changes ||= sid !== undefined || x !== undefined;
      const text = String(t);
      for (const letter of ca === 1 ? text.toUpperCase() : text)
        if (letter > ' ') fontText.letters.add(letter);
    }
  }
  return fontTexts;
}
