import { AppError, defined, quoted, say } from '../base/index.ts';
import type { Font, TextDocument } from '../lottie/index.ts';
import {
  balanceLines,
  type Fitted,
  firstBaseline,
  frameOf,
  inTextSpace,
  isFitting,
  largestFit,
  layAt,
  positive,
  type TextBox,
} from './fit.ts';
import type { FontFace } from './font/font-face.ts';
import type { FontLibrary } from './font/font-library.ts';
import type { GlyphSet, OutlineFont } from './glyphs/glyph-set.ts';
import { type ClusterMemory, coversText } from './itemise.ts';
import { type Line, type Paragraph, shapeParagraph } from './paragraph.ts';
import { knownLanguage, paragraphsOf } from './prepare.ts';
import type { Cluster } from './shape.ts';
import { withoutShortLastLines } from './short-last-lines.ts';
import { type Setting, writeLine } from './write-line.ts';

/** The result of fitting a text: sizes relative to the designer's, code points as `U+1F600`. */
export type FitReport = {
  font_scale: number;
  lines: number;
  /**
   * Even at the smallest size the text is larger than its box or has too many lines, or ink stands
   * above the box. The composition adds that a part of the text never shows.
   */
  overflow: boolean;
  /** Even at the smallest size a word is wider than its box and continues in the next line. */
  word_broken: boolean;
  missing_glyphs: string[];
  /** PostScript names. */
  fallback_fonts: string[];
  /** Whether the fallback fonts draw all of the text. */
  font_replaced: boolean;
};

export type LayoutInput = {
  text: string;
  /** The designer's document: font, size, box, justification. Its own text (`t`) is ignored. */
  document: TextDocument;
  /** The font's entry in the animation's list. */
  font: Font | undefined;
  fonts: FontLibrary;
  /** A language tag (BCP 47). */
  language: string;
  /**
   * `shrink` (the default) makes text smaller that is too large, and makes text larger where the
   * designer allows it (`rs` 1, up to `xf`). `none` keeps the size and only reports.
   */
  fit?: 'shrink' | 'none';
  /** In pixels. Default: the designer's (`mf`), or a quarter of the designer's size. */
  minFontSize?: number;
  /** Default: the designer's (`xl`). */
  maxLines?: number;
  /** A width in pixels for text without a box. */
  maxWidth?: number;
  /**
   * A box in pixels for text without a box. Lines break at its width; the first baseline does not
   * move.
   */
  box?: { width: number; height: number };
  /**
   * The space of a text without a box, in pixels: its width from the text's origin, and its height below
   * the first baseline. The sample fits at its designed size. `wraps`: lines break at the width.
   */
  space?: { width: number; height: number; wraps: boolean; sample: string };
  /**
   * A side of the box, of the space, or of the text's origin. `start` and `end` depend on the direction
   * of the text.
   */
  align?: 'left' | 'center' | 'right' | 'start' | 'end';
  /** Whether lines break only between words, and in Japanese between phrases. */
  keepsPhrases?: boolean;
  /** Whether lines may have ink outside of the box: then even lines do not depend on it. */
  allowsInk?: boolean;
  /**
   * `logical` where animators select letters in reading order; see `writeLine`. By default the
   * letters stand in `t` from left to right.
   */
  order?: 'visual' | 'logical';
};

/** The characters of the input that a letter of the document draws: from `start` to `end`. */
export type LetterSource = { start: number; end: number };

export type TextLayout = {
  /** The font of the text. */
  face: FontFace;
  /** Replaces the layer's document: letters of the glyph set, lines separated by `\r`. */
  document: TextDocument;
  fit: FitReport;
  fallbackFonts: FontFace[];
  /** The characters that the text's own font lacks (emoji excepted), by the font that sets them. */
  borrowed: ReadonlyMap<FontFace, ReadonlySet<string>>;
  /**
   * For text without any bounds: the corners of its lines, from baseline to capital height, in
   * pixels of the layer.
   */
  corners: readonly (readonly [number, number])[];
  /** In pixels of the layer, for text in a box: its first baseline, its widest line, and the height of capitals. */
  block: { firstBaseline: number; width: number; capHeight: number };
  /**
   * Returns the source of each letter of the document's text; undefined for line breaks, blanks and hyphens.
   * The input's lines must be separated by single characters, and have no control characters.
   */
  sources: () => (LetterSource | undefined)[];
};

