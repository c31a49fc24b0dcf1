import type { Font } from '../lottie/index.ts';
import { type FontFace, isItalic, weightOfStyle } from './font-face.ts';

export type FontOrigin = 'template' | 'font_changes' | 'account' | 'fallback';
/** `name` is the one by which the animation's text calls the font, where it is not the font's own. */
export type LibraryFont = { face: FontFace; from: FontOrigin; name?: string };
/** `exact` is false where another font has to stand in. */
export type FontMatch = { face: FontFace; from: FontOrigin; exact: boolean };

const ORDER: readonly FontOrigin[] = ['font_changes', 'template', 'account', 'fallback'];

/** The fonts at hand. What a session brings goes before the template's own, the fallbacks come last. */
export class FontLibrary {
  readonly #fonts: readonly LibraryFont[];

  constructor(fonts: readonly LibraryFont[]) {
    this.#fonts = ORDER.flatMap((from) => fonts.filter((font) => font.from === from));
  }

  /**
   * The font for an entry of the animation's font list: by its name, then by PostScript name, then
   * family and style, then the family's nearest weight, then the first fallback family that has Latin letters.
   */
  match(wanted: Font | undefined): FontMatch | undefined {
    const style = wantedStyle(wanted);
    if (wanted) {
      const full = fullName(wanted.fFamily, wanted.fStyle);
      const exact =
        this.#fonts.find((f) => f.name === wanted.fName) ??
        this.#fonts.find((f) => f.face.postScriptName === wanted.fName) ??
        this.#fonts.find((f) => fullName(f.face.family, f.face.style) === full);
      if (exact) return { face: exact.face, from: exact.from, exact: true };
      const family = this.#fonts.filter((f) => plain(f.face.family) === plain(wanted.fFamily));
      const near = nearest(family, style);
      if (near) return { face: near.face, from: near.from, exact: false };
    }
    const fallbacks = this.#fonts.filter((f) => f.from === 'fallback');
    const latin = fallbacks.find((f) => f.face.has(0x41)) ?? fallbacks[0] ?? this.#fonts[0];
    return latin && this.#asLike(latin, style);
  }

  /**
   * A font that has all of a cluster's characters: of the same family, of the fallback set, and only
   * then another of the template's, which may be of quite another kind. Of its family the face that
   * is most like `like`.
   */
  fallback(codePoints: readonly number[], like: FontFace): FontMatch | undefined {
    const able = this.#fonts.filter((f) => codePoints.every((c) => f.face.has(c)));
    const first =
      able.find((f) => f.face.family === like.family) ??
      able.find((f) => f.from === 'fallback') ??
      able[0];
    if (!first) return undefined;
    return this.#asLike(first, like, (face) => codePoints.every((c) => face.has(c)));
  }

  /** The first font with color glyphs for all of a cluster's characters, if only together. */
  emoji(codePoints: readonly number[]): FontFace | undefined {
    return this.#fonts.find(({ face }) => face.colors && codePoints.every((c) => face.maps(c)))
      ?.face;
  }

  /** Out of the font's family the face that is most like the one it stands in for. */
  #asLike(
    { face: { family }, from }: LibraryFont,
    style: Style,
    able: (face: FontFace) => boolean = () => true,
  ): FontMatch | undefined {
    const best = nearest(
      this.#fonts.filter((f) => f.from === from && f.face.family === family && able(f.face)),
      style,
    );
    return best && { face: best.face, from: best.from, exact: false };
  }
}

type Style = { weight: number; italic: boolean };

function wantedStyle(font: Font | undefined): Style {
  const style = `${font?.fStyle ?? ''} ${font?.fStyle ? '' : (font?.fName ?? '')}`;
  const weight = Number(font?.fWeight);
  return {
    weight: weight >= 1 && weight <= 1000 ? weight : weightOfStyle(style),
    italic: isItalic(style),
  };
}

/** Upright for italic is worse than any difference in weight. */
function nearest(
  fonts: readonly LibraryFont[],
  { weight, italic }: Style,
): LibraryFont | undefined {
  const distance = ({ face }: LibraryFont) =>
    Math.abs(face.weight - weight) + (face.italic === italic ? 0 : 1000);
  let best: LibraryFont | undefined;
  for (const font of fonts) if (!best || distance(font) < distance(best)) best = font;
  return best;
}

/** Families are often split by weight: "Poppins SemiBold" Regular is "Poppins" SemiBold. */
function fullName(family: string, style = 'Regular'): string {
  return plain(`${family} ${style}`).replace(/regular$/, '');
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}
