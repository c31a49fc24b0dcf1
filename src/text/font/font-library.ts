import type { Font } from '../../lottie/index.ts';
import { type CjkForm, cjkFormOfFamily } from './cjk-form.ts';
import type { FontFace } from './font-face.ts';
import {
  type FontStyle,
  familyOf,
  splitFamily,
  styleDistance,
  styleNameOf,
  wantedStyle,
} from './font-style.ts';
import { asWideAs, type LetterWidths, substituteStyle } from './substitute.ts';

export type FontOrigin = 'template' | 'font_changes' | 'account' | 'fallback';
/**
 * `name`: the name by which the animation's text calls the font, if that is not the font's own
 * name.
 */
export type LibraryFont = { face: FontFace; from: FontOrigin; name?: string };
/**
 * `exact` is false for a font that replaces the requested font. `letters`: the outlines of the
 * requested font's letters, if the animation has them.
 */
export type FontMatch = { face: FontFace; from: FontOrigin; exact: boolean; letters?: FontFace };

const ORDER: readonly FontOrigin[] = ['font_changes', 'template', 'account', 'fallback'];

/**
 * The available fonts. A session's fonts come before the template's own; the fallback fonts come
 * last.
 */
export class FontLibrary {
  readonly #fonts: readonly LibraryFont[];
  readonly #matches = new Map<string, FontMatch | undefined>();
  readonly #ranked = new Map<string, readonly LibraryFont[]>();

  readonly #widthsOf: (font: Font) => LetterWidths | undefined;
  readonly #lettersOf: (font: Font) => FontFace | undefined;

  /**
   * `widthsOf`: the widths of a missing font's letters, if they are known. `lettersOf`: a font of
   * their outlines.
   */
  constructor(
    fonts: readonly LibraryFont[],
    widthsOf: (font: Font) => LetterWidths | undefined = () => undefined,
    lettersOf: (font: Font) => FontFace | undefined = () => undefined,
  ) {
    this.#widthsOf = widthsOf;
    this.#lettersOf = lettersOf;
    this.#fonts = ORDER.flatMap((from) => fonts.filter((font) => font.from === from));
  }

  /**
   * The font for an entry of the animation's font list. Searches by the entry's name, then by
   * PostScript name, then by family and style, then for the family's nearest style (a variable font
   * is set to it), then for the fallback family with Latin letters, with serifs if the requested
   * font has serifs.
   */
  match(font: Font | undefined): FontMatch | undefined {
    const { fName, fFamily, fStyle, fWeight, fClass } = font ?? {};
    const key = JSON.stringify([fName, fFamily, fStyle, fWeight, fClass]);
    if (!this.#matches.has(key)) this.#matches.set(key, this.#withLetters(font));
    return this.#matches.get(key);
  }

  /** Adds the font of the animation's own outlines to a match that is not exact. */
  #withLetters(font: Font | undefined): FontMatch | undefined {
    const match = this.#findMatch(font);
    const letters = font && match?.exact === false ? this.#lettersOf(font) : undefined;
    return match && letters ? { ...match, letters } : match;
  }

