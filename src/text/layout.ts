import { AppError } from '../base/index.ts';
import type { Font, TextDocument } from '../lottie/index.ts';
import type { FontFace } from './font-face.ts';
import type { FontLibrary } from './font-library.ts';
import type { GlyphSet } from './glyph-set.ts';
import { breakLines, isSpace, type Line, lineWidth, type Paragraph, shapeParagraph, visualOrder } from './paragraph.ts';

const MOST_CHARACTERS = 100_000;

/** What became of a text: sizes relative to the designer's, code points as `U+1F600`. */
export type FitReport = {
  font_scale: number;
  lines: number;
  overflow: boolean;
  missing_glyphs: string[];
  fallback_fonts: string[];
};

export type LayoutInput = {
  text: string;
  /** The designer's document: font, size, box, justification. */
  document: TextDocument;
  /** Its font's entry in the animation's list. */
  font: Font | undefined;
  fonts: FontLibrary;
  language: string;
  /** `shrink` makes text that is too large smaller; `none` leaves its size and reports. */
  fit: 'shrink' | 'none';
  minFontSize?: number;
  maxLines?: number;
  /** A width for text without a box. */
  maxWidth?: number;
  align?: 'left' | 'center' | 'right';
};

export type LaidText = {
  /** For the layer: private-use characters with explicit line breaks, no box. */
  document: TextDocument;
  /** Pixels by which every character is to be moved, since players place the lines of a box differently. */
  offset: [number, number];
  fit: FitReport;
  fallbackFonts: FontFace[];
};

/**
 * Shapes, breaks and fits a text and writes it as outlines into `glyphs`. Boxed text shrinks, unless
 * told otherwise, to the largest size at which it fits its box and `maxLines`; a word wider than the
 * box shrinks before it breaks. Throws `text_invalid` for text that is not well-formed or is too long.
 */
export function layoutText(input: LayoutInput, glyphs: GlyphSet): LaidText {
  const { document, fonts, language } = input;
  const face = fonts.match(input.font)?.face;
  if (!face) {
    throw new AppError('font_missing', `Expected a font for text in ${JSON.stringify(document.f ?? 'no font')} but there is none.`, {
      hint: 'Put it into the template, or install the fallback fonts: `framepress doctor` says how.',
    });
  }
  const paragraphs = prepare(input).map((text) => shapeParagraph(text, face, fonts, language));
  const best = fitted(input, paragraphs);
  const text = best.lines.map((line) => written(line, face, glyphs, best, document)).join('\r');
  const fallbackFonts = [...new Set(paragraphs.flatMap((p) => [...p.fallbackFaces]))];
  const missing = [...new Set(paragraphs.flatMap((p) => [...p.missing]))].sort((a, b) => a - b);
  return {
    document: plainDocument(input, text, best, glyphs.fontName(face)),
    offset: boxOffset(input, best, face),
    fit: {
      font_scale: Math.round((best.size / sizeOf(document)) * 10_000) / 10_000,
      lines: best.lines.length,
      overflow: best.overflow,
      missing_glyphs: missing.map((c) => `U+${c.toString(16).toUpperCase().padStart(4, '0')}`),
      fallback_fonts: fallbackFonts.map((f) => f.postScriptName),
    },
    fallbackFonts,
  };
}

function prepare({ text, document, language }: LayoutInput): string[] {
  if (text.length > MOST_CHARACTERS || !text.isWellFormed()) {
    const what = text.length > MOST_CHARACTERS ? `${text.length} characters` : 'a lone surrogate';
    throw new AppError('text_invalid', `Expected at most ${MOST_CHARACTERS} characters of well-formed Unicode for a text but received ${what}.`);
  }
  const cased = document.ca === 1 ? upperCase(text, language) : text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they have no glyphs
  return cased.split(/\r\n|[\r\n\u0003\u2028\u2029\u0085]/).map((line) => line.replaceAll('\t', ' ').replaceAll(/[\u0000-\u001f\u007f]/g, ''));
}

function upperCase(text: string, language: string): string {
  try {
    return text.toLocaleUpperCase(language.replaceAll('_', '-'));
  } catch {
    return text.toUpperCase();
  }
}

type Fitted = { size: number; lines: Line[]; overflow: boolean; broken: boolean };

function sizeOf(document: TextDocument): number {
  return typeof document.s === 'number' && document.s > 0 ? document.s : 1;
}

/** Line height at the designer's size; files that have none mean the usual 1.2. */
function leadingOf(document: TextDocument): number {
  return typeof document.lh === 'number' && document.lh > 0 ? document.lh : sizeOf(document) * 1.2;
}

/** Width and height to fit, in pixels; undefined where there is no bound. */
function boundsOf({ document, maxWidth }: LayoutInput): { width: number | undefined; height: number | undefined } {
  const [width, height] = Array.isArray(document.sz) ? document.sz : [];
  const boxed = typeof width === 'number' && width > 0;
  return { width: boxed ? width : maxWidth, height: boxed && typeof height === 'number' && height > 0 ? height : undefined };
}

