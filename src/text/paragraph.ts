import LineBreaker from 'linebreak';
import type { FontFace } from './font-face.ts';
import type { FontLibrary } from './font-library.ts';
import { type ClusterMemory, itemise, levelsOf } from './itemise.ts';
import { type Cluster, type Shaping, shapeRun } from './shape.ts';

/** A paragraph shaped once: how wide its clusters are depends on neither size nor lines. */
export type Paragraph = {
  /** In logical order. */
  clusters: Cluster[];
  /** Odd where the paragraph as a whole runs from right to left. */
  baseLevel: number;
  /** For each cluster, whether a line may end behind it (UAX #14). */
  breakAfter: boolean[];
};

export function shapeParagraph(
  text: string,
  face: FontFace,
  fonts: FontLibrary,
  shaping: Shaping,
  memory: ClusterMemory,
): Paragraph {
  if (text === '') return { clusters: [], baseLevel: 0, breakAfter: [] };
  const { levels, base } = levelsOf(text);
  const runs = itemise(text, levels, face, fonts, memory, shaping.language);
  const clusters = runs.flatMap((run) => shapeRun(text, run, shaping));
  const breaks = breaksOf(text);
  return {
    clusters,
    baseLevel: base,
    breakAfter: clusters.map((cluster) => breaks.has(cluster.end)),
  };
}

/** Written without spaces between words, so that UAX #14 leaves them to a dictionary. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const words = new Intl.Segmenter('th', { granularity: 'word' });

function breaksOf(text: string): Set<number> {
  const breaks = new Set<number>();
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) breaks.add(next.position);
  if (!UNSPACED.test(text)) return breaks;
  for (const { index } of words.segment(text)) {
    if (UNSPACED.test(text.charAt(index)) && UNSPACED.test(text.charAt(index - 1)))
      breaks.add(index);
  }
  return breaks;
}

/** A stretch of a paragraph's clusters in logical order; `last` where the paragraph ends with it. */
export type Line = { paragraph: Paragraph; from: number; to: number; last: boolean };

/**
 * Breaks a paragraph greedily into lines of at most `width` ems; spaces at a line's end hang over.
 * A word that is wider than a whole line is broken between clusters, and `broken` says so.
 */
export function breakLines(
  paragraph: Paragraph,
  width: number,
  tracking: number,
): { lines: Line[]; broken: boolean } {
  const { clusters, breakAfter } = paragraph;
  const lines: Line[] = [];
  let broken = false;
  let from = 0;
  let x = 0;
  let end = -1;
  for (const [index, { advance, space }] of clusters.entries()) {
    if (!space && index > from && x + advance > width + 1e-6) {
      const to = end > from ? end : index;
      broken ||= to !== end;
      lines.push({ paragraph, from, to, last: false });
      x = advanceOf(clusters, to, index, tracking);
      from = to;
    }
    x += advance + tracking;
    if (breakAfter[index]) end = index + 1;
  }
  lines.push({ paragraph, from, to: clusters.length, last: true });
  return { lines, broken };
}

/** Where the line's clusters end without the spaces that hang over. */
export function inkEnd({ paragraph, from, to }: Line): number {
  let end = to;
  while (end > from && paragraph.clusters[end - 1]?.space) end -= 1;
  return end;
}

/** Width in ems up to (not with) cluster `to`. Players track between characters, not behind the last. */
export function lineWidth(line: Line, tracking: number, to = inkEnd(line)): number {
  return to > line.from
    ? advanceOf(line.paragraph.clusters, line.from, to, tracking) - tracking
    : 0;
}

function advanceOf(
  clusters: readonly Cluster[],
  from: number,
  to: number,
  tracking: number,
): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += (clusters[i]?.advance ?? 0) + tracking;
  return sum;
}

/** The line's clusters up to `to` as they stand from left to right (UAX #9, L1 and L2). */
export function visualOrder({ paragraph, from }: Line, to: number): Cluster[] {
  const ordered = paragraph.clusters.slice(from, to);
  const levels = ordered.map((cluster) => cluster.level);
  for (let i = ordered.length - 1; i >= 0 && ordered[i]?.space; i--)
    levels[i] = paragraph.baseLevel;
  const highest = levels.reduce((a, b) => Math.max(a, b), 0);
  for (let level = highest; level >= 1; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while (end < ordered.length && (levels[end] ?? 0) >= level) end += 1;
      reverse(ordered, start, end);
      reverse(levels, start, end);
      start = Math.max(start, end);
    }
  }
  return ordered;
}

function reverse<T>(list: T[], start: number, end: number): void {
  for (const [offset, item] of list.slice(start, end).entries()) list[end - 1 - offset] = item;
}