/**
 * Shapes, breaks and fits a text and writes its outlines to `glyphs`. By default, text in a box
 * shrinks to the largest size at which it fits the box and `maxLines`. A word that is wider than
 * the box shrinks first; it breaks only if it is wider at the smallest size, too, and then at the
 * largest size at which its lines fit. Short centered texts get lines of
 * similar width. Throws `text_invalid` for text that is malformed or too long, and `font_missing`
 * if the library has no font at all.
 */
export function layoutText(input: LayoutInput, glyphs: GlyphSet): TextLayout {
  const { document, fonts } = input;
  const match = fonts.match(input.font);
  if (!match) {
    throw new AppError(
      'font_missing',
      say`No font is available for text in ${quoted(document.f ?? 'no font')}.`,
      {
        hint: 'Add the font to the template, or install the fallback fonts: `framepress doctor` says how.',
      },
    );
  }
  const language = knownLanguage(input.language);
  const ownParagraphs = paragraphsOf(input.text, document, language);
  const { letters: designed } = match;
  const isCovered = (text: string) => {
    const casedText = document.ca === 2 ? text.toLocaleUpperCase(language) : text;
    return designed !== undefined && coversText(designed, fonts, casedText);
  };
  // A text never mixes the outlines of the file with another font.
  const isDesigned = ownParagraphs.every(isCovered);
  const face = isDesigned && designed ? designed : match.face;
  const isReplaced = !isDesigned && match.from === 'fallback';
  const bounds = frameOf(document, face, ascentOf(input.font, face), input);
  const memory: ClusterMemory = new Map();
  const shaping = {
    language,
    tracking: bounds.tracking,
    smallCaps: document.ca === 2,
    ...defined({ keepsPhrases: input.keepsPhrases }),
  };
  const shaped = (texts: readonly string[]) =>
    texts.map((text) => shapeParagraph({ text, face, fonts, shaping, memory }));
  const paragraphs = shaped(ownParagraphs);
  const { space } = input;
  const bounded = space
    ? inTextSpace(
        bounds,
        space,
        shaped(paragraphsOf(space.sample, document, language)),
        paragraphs.length,
      )
    : bounds;
  const side = sideOf(input, paragraphs);
  const shift = space ? shiftOf(bounded, sideOf({ document }, paragraphs), side) : 0;
  const lay = (tried: TextBox) => fitOf(paragraphs, tried, input.fit, side);
  const { frame, fitted } =
    space && input.fit !== 'none'
      ? brokenIfTooLong(bounded, space.width, lay)
      : { frame: bounded, fitted: lay(bounded) };
  const setting = settingOf(input, frame, paragraphs, fitted.size);
  // Letters that only move the pen within a line need places, too: at most one for each cluster.
  const most = paragraphs.reduce((sum, { clusters }) => sum + 2 * clusters.length, 0);
  const font = glyphs.fontFor(face, frame.ascent, most, setting.leftward);
  const lines = fitted.lines.map((line) => writeLine(line, font, glyphs, setting));
  const widest = lines.reduce((max, { width }) => Math.max(max, width), 0) * fitted.size;
  const text = lines.map((line) => line.text).join('\r');
  const written = { text, widest, side, shift, leftward: setting.leftward };
  const others = otherFaces(paragraphs, face);
  // A font that replaces the text's own font is reported, too.
  const fallbackFonts = isReplaced ? [face, ...others] : others;
  return {
    face,
    document: documentOf({ document, fitted, frame, font, written }),
    fit: {
      font_scale: Math.round((fitted.size / frame.size) * 10_000) / 10_000,
      lines: fitted.lines.length,
      overflow: fitted.overflow || fitted.tooHigh,
      word_broken: fitted.broken,
      missing_glyphs: missingGlyphs(paragraphs),
      fallback_fonts: fallbackFonts.map((f) => f.postScriptName),
      font_replaced: isReplaced || isBorrowed(paragraphs, face),
    },
    fallbackFonts,
    borrowed: borrowedBy(paragraphs, isReplaced ? undefined : face),
    corners:
      bounds.width === undefined
        ? cornersOf(lines, fitted, frame.capHeight, side).map(([x, y]) => [x + shift, y])
        : [],
    block: {
      firstBaseline: coordinate(document.ps?.[1]) + firstBaselineIn(frame, fitted),
      width: widest,
      capHeight: frame.capHeight * fitted.size,
    },
    sources: () => sourcesOf(paragraphs, fitted.lines, lines),
  };
}