function fitted(input: LayoutInput, paragraphs: Paragraph[]): Fitted {
  const full = sizeOf(input.document);
  const { width } = boundsOf(input);
  const atFull = layAt(input, paragraphs, full);
  const bounded = width !== undefined || input.maxLines !== undefined;
  if (input.fit === 'none' || !bounded || fits(atFull)) return atFull;
  const least = Math.min(full, input.minFontSize ?? full / 4);
  // Tenths of a pixel: finer would not be seen, and the same text ends at the same size.
  let low = Math.ceil(least * 10);
  let high = Math.floor(full * 10);
  let best = layAt(input, paragraphs, least);
  while (low <= high) {
    const middle = (low + high) >> 1;
    const tried = layAt(input, paragraphs, middle / 10);
    if (fits(tried)) {
      best = tried;
      low = middle + 1;
    } else high = middle - 1;
  }
  return best;
}

function fits(laid: Fitted): boolean {
  return !laid.overflow && !laid.broken;
}

function layAt(input: LayoutInput, paragraphs: Paragraph[], size: number): Fitted {
  const { document } = input;
  const { width, height } = boundsOf(input);
  const boxed = Array.isArray(document.sz);
  const tracking = (document.tr ?? 0) / 1000;
  const lines: Line[] = [];
  let broken = false;
  for (const paragraph of paragraphs) {
    const laid = breakLines(paragraph, boxed && width !== undefined ? width / size : Number.POSITIVE_INFINITY, tracking);
    lines.push(...laid.lines);
    broken ||= laid.broken;
  }
  const widest = Math.max(0, ...lines.map((line) => lineWidth(line, tracking))) * size;
  const leading = (leadingOf(document) * size) / sizeOf(document);
  const tall = (lines.length - 1) * leading + size;
  const overflow =
    (width !== undefined && widest > width + 0.5) ||
    (height !== undefined && tall > height + 0.5) ||
    (input.maxLines !== undefined && lines.length > input.maxLines);
  return { size, lines, overflow, broken };
}

/** A line from left to right as private-use characters; a justified one with its spaces widened. */
function written(line: Line, face: FontFace, glyphs: GlyphSet, best: Fitted, document: TextDocument): string {
  const extra = spaceExtra(line, best.size, document);
  const { paragraph } = line;
  let last = line.to;
  while (last > line.from && isSpace(paragraph, last - 1)) last -= 1;
  let first = line.from;
  while (first < last && isSpace(paragraph, first)) first += 1;
  // A break of our own swallows the spaces before it; those that the text itself ends with are kept.
  const end = line.last ? line.to : last;
  let text = '';
  for (const index of visualOrder(line)) {
    const cluster = paragraph.clusters[index];
    if (!cluster || index >= end) continue;
    // Players drop plain spaces at the ends of a line; a private-use one counts.
    const inner = isSpace(paragraph, index) && index >= first && index < last;
    text += glyphs.character(face, cluster, inner, cluster.advance + (inner ? extra : 0));
  }
  return text;
}

/** Ems to add to each space so that a justified line fills its box. */
function spaceExtra(line: Line, size: number, document: TextDocument): number {
  const width = document.sz?.[0];
  const { j = 0 } = document;
  if (width === undefined || j < 3 || (line.last && j !== 6)) return 0;
  const { paragraph } = line;
  let last = line.to;
  while (last > line.from && isSpace(paragraph, last - 1)) last -= 1;
  let spaces = 0;
  for (let i = line.from; i < last; i++) if (isSpace(paragraph, i)) spaces += 1;
  const free = width / size - lineWidth(line, (document.tr ?? 0) / 1000);
  return spaces > 0 && free > 0 ? free / spaces : 0;
}

/** Left, right or center, as the players know them. */
function sideOf({ document, align }: LayoutInput): 0 | 1 | 2 {
  if (align !== undefined) return align === 'left' ? 0 : align === 'right' ? 1 : 2;
  const { j = 0 } = document;
  if (j === 1 || j === 2) return j;
  return j === 4 ? 1 : j === 5 ? 2 : 0;
}

function plainDocument(input: LayoutInput, text: string, best: Fitted, fontName: string): TextDocument {
  const { sz: _box, ps: _place, ca: _caps, rs: _resize, mf: _min, xf: _max, xl: _lines, vj: _vertical, ...rest } = input.document;
  const scale = best.size / sizeOf(input.document);
  return { ...rest, s: best.size, f: fontName, t: text, j: sideOf(input), lh: leadingOf(input.document) * scale };
}

/** From the text's origin to where the box puts its first baseline. */
function boxOffset(input: LayoutInput, best: Fitted, face: FontFace): [number, number] {
  const { document, font } = input;
  const [width, height] = document.sz ?? [];
  if (typeof width !== 'number' || typeof height !== 'number') return [0, 0];
  const [left = 0, top = 0] = document.ps ?? [];
  const side = sideOf(input);
  const x = left + (side === 0 ? 0 : side === 1 ? width : width / 2);
  const ascent = (typeof font?.ascent === 'number' && font.ascent > 0 ? font.ascent / 100 : face.ascent) * best.size;
  const leading = (leadingOf(document) * best.size) / sizeOf(document);
  const block = (best.lines.length - 1) * leading;
  const capHeight = 0.72 * best.size;
  // Centered on the capitals of the first line and the last baseline, so that a descender moves nothing.
  if (document.vj === 1) return [x, top + (height - block - capHeight) / 2 + capHeight];
  if (document.vj === 2) return [x, top + height - block - (capHeight < height ? 0.2 * best.size : 0)];
  return [x, top + ascent];
}
