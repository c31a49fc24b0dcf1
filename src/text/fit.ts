import type { TextDocument } from '../lottie/index.ts';
import type { FontFace } from './font/font-face.ts';
import { breakLines, inkOf, type Line, lineWidth, type Paragraph } from './paragraph.ts';

/** The area that the text must fit into, in pixels, and the settings of the text. Undefined: no limit. */
export type TextBox = {
  /** The designer's size and line height; both shrink together. */
  size: number;
  leading: number;
  minSize: number;
  maxSize: number;
  /** In ems. */
  tracking: number;
  /**
   * Whether lines break at the width. If not, lines break only at the text's own line breaks, and
   * the width is a bound.
   */
  wraps: boolean;
  width: number | undefined;
  height: number | undefined;
  maxLines: number | undefined;
  /** In ems: `ascent` from the top to the first baseline, `tail` below the last baseline. */
  ascent: number;
  tail: number;
  /** The height of capitals, in ems. */
  capHeight: number;
  /** Point text hangs from its first baseline at every size. */
  align: 'top' | 'capitals at top' | 'center' | 'bottom' | 'point';
  /** Whether lines are even also where their ink stands outside of the box. */
  allowsInk?: boolean;
};

export type Fitted = {
  size: number;
  leading: number;
  lines: Line[];
  /**
   * In pixels, from the last baseline down to the end of the last line, or of ink that reaches
   * deeper.
   */
  below: number;
  /** `overflow` and `broken` describe faults that a smaller size would cure. */
  overflow: boolean;
  broken: boolean;
  /**
   * Ink stands above the box. No size cures this where the first baseline hangs from the top of the
   * box.
   */
  tooHigh: boolean;
};

/**
 * The bounds for a text. Skottie's settings for text that resizes itself apply where the caller
 * sets no limit: the smallest size (`mf`) and the maximum number of lines (`xl`). Text that scales
 * to fit (`rs` 1) may grow up to the largest size (`xf`), and no resizing text is larger than `xf`.
 */
export function frameOf(
  document: TextDocument,
  face: FontFace,
  ascent: number,
  limits: {
    minFontSize?: number;
    maxLines?: number;
    maxWidth?: number;
    box?: { width: number; height: number };
    allowsInk?: boolean;
  },
): TextBox {
  const size = positive(document.s) ?? 1;
  const boxWidth = positive(document.sz?.[0]);
  const [width, height] =
    boxWidth === undefined
      ? [limits.box?.width, limits.box?.height]
      : [boxWidth, positive(document.sz?.[1])];
  const { rs } = document;
  const largest = (rs === 1 || rs === 2 ? positive(document.xf) : undefined) ?? size;
  const maxSize = rs === 1 ? largest : Math.min(size, largest);
  const minSize = positive(limits.minFontSize) ?? positive(document.mf) ?? size / 4;
  return {
    size,
    // The usual line height, for files that state none.
    leading: positive(document.lh) ?? size * 1.2,
    minSize: Math.min(size, maxSize, minSize),
    maxSize,
    tracking: Math.abs(Number(document.tr)) < 1e9 ? Number(document.tr) / 1000 : 0,
    wraps: width !== undefined,
    width: width ?? positive(limits.maxWidth),
    height,
    maxLines: positive(limits.maxLines) ?? positive(document.xl),
    ascent,
    tail: face.tail,
    capHeight: face.capHeight,
    align: boxWidth === undefined ? 'point' : alignOf(document.vj),
    ...(limits.allowsInk === true && { allowsInk: true }),
  };
}

/** Text that has no box may break into this many lines, if it may break at all. */
const MIN_LINES_IN_ROOM = 2;

/**
 * The frame of a text without a box, bounded by its space. The sample always fits at its designed size, so
 * a sample that is larger than the space enlarges it.
 */
