import { AppError, quoted, say } from '../../base/index.ts';
import {
  type Char,
  type Font,
  letterAt,
  MAX_LETTERS,
  type PrecompAsset,
} from '../../lottie/index.ts';
import type { FontFace } from '../font/font-face.ts';
import type { Cluster } from '../shape.ts';
import { colorGlyphOf } from './color-glyph.ts';
import { outlineOf } from './outline.ts';

/**
 * Maximum for a composition. Ten thousand Chinese letters have a million points; more take seconds
 * to write.
 */
const MAX_POINTS = 1_200_000;

/** A Lottie font made of outlines. `ascent` is in percent of the size, as in Lottie. */
export type OutlineFont = {
  name: string;
  ascent: number;
  face: FontFace;
  leftward: boolean;
  /** `codes`: the letter for each drawing. `chars`: the drawing for each letter. */
  codes: Map<string, string>;
  chars: Map<string, Char>;
};

/**
 * The glyph outlines of one composition. Each font of a text becomes a Lottie font. Its letters
 * represent clusters of glyphs; equal clusters share a letter. Clusters from fallback fonts are
 * part of the same Lottie font. Players find words by the space, so the plain space stays U+0020.
 */
export class GlyphSet {
  readonly #fonts: OutlineFont[] = [];
  readonly #assets: PrecompAsset[] = [];
  #points = 0;
  readonly #reserved: ReadonlySet<string>;
  readonly #maxPoints: number;

  /** `reserved`: names of other fonts in the composition. */
  constructor(reserved: Iterable<string> = [], maxPoints = MAX_POINTS) {
    this.#reserved = new Set(reserved);
    this.#maxPoints = maxPoints;
  }

  /**
   * The font in which to write a text of `face` with up to `letters` new letters. If the pen runs
   * `leftward`, the font's space has a negative advance.
   */
  fontFor(face: FontFace, ascent: number, letters: number, leftward = false): OutlineFont {
    const open = this.#fonts.findLast((f) => f.face.key === face.key && f.leftward === leftward);
    if (open && open.codes.size + letters <= MAX_LETTERS) return open;
    const name = this.#freeName();
    const blank = (ch: string, w: number): Char => ({
      ch,
      fFamily: name,
      style: 'Regular',
      size: 100,
      w,
      data: {},
    });
    // lottie-web's canvas renderer looks up the line break among the letters, too.
    const space = percent(face.spaceAdvance * (leftward ? -1 : 1));
    const chars = new Map([
      [' ', blank(' ', space)],
      ['\r', blank('\r', 0)],
    ]);
    const font = { name, ascent: percent(ascent), face, leftward, codes: new Map(), chars };
    this.#fonts.push(font);
    return font;
  }

  /** The letter for a cluster. `advance`, in ems, may differ from the cluster's own advance. */
  letter(font: OutlineFont, cluster: Cluster, advance: number): string {
    const w = percent(advance);
    const glyphs = cluster.glyphs.map(
      ({ id, x, y, scale = 1 }) => `${id},${percent(x)},${percent(y)},${scale}`,
    );
    const key = `${cluster.face.key} ${w} ${glyphs.join(' ')}`;
    return this.#codeFor(font, key, w, () => {
      const color = colorGlyphOf(cluster, `${font.name} ${font.codes.size}`);
      const { data, points } = color ?? outlineOf(cluster);
      this.#points += points;
      if (this.#points > this.#maxPoints) throw tooDetailed(cluster.face, this.#maxPoints);
      if (color) this.#assets.push(...color.assets);
      return color ? { t: 1, data } : { data };
    });
  }

  /** Returns the character that stands for the letter `key`; `draw` makes a new letter if there is none. */
  #codeFor(
    font: OutlineFont,
    key: string,
    w: number,
    draw: () => Pick<Char, 't' | 'data'>,
  ): string {
    const cachedCode = font.codes.get(key);
    if (cachedCode !== undefined) return cachedCode;
    const ch = codeAt(font.codes.size);
    font.codes.set(key, ch);
    font.chars.set(ch, { ch, fFamily: font.name, style: 'Regular', size: 100, w, ...draw() });
    return ch;
  }

  /**
   * Splits a text of the font called `name` into two: its color letters, and its other letters.
   * Blank letters of the same width replace the letters that are left out. Undefined if no letter
   * has color.
   */
  splitByColor(
    name: string | undefined,
    text: string,
  ): { colors: string; others: string } | undefined {
    const font = this.#fonts.find((f) => f.name === name);
    const inColor = (letter: string) => font?.chars.get(letter)?.t === 1;
    if (!font || ![...text].some(inColor)) return undefined;
    const part = (keeps: (letter: string) => boolean) =>
      [...text]
        .map((c) => (keeps(c) || c === ' ' || c === '\r' ? c : this.#blank(font, c)))
        .join('');
    return { colors: part(inColor), others: part((letter) => !inColor(letter)) };
  }

  /** Returns a text of the font called `name` with blanks of the same width instead of some letters. */
  withBlanks(name: string | undefined, text: string, keeps: (index: number) => boolean): string {
    const font = this.#fonts.find((f) => f.name === name);
    if (!font) return text;
    return [...text]
      .map((c, index) => (c === ' ' || c === '\r' || keeps(index) ? c : this.#blank(font, c)))
      .join('');
  }

  /** The font called `name`. */
  fontNamed(name: string | undefined): OutlineFont | undefined {
    return this.#fonts.find((font) => font.name === name);
  }

  /** A letter that draws nothing, as wide as `letter`. */
  #blank(font: OutlineFont, letter: string): string {
    const w = font.chars.get(letter)?.w ?? 0;
    return this.#codeFor(font, `blank ${w}`, w, () => ({ data: {} }));
  }

  /** Entries of the composition's `assets`: the precomps that are drawn for color glyphs. */
  assets(): PrecompAsset[] {
    return this.#assets;
  }

  /** Entries of the composition's `chars`. */
  chars(): Char[] {
    return this.#fonts.flatMap((font) => [...font.chars.values()]);
  }

  /** Entries of the composition's `fonts.list`. */
  fonts(): Font[] {
    return this.#fonts.map(({ name, ascent }) => ({
      fName: name,
      fFamily: name,
      fStyle: 'Regular',
      ascent,
    }));
  }

  /** A font name that neither the animation nor another font of the set has. */
  #freeName(): string {
    let number = this.#fonts.length + 1;
    while (
      this.#reserved.has(`Outlines ${number}`) ||
      this.#fonts.some((f) => f.name === `Outlines ${number}`)
    )
      number += 1;
    return `Outlines ${number}`;
  }
}

function tooDetailed({ postScriptName }: FontFace, max: number): AppError {
  return new AppError(
    'font_invalid',
    say`Expected at most ${max} outline points in a composition but received more. The last letter came from the font ${quoted(postScriptName)}.`,
    { hint: 'Shorten the text, or use a font with simpler outlines.' },
  );
}

function percent(ems: number): number {
  return Math.round(ems * 10_000) / 100 || 0;
}

/**
 * The character that stands for the letter with this index in an outline font. Throws `text_invalid` when
 * all are used.
 */
function codeAt(index: number): string {
  const letter = letterAt(index);
  if (letter !== undefined) return letter;
  throw new AppError(
    'text_invalid',
    say`Expected at most ${MAX_LETTERS} different letters in one text but received more.`,
    { hint: 'Split the text over several layers.' },
  );
}