function firstBaselineIn(frame: TextBox, fitted: Fitted): number {
  return frame.height === undefined ? 0 : firstBaseline(frame, frame.height, fitted);
}

/** The place in the input of the characters of each letter, in the order of the written text. */
function sourcesOf(
  paragraphs: readonly Paragraph[],
  lines: readonly Line[],
  written: readonly { clusters: readonly Cluster[] }[],
): (LetterSource | undefined)[] {
  const offsets = new Map<Paragraph, number>();
  let offset = 0;
  for (const paragraph of paragraphs) {
    offsets.set(paragraph, offset);
    offset += paragraph.text.length + 1;
  }
  return lines.flatMap(({ paragraph, hyphen }, index) => {
    const from = offsets.get(paragraph) ?? 0;
    const sources = (written[index]?.clusters ?? []).map((cluster) =>
      cluster === hyphen || cluster.end === cluster.start
        ? undefined
        : { start: from + cluster.start, end: from + cluster.end },
    );
    return index === 0 ? sources : [undefined, ...sources];
  });
}

/**
 * Breaks the lines of a text at the width of its space if it is too long at its smallest size, and its
 * words if they are.
 */
function brokenIfTooLong(frame: TextBox, width: number, lay: (frame: TextBox) => Fitted) {
  const fitted = lay(frame);
  if (isFitting(fitted) || frame.wraps) return { frame, fitted };
  const wrapped = { ...frame, wraps: true, width };
  const broken = lay(wrapped);
  return broken.overflow ? { frame, fitted } : { frame: wrapped, fitted: broken };
}

/** How far a text in a space moves from its origin when it is aligned to another side of the space. */
function shiftOf({ width = 0 }: TextBox, ownSide: Side, side: Side): number {
  return width * (SHARE[side] - SHARE[ownSide]);
}

/**
 * The corners of each line from its baseline to the height of capitals, in pixels, with the first baseline
 * at 0. Empty lines have none.
 */
function cornersOf(
  lines: readonly { width: number }[],
  { size, leading }: Fitted,
  capHeight: number,
  side: Side,
): [number, number][] {
  return lines.flatMap(({ width }, index): [number, number][] => {
    if (width === 0) return [];
    const left = (side === LEFT ? 0 : side === RIGHT ? -width : -width / 2) * size;
    const right = left + width * size;
    const [baseline, top] = [index * leading, index * leading - capHeight * size];
    return [left, right].flatMap((x): [number, number][] => [
      [x, baseline],
      [x, top],
    ]);
  });
}

/**
 * Chooses the size and the line breaks. Lines that only keep the document's own breaks are never changed
 * afterwards; centered lines become even.
 */
