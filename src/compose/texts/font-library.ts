import type { Lottie } from '../../lottie/index.ts';
import { fontRequests, type ParsedMapping } from '../../mapping/index.ts';
import type { Template } from '../../template/index.ts';
import { type FontFace, FontLibrary, fontOfLetters, type LibraryFont } from '../../text/index.ts';
import { lettersByFont, styleKey } from './own-letters.ts';

/**
 * Faces of a font file that a mapping provides, and the fonts of the animation's list that it
 * replaces. Without such fonts it is a font of the account, which is found by its own name.
 */
export type SuppliedFont = { fonts: readonly string[]; faces: readonly FontFace[] };

type LibraryInputs = {
  template: Template;
  lottie: Lottie;
  mapping: ParsedMapping;
  suppliedFonts: readonly SuppliedFont[];
  fallbacks: readonly FontFace[];
};

/**
 * All fonts for a mapping's texts: first the fonts that it replaces, under the names that the
 * animation uses, then the template's own, then the fallback fonts.
 */
export function libraryOf({
  template,
  lottie,
  mapping,
  suppliedFonts,
  fallbacks,
}: LibraryInputs): FontLibrary {
  const ownFonts: LibraryFont[] = [
    ...template.fonts.map(({ name, face }) => ({ name, face, from: 'template' as const })),
    ...fallbacks.map((face) => ({ face, from: 'fallback' as const })),
  ];
  const library = new FontLibrary(ownFonts);
  const renamed = fontRequests(mapping).flatMap(({ fonts, source }) =>
    'font_name' in source
      ? fonts.flatMap((name) => among(library, lottie, source.font_name, name))
      : [],
  );
  const letters = lettersByFont(lottie);
  return new FontLibrary(
    [...changedFonts(lottie, suppliedFonts), ...renamed, ...ownFonts],
    ({ fFamily, fStyle }) => letters.get(styleKey(fFamily, fStyle)),
    ({ fFamily, fStyle, ascent }) => {
      const style = styleKey(fFamily, fStyle);
      const fontChars = lottie.chars?.filter(
        (char) => styleKey(char.fFamily, char.style) === style,
      );
      return fontChars && fontOfLetters(fontChars, ascent);
    },
  );
}

/**
 * The fonts that replace others (from a collection or family, the most similar face), and those of
 * the account.
 */
export function changedFonts(
  lottie: Lottie,
  suppliedFonts: readonly SuppliedFont[],
): LibraryFont[] {
  return suppliedFonts.flatMap(({ fonts, faces }) => {
    if (fonts.length === 0) return faces.map((face): LibraryFont => ({ face, from: 'account' }));
    const library = new FontLibrary(faces.map((face) => ({ face, from: 'font_changes' })));
    return fonts.flatMap((name) => among(library, lottie, name, name));
  });
}

/** The font that matches the animation's font `fontName`, under the name `name`. */
function among(
  library: FontLibrary,
  lottie: Lottie,
  fontName: string,
  name: string,
): LibraryFont[] {
  const entry = lottie.fonts?.list.find((font) => font.fName === fontName);
  const face = library.match(entry)?.face;
  return face ? [{ face, name, from: 'font_changes' }] : [];
}