  /**
   * By exact name, then the nearest style of the family, then a substitute in the style that the name
   * suggests. Undefined only if the library is empty.
   */
  #findMatch(font: Font | undefined): FontMatch | undefined {
    const style = wantedStyle(font);
    if (font) {
      const exact = this.#findExact(font);
      if (exact) return { face: inStyle(exact.face, style), from: exact.from, exact: true };
      const near = nearest(this.#family(familyOf(font)), style);
      if (near) return { face: near.face, from: near.from, exact: isStyle(near.face, style) };
    }
    const latin = this.#fallbacks(style.serif).find((f) => f.face.has(0x41));
    const any = latin ?? this.#fonts.find((f) => f.from === 'fallback') ?? this.#fonts[0];
    const substitute = substituteStyle(font);
    const match = any && this.#asLike(any, substitute);
    if (match?.from !== 'fallback' || !font) return match;
    return { ...match, face: asWideAs(match.face, substitute, this.#widthsOf(font)) };
  }

  /**
   * A font that has all of a cluster's characters. Searches the same family, then the fallback
   * fonts, and only then the template's other fonts, which may look quite different. Returns the
   * face of the family that is most similar to `like`. Among fonts for Chinese, Japanese and Korean
   * it prefers the ones that write in `form`.
   */
  fallback(codePoints: readonly number[], like: FontFace, form?: CjkForm): FontMatch | undefined {
    const able = ({ face }: LibraryFont) => codePoints.every((c) => face.has(c));
    const first =
      this.#fonts.find((f) => f.face.family === like.family && able(f)) ??
      this.#fallbacks(like.serif, form).find(able) ??
      this.#fonts.find((f) => f.from !== 'fallback' && able(f));
    // Styles of the same family are compared by their stated weight.
    const style = first?.face.family === like.family ? like : like.drawnStyle;
    return first && this.#asLike(first, style, able);
  }

  /**
   * The first font with color glyphs for all of a cluster's characters, alone or as parts of
   * others.
   */
  emoji(codePoints: readonly number[]): FontFace | undefined {
    return this.#fonts.find(({ face }) => face.colors && codePoints.every((c) => face.maps(c)))
      ?.face;
  }

  /** The origin of one of the library's faces. */
  originOf({ fileDigest }: FontFace): FontOrigin {
    return this.#fonts.find(({ face }) => face.fileDigest === fileDigest)?.from ?? 'fallback';
  }

  /** By the animation's name for the font, then by PostScript name, then by family and style. */
  #findExact(font: Font): LibraryFont | undefined {
    const { fName } = font;
    const full = fullName(familyOf(font), styleNameOf(font));
    return (
      this.#fonts.find((f) => f.name === fName) ??
      this.#fonts.find((f) => f.face.postScriptName === fName) ??
      this.#fonts.find((f) => fullName(f.face.family, f.face.style) === full)
    );
  }

  /** The fonts of a family. The name may include a style. */
  #family(family: string): readonly LibraryFont[] {
    const familyFonts = this.#fonts.filter((f) => plain(f.face.family) === plain(family));
    const base = plain(splitFamily(family).base);
    if (familyFonts.length > 0 || base === '') return familyFonts;
    return this.#fonts.filter((f) => plain(splitFamily(f.face.family).base) === base);
  }

  /** The fallback fonts, the most suitable first. */
  #fallbacks(serif: boolean, form?: CjkForm): readonly LibraryFont[] {
    const key = `${serif} ${form}`;
    const cachedRanking = this.#ranked.get(key);
    if (cachedRanking) return cachedRanking;
    const misfit = ({ face }: LibraryFont) => {
      const ownForm = form && cjkFormOfFamily(face.family);
      return (ownForm && ownForm !== form ? 2 : 0) + (face.serif === serif ? 0 : 1);
    };
    const ranked = this.#fonts
      .filter((f) => f.from === 'fallback')
      .sort((a, b) => misfit(a) - misfit(b));
    this.#ranked.set(key, ranked);
    return ranked;
  }

  /** The face of the font's family that is most similar to the requested style. */
  #asLike(
    { face: { family }, from }: LibraryFont,
    style: FontStyle,
    able: (font: LibraryFont) => boolean = () => true,
  ): FontMatch | undefined {
    const best = nearest(
      this.#fonts.filter((f) => f.from === from && f.face.family === family && able(f)),
      style,
    );
    return best && { face: best.face, from: best.from, exact: false };
  }
}

/** The face, or the style of its variable font that the list asks for. */
function inStyle(face: FontFace, style: FontStyle): FontFace {
  const { weight, width, italic } = style;
  const fits = face.weight === weight && face.width === width && face.italic === italic;
  return fits ? face : face.inStyle(style);
}

function isStyle(face: FontFace, { weight, width, italic }: FontStyle): boolean {
  return (
    face.axes.length > 0 && face.weight === weight && face.width === width && face.italic === italic
  );
}

/**
 * The nearest font, chosen as CSS Fonts 4 does within a family: by width, then slope, then weight.
 */
function nearest(fonts: readonly LibraryFont[], style: FontStyle): LibraryFont | undefined {
  let best: { font: LibraryFont; distance: number } | undefined;
  for (const font of withExactStyles(fonts, style)) {
    const distance = styleDistance(font.face, style);
    if (!best || distance < best.distance) best = { font, distance };
  }
  return best?.font;
}

/** The fonts, and each variable font also in the exact style. */
function withExactStyles(fonts: readonly LibraryFont[], style: FontStyle): LibraryFont[] {
  const allFonts = [...fonts];
  const varied = new Set<FontFace['inStyle']>();
  for (const { face, from } of fonts) {
    if (face.axes.length === 0 || varied.has(face.inStyle)) continue;
    varied.add(face.inStyle);
    allFonts.push({ face: face.inStyle(style), from });
  }
  return allFonts;
}

/** Foundries often split a family by weight: "Poppins SemiBold" Regular is "Poppins" SemiBold. */
function fullName(family: string, style: string): string {
  return plain(`${family} ${style}`).replace(/regular$/, '');
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}
