import LineBreaker from 'linebreak';
import type { FontFace } from './font-face.ts';
import type { FontLibrary } from './font-library.ts';
import { itemise, levelsOf } from './itemise.ts';
import { type Cluster, shapeRun } from './shape.ts';

/** A paragraph shaped once: how wide its clusters are does not depend on the size or the lines. */
export type Paragraph = {
  text: string;
  clusters: Cluster[];
  /** 1 where the paragraph as a whole runs from right to left. */
  baseLevel: number;
  /** For each cluster, whether a line may end behind it (UAX #14). */
  breakAfter: boolean[];
  fallbackFaces: Set<FontFace>;
  /** Characters that no font has. */
  missing: Set<number>;
};

export function shapeParagraph(text: string, face: FontFace, fonts: FontLibrary, language: string): Paragraph {
  const { levels, base } = levelsOf(text);
  const runs = itemise(text, levels, face, fonts);
  const clusters = runs.flatMap((run) => shapeRun(text, run, language));
  const missing = new Set<number>();
  for (const run of runs) {
    if (!run.missing) continue;
    for (const character of text.slice(run.start, run.end)) {
      const codePoint = character.codePointAt(0) ?? 0;
      if (!run.face.has(codePoint)) missing.add(codePoint);
    }
  }
  return {
    text,
    clusters,
    baseLevel: base,
    breakAfter: breaks(text, clusters),
    fallbackFaces: new Set(runs.filter((r) => r.fallback).map((r) => r.face)),
    missing,
  };
}

function breaks(text: string, clusters: readonly Cluster[]): boolean[] {
  const positions = new Set<number>();
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) positions.add(next.position);
  return clusters.map((cluster) => positions.has(cluster.end));
}

/** A line as a stretch of a paragraph's clusters, in logical order. */
export type Line = { paragraph: Paragraph; from: number; to: number; last: boolean };

/**
 * Breaks a paragraph greedily into lines of at most `width` ems; spaces at a line's end hang over.
 * A word that is wider than a whole line is broken between clusters, and `broken` says so.
 */
export function breakLines(paragraph: Paragraph, width: number, tracking: number): { lines: Line[]; broken: boolean } {
  const { clusters, breakAfter } = paragraph;
  const lines: Line[] = [];
  let broken = false;
  let from = 0;
  let x = 0;
  let lastBreak = -1;
  for (let i = 0; i < clusters.length; i++) {
    const cluster = clusters[i];
    if (!cluster) continue;
    x += cluster.advance + tracking;
    if (x > width + 1e-6 && !isSpace(paragraph, i) && i > from) {
      if (lastBreak < from) broken = true;
      const to = lastBreak >= from ? lastBreak + 1 : i;
      lines.push({ paragraph, from, to, last: false });
      from = to;
      x = advanceOf(clusters.slice(from, i + 1), tracking);
    }
    if (breakAfter[i]) lastBreak = i;
  }
  lines.push({ paragraph, from, to: clusters.length, last: true });
  return { lines, broken };
}

export function isSpace(paragraph: Paragraph, index: number): boolean {
  const cluster = paragraph.clusters[index];
  return cluster !== undefined && /^[ \u3000\u1680\u2000-\u2006\u2008-\u200a\u205f]+$/.test(paragraph.text.slice(cluster.start, cluster.end));
}

export function advanceOf(clusters: readonly Cluster[], tracking: number): number {
  return clusters.reduce((sum, cluster) => sum + cluster.advance + tracking, 0);
}

/** Width in ems without the spaces at the end. */
export function lineWidth(line: Line, tracking: number): number {
  let to = line.to;
  while (to > line.from && isSpace(line.paragraph, to - 1)) to -= 1;
  return advanceOf(line.paragraph.clusters.slice(line.from, to), tracking);
}

/** Indices of the line's clusters as they stand from left to right (UAX #9, L1 and L2). */
export function visualOrder(line: Line): number[] {
  const { paragraph, from, to } = line;
  const ordered = Array.from({ length: to - from }, (_, i) => from + i);
  const levels = ordered.map((index) => paragraph.clusters[index]?.level ?? 0);
  for (let i = ordered.length - 1; i >= 0 && isSpace(paragraph, from + i); i--) levels[i] = paragraph.baseLevel;
  const highest = Math.max(0, ...levels);
  for (let level = highest; level >= 1; level--) {
    for (let start = 0; start < ordered.length; start++) {
      if ((levels[start] ?? 0) < level) continue;
      let end = start;
      while (end < ordered.length && (levels[end] ?? 0) >= level) end += 1;
      reverse(ordered, start, end);
      reverse(levels, start, end);
      start = end;
    }
  }
  return ordered;
}

function reverse<T>(list: T[], start: number, end: number): void {
  list.splice(start, end - start, ...list.slice(start, end).reverse());
}
