import type { Lottie } from '../lottie/index.ts';
import { fontRequests, type ParsedMapping } from '../mapping/index.ts';
import type { Template } from '../template/index.ts';
import { type FontFace, FontLibrary, type LibraryFont } from '../text/index.ts';

/**
 * Faces of a file that a mapping brings, in the place of these fonts of the animation's list. In the
 * place of none: a font of the account, which is known by its own name.
 */
export type BroughtFont = { fonts: readonly string[]; faces: readonly FontFace[] };

/**
 * All fonts that a mapping's text may be set in: what it changes first, bound to the names by which
 * the animation calls them, then the template's own, then the fallbacks.
 */
export function libraryOf(
  template: Template,
  lottie: Lottie,
  mapping: ParsedMapping,
  brought: readonly BroughtFont[],
  fallbacks: readonly FontFace[],
): FontLibrary {
  const own: LibraryFont[] = [
    ...template.fonts.map(({ name, face }) => ({ name, face, from: 'template' as const })),
    ...fallbacks.map((face) => ({ face, from: 'fallback' as const })),
  ];
  const library = new FontLibrary(own);
  const renamed = fontRequests(mapping).flatMap(({ fonts, source }) =>
    'font_name' in source
      ? fonts.flatMap((name) => among(library, lottie, source.font_name, name))
      : [],
  );
  return new FontLibrary([...changedFonts(lottie, brought), ...renamed, ...own]);
}

/**
 * Fonts that take another's place, out of a collection or a family the face that is most like it;
 * and those of the account.
 */
export function changedFonts(lottie: Lottie, brought: readonly BroughtFont[]): LibraryFont[] {
  return brought.flatMap(({ fonts, faces }) => {
    if (fonts.length === 0) return faces.map((face): LibraryFont => ({ face, from: 'account' }));
    const library = new FontLibrary(faces.map((face) => ({ face, from: 'font_changes' })));
    return fonts.flatMap((name) => among(library, lottie, name, name));
  });
}

/** The font that stands for the animation's `wanted`, to be called by another of its names. */
function among(library: FontLibrary, lottie: Lottie, wanted: string, name: string): LibraryFont[] {
  const entry = lottie.fonts?.list.find((font) => font.fName === wanted);
  const face = library.match(entry)?.face;
  return face ? [{ face, name, from: 'font_changes' }] : [];
}