export function inTextSpace(
  frame: TextBox,
  { width, height, wraps }: { width: number; height: number; wraps: boolean },
  sample: readonly Paragraph[],
  lines: number,
): TextBox {
  const { size, leading, ascent, tracking } = frame;
  const free = { ...frame, wraps: false, width: undefined, height: undefined, maxLines: undefined };
  const { lines: sampleLines, below } = layAt(sample, free, size);
  const widest =
    sampleLines.reduce((max, line) => Math.max(max, lineWidth(line, tracking)), 0) * size;
  const tall = heightOf(frame, size, (sampleLines.length - 1) * leading, below);
  const maxLines = Math.max(MIN_LINES_IN_ROOM, sampleLines.length, lines);
  return {
    ...frame,
    wraps,
    width: Math.max(width, widest),
    height: Math.max(ascent * size + height, tall),
    maxLines: frame.maxLines ?? (wraps ? maxLines : undefined),
  };
}

/** Values of 3 and more make Skottie align by the visible ink instead of the font's metrics. */
function alignOf(vj: number | undefined): TextBox['align'] {
  if (vj === 1 || vj === 4) return 'center';
  if (vj === 2 || vj === 5) return 'bottom';
  return vj === 3 ? 'capitals at top' : 'top';
}

/**
 * A length from the file, or undefined for implausible values. The bounds keep quotients of two
 * lengths finite.
 */
export function positive(value: unknown): number | undefined {
  return typeof value === 'number' && value > 1e-6 && value < 1e9 ? value : undefined;
}

/**
 * Sets the text at the largest size at which everything fits and no word is broken. If a word is too
 * wide even at `minSize`, it is broken at the largest size at which everything fits, so that it stays
 * readable. Returns the text at `minSize` if no size fits.
 */
export function largestFit(paragraphs: readonly Paragraph[], frame: TextBox): Fitted {
  const full = layAt(paragraphs, frame, frame.maxSize);
  if (isFitting(full) || frame.minSize === frame.maxSize) return full;
  let best = layAt(paragraphs, frame, frame.minSize);
  const fullSizeFit = layAt(paragraphs, frame, Math.min(frame.size, frame.maxSize));
  if (isFitting(fullSizeFit)) best = fullSizeFit;
  // Breaking helps only where the lines of the broken word fit.
  const mayBreak = best.broken && !best.overflow;
  if (mayBreak && !fullSizeFit.overflow) return fullSizeFit;
  const isGood = mayBreak ? ({ overflow }: Fitted) => !overflow : isFitting;
  // Steps of a tenth of a pixel: smaller steps are not visible, and the same text always ends at
  // the same size.
  let low = Math.ceil(best.size * 10);
  let high = Math.floor((isFitting(fullSizeFit) ? frame.maxSize : fullSizeFit.size) * 10);
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const tried = layAt(paragraphs, frame, middle / 10);
    if (isGood(tried)) best = tried;
    if (isGood(tried)) low = middle + 1;
    else high = middle - 1;
  }
  return best;
}

export function isFitting(layout: Fitted): boolean {
  return !layout.overflow && !layout.broken;
}

/** Half a pixel, for rounding in the designer's file. */
const TOLERANCE = 0.5;
const EXACT = 1e-6;

/**
 * Breaks the paragraphs at one font size and measures the lines, in pixels. It does not search for a size:
 * `overflow` and `tooHigh` say whether this one fits.
 */
export function layAt(paragraphs: readonly Paragraph[], frame: TextBox, size: number): Fitted {
  const { width, height, maxLines, tracking } = frame;
  const lines: Line[] = [];
  let broken = false;
  for (const paragraph of paragraphs) {
    const layout = breakLines(
      paragraph,
      frame.wraps && width !== undefined ? (width + TOLERANCE) / size : Number.POSITIVE_INFINITY,
      tracking,
    );
    for (const line of layout.lines) lines.push(line);
    broken ||= layout.broken;
  }
  const leading = (frame.leading * size) / frame.size;
  const widest = lines.reduce((max, line) => Math.max(max, lineWidth(line, tracking)), 0) * size;
  const block = (lines.length - 1) * leading;
  const { tooHigh, below } = inkAround(lines, frame, size, leading);
  const tall = heightOf(frame, size, block, below);
  // A box that is lower than one line of its own text holds one line, unless ink reaches out of
  // that line.
  const isSingleLine =
    lines.length === 1 && size <= frame.size && below <= frame.tail * size + EXACT;
  const overflow =
    (width !== undefined && widest > width + 2 * TOLERANCE) ||
    (height !== undefined && tall > height + TOLERANCE && !isSingleLine) ||
    (maxLines !== undefined && lines.length > maxLines);
  return { size, leading, lines, below, overflow, broken, tooHigh };
}

