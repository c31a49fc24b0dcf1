import type { Font } from '../lottie/index.ts';
import { type FontFace, weightOfStyle } from './font-face.ts';

export type FontOrigin = 'template' | 'font_changes' | 'account' | 'fallback';
/** `name` is the one by which the animation's text calls the font, where it is not the font's own. */
export type LibraryFont = { face: FontFace; from: FontOrigin; name?: string };
/** `exact` is false where another font has to stand in. */
export type FontMatch = { face: FontFace; from: FontOrigin; exact: boolean };

/** The fonts at hand, in the order in which they are to be tried. */
export class FontLibrary {
  readonly #fonts: readonly LibraryFont[];

  constructor(fonts: readonly LibraryFont[]) {
    this.#fonts = fonts;
  }

  /**
   * The font for an entry of the animation's font list: by its name, then by PostScript name, then
   * family and style, then the family's nearest weight, then the nearest weight of the fallbacks.
   */
  match(wanted: Font | undefined): FontMatch | undefined {
    const weight = weightOfStyle(wanted?.fStyle ?? wanted?.fName ?? '');
    if (wanted) {
      const family = this.#fonts.filter((f) => same(f.face.family, wanted.fFamily));
      const exact =
        this.#fonts.find((f) => f.name === wanted.fName) ??
        this.#fonts.find((f) => f.face.postScriptName === wanted.fName) ??
        family.find((f) => same(f.face.style, wanted.fStyle ?? 'Regular')) ??
        // Static families are often split by weight: "Poppins SemiBold" "Regular".
        this.#fonts.find((f) => same(`${f.face.family} ${f.face.style}`, `${wanted.fFamily} ${wanted.fStyle ?? 'Regular'}`));
      if (exact) return { face: exact.face, from: exact.from, exact: true };
      const near = nearestWeight(family, weight);
      if (near) return { face: near.face, from: near.from, exact: false };
    }
    const fallbacks = this.#fonts.filter((f) => f.from === 'fallback');
    const stand = nearestWeight(fallbacks.filter((f) => f.face.has(0x41)), weight) ?? fallbacks[0] ?? this.#fonts[0];
    return stand && { face: stand.face, from: stand.from, exact: false };
  }

  /** The first other font that has every character of a cluster, its weight near that of `like`. */
  fallback(codePoints: readonly number[], like: FontFace): FontMatch | undefined {
    const able = this.#fonts.filter((f) => codePoints.every((c) => f.face.has(c)));
    const first = able[0];
    if (!first) return undefined;
    const best = nearestWeight(able.filter((f) => same(f.face.family, first.face.family)), like.weight) ?? first;
    return { face: best.face, from: best.from, exact: false };
  }
}

function nearestWeight(fonts: readonly LibraryFont[], weight: number): LibraryFont | undefined {
  let best: LibraryFont | undefined;
  for (const font of fonts) {
    if (!best || Math.abs(font.face.weight - weight) < Math.abs(best.face.weight - weight)) best = font;
  }
  return best;
}

function same(a: string, b: string): boolean {
  return a.toLowerCase().replaceAll(/[\s_-]/g, '') === b.toLowerCase().replaceAll(/[\s_-]/g, '');
}
