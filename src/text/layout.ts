import { AppError } from '../base/index.ts';
import type { Font, TextDocument } from '../lottie/index.ts';
import { type Fitted, type Frame, frameOf, layAt, positive, shrinkToFit } from './fit.ts';
import type { FontFace } from './font-face.ts';
import type { FontLibrary } from './font-library.ts';
import type { GlyphSet, OutlineFont } from './glyph-set.ts';
import type { ClusterMemory } from './itemise.ts';
import { type Paragraph, shapeParagraph } from './paragraph.ts';
import { knownLanguage, paragraphsOf } from './prepare.ts';
import { type Setting, writeLine } from './write-line.ts';

/** What became of a text: sizes relative to the designer's, code points as `U+1F600`. */
export type FitReport = {
  font_scale: number;
  lines: number;
  /** The text is larger than its box, or has more lines than it may, even at the smallest size. */
  overflow: boolean;
  missing_glyphs: string[];
  /** PostScript names. */
  fallback_fonts: string[];
};

export type LayoutInput = {
  text: string;
  /** The designer's document: font, size, box, justification. Its own `t` is not read. */
  document: TextDocument;
  /** Its font's entry in the animation's list. */
  font: Font | undefined;
  fonts: FontLibrary;
  /** BCP 47. */
  language: string;
  /** `shrink` (the default) makes text that is too large smaller; `none` leaves its size and reports. */
  fit?: 'shrink' | 'none';
  /** In pixels; a quarter of the designer's size without. */
  minFontSize?: number;
  maxLines?: number;
  /** A width in pixels for text without a box. */
  maxWidth?: number;
  align?: 'left' | 'center' | 'right';
};

export type LaidText = {
  /** For the layer, in its place: letters of the glyph set, lines broken by `\r`. */
  document: TextDocument;
  fit: FitReport;
  fallbackFonts: FontFace[];
};

/**
 * Shapes, breaks and fits a text and writes it as outlines into `glyphs`. Boxed text shrinks, unless
 * told otherwise, to the largest size at which it fits its box and `maxLines`; a word wider than the
 * box shrinks before it breaks. Throws `text_invalid` for text that is not well-formed or is too
 * long, `font_missing` where the library has no font at all.
 */
export function layoutText(input: LayoutInput, glyphs: GlyphSet): LaidText {
  const { document, fonts } = input;
  const face = fonts.match(input.font)?.face;
  if (!face) {
    throw new AppError(
      'font_missing',
      `Expected a font for text in ${JSON.stringify(document.f ?? 'no font')} but there is none.`,
      {
        hint: 'Put it into the template, or install the fallback fonts: `framepress doctor` says how.',
      },
    );
  }
  const frame = frameOf(document, face, ascentOf(input.font, face), input);
  const language = knownLanguage(input.language);
  const texts = paragraphsOf(input.text, document, language);
  const memory: ClusterMemory = new Map();
  const paragraphs = texts.map((text) =>
    shapeParagraph(text, face, fonts, { language, tracking: frame.tracking }, memory),
  );
  const fitted =
    input.fit === 'none' ? layAt(paragraphs, frame, frame.size) : shrinkToFit(paragraphs, frame);
  const font = glyphs.fontFor(
    face,
    frame.ascent,
    paragraphs.reduce((sum, { clusters }) => sum + clusters.length, 0),
  );
  const setting = settingOf(input, frame, fitted.size);
  const lines = fitted.lines.map((line) => writeLine(line, font, glyphs, setting));
  const widest = lines.reduce((most, { width }) => Math.max(most, width), 0) * fitted.size;
  const written = { text: lines.map(({ text }) => text).join('\r'), widest, side: sideOf(input) };
  const fallbackFonts = otherFaces(paragraphs, face);
  return {
    document: documentOf(document, fitted, frame, font, written, face),
    fit: {
      font_scale: Math.round((fitted.size / frame.size) * 10_000) / 10_000,
      lines: fitted.lines.length,
      overflow: fitted.overflow,
      missing_glyphs: missingGlyphs(paragraphs),
      fallback_fonts: fallbackFonts.map((f) => f.postScriptName),
    },
    fallbackFonts,
  };
}

