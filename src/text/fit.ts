import type { TextDocument } from '../lottie/index.ts';
import type { FontFace } from './font-face.ts';
import { breakLines, type Line, lineWidth, type Paragraph } from './paragraph.ts';

/** What the text has to fit into, in pixels, and how it is set. Undefined: no bound. */
export type Frame = {
  /** The designer's size and line height; both shrink together. */
  size: number;
  leading: number;
  /** In ems. */
  tracking: number;
  /** Lines break at the width. Without, only line breaks in the text do, and the width is a bound. */
  wraps: boolean;
  width: number | undefined;
  height: number | undefined;
  maxLines: number | undefined;
  minSize: number;
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

export function frameOf(
  document: TextDocument,
  face: FontFace,
  ascent: number,
  limits: { minFontSize?: number; maxLines?: number; maxWidth?: number },
): Frame {
  const size = positive(document.s) ?? 1;
  const width = positive(document.sz?.[0]);
  return {
    size,
    // Files that have none mean the usual 1.2.
    leading: positive(document.lh) ?? size * 1.2,
    tracking: Math.abs(Number(document.tr)) < 1e9 ? Number(document.tr) / 1000 : 0,
    wraps: width !== undefined,
    width: width ?? positive(limits.maxWidth),
    // A box lower than one line of its own text holds one line.
    height:
      width === undefined
        ? undefined
        : atLeast(positive(document.sz?.[1]), (ascent + face.tail) * size),
    maxLines: positive(limits.maxLines),
    minSize: Math.min(size, positive(limits.minFontSize) ?? size / 4),
    ascent,
    tail: face.tail,
  };
}

/** A length out of the file, or undefined for what no designer means: quotients of two stay finite. */
export function positive(value: unknown): number | undefined {
  return typeof value === 'number' && value > 1e-6 && value < 1e9 ? value : undefined;
}

function atLeast(value: number | undefined, least: number): number | undefined {
  return value === undefined ? undefined : Math.max(value, least);
}

/** The largest size down to `minSize` at which everything fits without a word broken; else that one. */
export function shrinkToFit(paragraphs: readonly Paragraph[], frame: Frame): Fitted {
  const full = layAt(paragraphs, frame, frame.size);
  if (fits(full) || frame.minSize === frame.size) return full;
  let best = layAt(paragraphs, frame, frame.minSize);
  // Tenths of a pixel: finer would not be seen, and the same text ends at the same size.
  let low = Math.ceil(frame.minSize * 10);
  let high = Math.floor(frame.size * 10);
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
  const overflow =
    (width !== undefined && widest > width + 2 * TOLERANCE) ||
    (height !== undefined && tall > height + TOLERANCE) ||
    (maxLines !== undefined && lines.length > maxLines);
  return { size, leading, lines, overflow, broken };
}