function fitOf(
  paragraphs: readonly Paragraph[],
  frame: TextBox,
  fit: LayoutInput['fit'],
  side: Side,
): Fitted {
  if (fit === 'none') return layAt(paragraphs, frame, frame.size);
  const fitted = largestFit(paragraphs, frame);
  if (!frame.wraps) return fitted;
  const even = side === CENTER ? balanceLines(paragraphs, frame, fitted) : fitted;
  return withoutShortLastLines(paragraphs, frame, even);
}

/**
 * The distance from the top of a box to its first baseline, in ems, as the designer's tool wrote
 * it.
 */
function ascentOf(font: Font | undefined, face: FontFace): number {
  const ascent = font?.ascent;
  return typeof ascent === 'number' && ascent > 0 && ascent < 1000 ? ascent / 100 : face.ascent;
}

/**
 * How lines are written, in ems of `size`. `align` of a mapping replaces the justification of the document
 * (3 or more in `j` is justified).
 */
function settingOf(
  { document, align, order = 'visual' }: LayoutInput,
  { tracking, wraps, width }: TextBox,
  paragraphs: readonly Paragraph[],
  size: number,
): Setting {
  const { j = 0 } = document;
  const justified = align === undefined && wraps && j >= 3;
  return {
    tracking,
    width: wraps && width !== undefined ? width / size : undefined,
    justify: !justified ? 'none' : j === 6 ? 'all' : 'all but last',
    order,
    leftward: order === 'logical' && rightToLeft(paragraphs),
  };
}

function rightToLeft(paragraphs: readonly Paragraph[]): boolean {
  const first = paragraphs.find(({ clusters }) => clusters.length > 0);
  return first !== undefined && first.baseLevel % 2 === 1;
}

/** Left, right or center, by the numbers that all players use. */
type Side = 0 | 1 | 2;
const [LEFT, RIGHT, CENTER] = [0, 1, 2] as const;
/** The share of a box that is to the left of each side. */
const SHARE: Readonly<Record<Side, number>> = { [LEFT]: 0, [RIGHT]: 1, [CENTER]: 0.5 };

/**
 * The side on which lines stand. As in After Effects, left is left also for text that runs from
 * right to left. For justified text this is the side of its last line; a single word that cannot
 * fill its line stands where lines begin.
 */
function sideOf(
  { document, align }: Pick<LayoutInput, 'document' | 'align'>,
  paragraphs: readonly Paragraph[],
): Side {
  if (align === 'center') return CENTER;
  if (align === 'left' || align === 'right') return align === 'left' ? LEFT : RIGHT;
  if (align !== undefined) return (align === 'start') === rightToLeft(paragraphs) ? RIGHT : LEFT;
  const { j } = document;
  if (j === 6 && rightToLeft(paragraphs)) return RIGHT;
  return j === 1 || j === 4 ? RIGHT : j === 2 || j === 5 ? CENTER : LEFT;
}

/** `shift`: how far the text moves in its space, in pixels. */
type Written = { text: string; widest: number; side: Side; shift: number; leftward: boolean };

/**
 * Settings that this layout has already applied. The document drops them, so that no player applies
 * them again.
 */
const DONE = new Set(['ca', 'rs', 'mf', 'xf', 'xl', 'vj', 'd', 'm', 'sk_rs', 'sk_vj']);

type DocumentParts = {
  document: TextDocument;
  fitted: Fitted;
  frame: TextBox;
  font: OutlineFont;
  written: Written;
};

/**
 * The document for the player. Skottie and lottie-web put a box's first baseline `ascent` percent
 * of the size below `ps` and break lines at its width; Skottie drops lines below its height. So
 * the box stays, but it moves so that the first baseline is right, and grows so that no player
 * breaks lines again.
 *
 * Where the pen runs leftward, lines have negative widths: a line that a player sets flush left
 * ends at the left edge and grows out of the box. So left and right are swapped, and the box moves
 * by its width.
 */