/** Where the designer's tool put the first baseline of a box, in ems below its top. */
function ascentOf(font: Font | undefined, face: FontFace): number {
  const ascent = font?.ascent;
  return typeof ascent === 'number' && ascent > 0 && ascent < 1000 ? ascent / 100 : face.ascent;
}

function settingOf(
  { document, align }: LayoutInput,
  { tracking, wraps, width }: Frame,
  size: number,
): Setting {
  const { j = 0 } = document;
  const justified = align === undefined && wraps && j >= 3;
  return {
    tracking,
    width: wraps && width !== undefined ? width / size : undefined,
    justify: !justified ? 'none' : j === 6 ? 'all' : 'all but last',
  };
}

/** Left, right or center, as all players know them; of a justified text, where its last line stands. */
function sideOf({ document, align }: LayoutInput): 0 | 1 | 2 {
  if (align !== undefined) return align === 'left' ? 0 : align === 'right' ? 1 : 2;
  const { j } = document;
  return j === 1 || j === 4 ? 1 : j === 2 || j === 5 ? 2 : 0;
}

type Written = { text: string; widest: number; side: 0 | 1 | 2 };

/**
 * Both Skottie and lottie-web put a box's first baseline `ascent` percent of the size below `ps`, and
 * break its lines at its width; Skottie leaves out lines beyond its height. So the box is kept, moved
 * so that the first baseline is where it should be, and made large enough that no player rebreaks.
 */
function documentOf(
  document: TextDocument,
  fitted: Fitted,
  frame: Frame,
  font: OutlineFont,
  { text, widest, side }: Written,
  face: FontFace,
): TextDocument {
  const {
    sz,
    ps,
    ca: _caps,
    rs: _resize,
    mf: _least,
    xf: _most,
    xl: _lines,
    vj: _vertical,
    ...rest
  } = document;
  const { size, leading, lines } = fitted;
  const laid = { ...rest, s: size, f: font.name, t: text, j: side, lh: leading };
  const [width, height] = [frame.width ?? 0, positive(sz?.[1]) ?? 0];
  if (!frame.wraps) return laid;
  const [left, top] = [coordinate(ps?.[0]), coordinate(ps?.[1])];
  const wider = Math.max(0, Math.ceil(widest + 1) - width);
  const block = (lines.length - 1) * leading;
  const baseline = firstBaseline(document.vj, height, block, size, frame, face);
  return {
    ...laid,
    sz: [width + wider, Math.max(height, Math.ceil(block + leading + 2 * size))],
    ps: [
      exact(left - (side === 0 ? 0 : side === 1 ? wider : wider / 2)),
      exact(top + baseline - (font.ascent / 100) * size),
    ],
  };
}

function coordinate(value: unknown): number {
  return typeof value === 'number' && Math.abs(value) < 1e9 ? value : 0;
}

/** In pixels below the box's top. */
function firstBaseline(
  vj: number | undefined,
  height: number,
  block: number,
  size: number,
  { ascent, tail }: Frame,
  { capHeight }: FontFace,
): number {
  // Between the top of the capitals and the last baseline, so that a descender moves nothing.
  if (vj === 1) return (height - block + capHeight * size) / 2;
  if (vj === 2) return height - block - tail * size;
  return ascent * size;
}

function exact(pixels: number): number {
  return Math.round(pixels * 1000) / 1000 || 0;
}

function otherFaces(paragraphs: readonly Paragraph[], face: FontFace): FontFace[] {
  const faces = new Set<FontFace>();
  for (const { clusters } of paragraphs) for (const cluster of clusters) faces.add(cluster.face);
  faces.delete(face);
  return [...faces];
}

function missingGlyphs(paragraphs: readonly Paragraph[]): string[] {
  const missing = new Set<number>();
  for (const { clusters } of paragraphs)
    for (const cluster of clusters) for (const c of cluster.missing) missing.add(c);
  return [...missing]
    .sort((a, b) => a - b)
    .map((c) => `U+${c.toString(16).toUpperCase().padStart(4, '0')}`);
}
