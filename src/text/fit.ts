import type { TextDocument } from '../lottie/index.ts';
import type { FontFace } from './font-face.ts';
import { breakLines, type Line, lineWidth, type Paragraph } from './paragraph.ts';

/** What the text has to fit into, in pixels, and how it is set. Undefined: no bound. */
export type Frame = {
  /** The designer's size and line height; both shrink together. */
  size: number;
  leading: number;
  minSize: number;
  maxSize: number;
  /** In ems. */
  tracking: number;
  /** Lines break at the width. Without, only line breaks in the text do, and the width is a bound. */
  wraps: boolean;
  width: number | undefined;
  height: number | undefined;
  maxLines: number | undefined;
  /** In ems: from the top to the first baseline, and from the last baseline down. */
  ascent: number;
  tail: number;
};

export type Fitted = {
  size: number;
  leading: number;
  lines: Line[];
  overflow: boolean;
  broken: boolean;
};

/**
 * Of Skottie's own settings for text that resizes itself, the smallest size (`mf`) and the most lines
 * (`xl`) hold where the caller says nothing; text that scales to fit (`rs` 1) may grow up to the
 * largest size (`xf`), and none is larger than that.
 */
export function frameOf(
  document: TextDocument,
  face: FontFace,
  ascent: number,
  limits: { minFontSize?: number; maxLines?: number; maxWidth?: number },
): Frame {
  const size = positive(document.s) ?? 1;
  const width = positive(document.sz?.[0]);
  const { rs } = document;
  const largest = (rs === 1 || rs === 2 ? positive(document.xf) : undefined) ?? size;
  const maxSize = rs === 1 ? largest : Math.min(size, largest);
  const minSize = positive(limits.minFontSize) ?? positive(document.mf) ?? size / 4;
  return {
    size,
    // Files that have none mean the usual 1.2.
    leading: positive(document.lh) ?? size * 1.2,
    minSize: Math.min(size, maxSize, minSize),
    maxSize,
    tracking: Math.abs(Number(document.tr)) < 1e9 ? Number(document.tr) / 1000 : 0,
    wraps: width !== undefined,
    width: width ?? positive(limits.maxWidth),
    height: width === undefined ? undefined : positive(document.sz?.[1]),
    maxLines: positive(limits.maxLines) ?? positive(document.xl),
    ascent,
    tail: face.tail,
  };
}

/** A length out of the file, or undefined for what no designer means: quotients of two stay finite. */
export function positive(value: unknown): number | undefined {
  return typeof value === 'number' && value > 1e-6 && value < 1e9 ? value : undefined;
}

/** The largest size down to `minSize` at which everything fits without a word broken; else that one. */
export function largestFit(paragraphs: readonly Paragraph[], frame: Frame): Fitted {
  const full = layAt(paragraphs, frame, frame.maxSize);
  if (fits(full) || frame.minSize === frame.maxSize) return full;
  let best = layAt(paragraphs, frame, frame.minSize);
  const own = layAt(paragraphs, frame, Math.min(frame.size, frame.maxSize));
  if (fits(own)) best = own;
  // Tenths of a pixel: finer would not be seen, and the same text ends at the same size.
  let low = Math.ceil(best.size * 10);
  let high = Math.floor((fits(own) ? frame.maxSize : own.size) * 10);
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const tried = layAt(paragraphs, frame, middle / 10);
    if (fits(tried)) best = tried;
    if (fits(tried)) low = middle + 1;
    else high = middle - 1;
  }
  return best;
}

function fits(laid: Fitted): boolean {
  return !laid.overflow && !laid.broken;
}

/** Half a pixel is for rounding in the designer's file. */
const TOLERANCE = 0.5;

export function layAt(paragraphs: readonly Paragraph[], frame: Frame, size: number): Fitted {
  const { width, height, maxLines, tracking } = frame;
  const lines: Line[] = [];
  let broken = false;
  for (const paragraph of paragraphs) {
    const laid = breakLines(
      paragraph,
      frame.wraps && width !== undefined ? (width + TOLERANCE) / size : Number.POSITIVE_INFINITY,
      tracking,
    );
    for (const line of laid.lines) lines.push(line);
    broken ||= laid.broken;
  }
  const leading = (frame.leading * size) / frame.size;
  const widest = lines.reduce((most, line) => Math.max(most, lineWidth(line, tracking)), 0) * size;
  const tall = (lines.length - 1) * leading + (frame.ascent + frame.tail) * size;
  // A box lower than one line of its own text holds one line.
  const mayStand = lines.length === 1 && size <= frame.size;
  const overflow =
    (width !== undefined && widest > width + 2 * TOLERANCE) ||
    (height !== undefined && tall > height + TOLERANCE && !mayStand) ||
    (maxLines !== undefined && lines.length > maxLines);
  return { size, leading, lines, overflow, broken };
}

/** More lines than a heading has are read, not looked at. */
const MOST_BALANCED_LINES = 4;
/** Halvings of a paragraph's width, down to less than a hundredth of an em for any heading. */
const HALVINGS = 16;

/** The same size and number of lines, each paragraph broken at the least width that has as many. */
export function balanced(
  paragraphs: readonly Paragraph[],
  { tracking }: Frame,
  fitted: Fitted,
): Fitted {
  if (!fits(fitted) || fitted.lines.length > MOST_BALANCED_LINES) return fitted;
  const lines = paragraphs.flatMap((paragraph) => {
    let best = fitted.lines.filter((line) => line.paragraph === paragraph);
    if (best.length === 1) return best;
    let low = 0;
    let high = best.reduce((most, line) => Math.max(most, lineWidth(line, tracking)), 0);
    for (let halving = 0; halving < HALVINGS; halving++) {
      const middle = (low + high) / 2;
      const tried = breakLines(paragraph, middle, tracking);
      const holds = !tried.broken && tried.lines.length === best.length;
      if (holds) best = tried.lines;
      if (holds) high = middle;
      else low = middle;
    }
    return best;
  });
  return { ...fitted, lines };
}