/**
 * In ems above the box. No script's letters reach that high, even with all the marks that occur in
 * names.
 */
const MAX_ABOVE = 0.5;

/**
 * How far ink reaches below the last baseline, and whether it reaches too far above the first, in pixels.
 * Accents of a line in the middle may reach out of the block, too.
 */
function inkAround(
  lines: readonly Line[],
  frame: TextBox,
  size: number,
  leading: number,
): Pick<Fitted, 'below' | 'tooHigh'> {
  const { ascent, tail, height } = frame;
  let above = ascent * size;
  let below = tail * size;
  for (const [index, { paragraph, from, to }] of lines.entries()) {
    const [down, up] = [index * leading, (lines.length - 1 - index) * leading];
    if (paragraph.rise * size - down <= above && paragraph.depth * size - up <= below) continue;
    const { rise, depth } = inkOf(paragraph.clusters, from, to);
    above = Math.max(above, rise * size - down);
    below = Math.max(below, depth * size - up);
  }
  if (height === undefined) return { below, tooHigh: false };
  const baseline = firstBaseline(frame, height, { size, leading, lines, below });
  return { below, tooHigh: above > Math.max(ascent * size, baseline) + MAX_ABOVE * size };
}

/** The height in pixels of a box for lines whose first and last baselines are `block` apart. */
function heightOf(frame: TextBox, size: number, block: number, below: number): number {
  const { ascent, tail, capHeight, align } = frame;
  if (align === 'point') return ascent * Math.max(size, frame.size) + block + below;
  if (align !== 'center') return ascent * size + block + below;
  return block + Math.max((ascent + tail) * size, capHeight * size + 2 * below);
}

/** The first baseline, in pixels below the top of a box. */
export function firstBaseline(
  frame: TextBox,
  height: number,
  fitted: Pick<Fitted, 'size' | 'leading' | 'below'> & { lines: readonly Line[] },
): number {
  const { ascent, capHeight, align } = frame;
  const { size, leading, lines, below } = fitted;
  const block = (lines.length - 1) * leading;
  // The middle between the top of the capitals and the last baseline, so that descenders do not
  // move the text.
  if (align === 'center') return (height - block + capHeight * size) / 2;
  if (align === 'bottom') return height - block - below;
  return (align === 'capitals at top' ? capHeight : ascent) * size;
}

/** Longer texts are paragraphs, not headings, and are not balanced. */
const MAX_BALANCED_LINES = 4;
/**
 * Number of times the search halves a paragraph's width. The result is precise to a hundredth of an
 * em for any heading.
 */
const HALVINGS = 16;

/**
 * Keeps the size and the number of lines, but breaks each paragraph at the smallest width that gives this
 * number. Returns `fitted` itself if the text does not fit or has many lines.
 */
export function balanceLines(
  paragraphs: readonly Paragraph[],
  frame: TextBox,
  fitted: Fitted,
): Fitted {
  const { tracking } = frame;
  if (!isFitting(fitted) || fitted.lines.length > MAX_BALANCED_LINES) return fitted;
  const lines = paragraphs.flatMap((paragraph) => {
    let best = fitted.lines.filter((line) => line.paragraph === paragraph);
    if (best.length === 1) return best;
    let low = 0;
    let high = best.reduce((max, line) => Math.max(max, lineWidth(line, tracking)), 0);
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
  return withLines(fitted, lines, frame);
}

/**
 * Returns the text with other line breaks; unchanged if tall or deep ink then stands in the first or the
 * last line.
 */
export function withLines(fitted: Fitted, lines: Line[], frame: TextBox): Fitted {
  const movedFit = { ...fitted, lines, ...inkAround(lines, frame, fitted.size, fitted.leading) };
  const isWorse = movedFit.below > fitted.below || (movedFit.tooHigh && !fitted.tooHigh);
  return isWorse && !frame.allowsInk ? fitted : movedFit;
}