function documentOf({
  document,
  fitted,
  frame,
  font,
  written: { text, widest, side, shift, leftward },
}: DocumentParts): TextDocument {
  const { sz, ps, ...otherFields } = Object.fromEntries(
    Object.entries(document).filter(([key]) => !DONE.has(key)),
  ) as TextDocument;
  const { size, leading, lines } = fitted;
  const layout = { ...otherFields, s: size, f: font.name, t: text, j: side, tr: 0, lh: leading };
  if (leftward) layout.j = side === LEFT ? RIGHT : side === RIGHT ? LEFT : CENTER;
  const boxWidth = positive(sz?.[0]);
  if (boxWidth === undefined && shift === 0) return layout;
  const height = positive(sz?.[1]) ?? 0;
  // Players move text without a box only by its layer, so a text that moves in its space gets a box
  // whose first baseline is that of the text.
  const width = boxWidth ?? 1;
  const [left, top] =
    boxWidth === undefined ? [shift - SHARE[side], 0] : [coordinate(ps?.[0]), coordinate(ps?.[1])];
  const wider = Math.max(0, Math.ceil(widest + 1) - width);
  const block = (lines.length - 1) * leading;
  const baseline = boxWidth === undefined ? 0 : firstBaseline(frame, height, fitted);
  const beside = leftward ? width + wider : 0;
  const moveBy = side === LEFT ? -beside : side === RIGHT ? beside - wider : -wider / 2;
  return {
    ...layout,
    sz: [width + wider, Math.max(height, Math.ceil(block + leading + 2 * size))],
    ps: [exact(left + moveBy), exact(top + baseline - (font.ascent / 100) * size)],
  };
}

function coordinate(value: unknown): number {
  return typeof value === 'number' && Math.abs(value) < 1e9 ? value : 0;
}

function exact(pixels: number): number {
  return Math.round(pixels * 1000) / 1000 || 0;
}

/** The fonts of the clusters, except the text's own font. */
function otherFaces(paragraphs: readonly Paragraph[], face: FontFace): FontFace[] {
  const faces = new Set<FontFace>();
  for (const { clusters } of paragraphs) for (const cluster of clusters) faces.add(cluster.face);
  faces.delete(face);
  return [...faces];
}

/** Whether other fonts draw all characters except spaces, and there are some. */
function isBorrowed(paragraphs: readonly Paragraph[], ownFace: FontFace): boolean {
  const drawnClusters = paragraphs.flatMap(({ clusters }) =>
    clusters.filter(({ space }) => !space),
  );
  const isOwn = (face: FontFace) =>
    face === ownFace || face.postScriptName === ownFace.postScriptName;
  return drawnClusters.length > 0 && !drawnClusters.some(({ face }) => isOwn(face));
}

/**
 * The characters that other fonts than `ownFace` set, by font. Emoji and spaces do not count, nor do other files
 * of the same font: services split fonts by characters.
 */
function borrowedBy(
  paragraphs: readonly Paragraph[],
  ownFace: FontFace | undefined,
): ReadonlyMap<FontFace, ReadonlySet<string>> {
  const borrowed = new Map<FontFace, Set<string>>();
  for (const { text, clusters } of paragraphs) {
    for (const { face, start, end, space, missing } of clusters) {
      const isOwn = face === ownFace || face.postScriptName === ownFace?.postScriptName;
      if (isOwn || face.colors || space || missing.length > 0) continue;
      const characters = borrowed.get(face) ?? new Set();
      for (const character of text.slice(start, end)) characters.add(character);
      borrowed.set(face, characters);
    }
  }
  return borrowed;
}

/** The code points without a glyph, as `U+1F600`. */
function missingGlyphs(paragraphs: readonly Paragraph[]): string[] {
  const missing = new Set<number>();
  for (const { clusters } of paragraphs)
    for (const cluster of clusters) for (const c of cluster.missing) missing.add(c);
  return [...missing]
    .sort((a, b) => a - b)
    .map((c) => `U+${c.toString(16).toUpperCase().padStart(4, '0')}`);
}
