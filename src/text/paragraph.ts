import type { FontFace } from './font-face.ts';
import type { FontLibrary } from './font-library.ts';
import { type ClusterMemory, itemise, levelsOf } from './itemise.ts';
import { breaksOf } from './line-breaks.ts';
import { type Cluster, type Shaping, shapeRun } from './shape.ts';

/** A paragraph shaped once: how wide its clusters are depends on neither size nor lines. */
export type Paragraph = {
  text: string;
  /** In logical order. */
  clusters: Cluster[];
  /** Odd where the paragraph as a whole runs from right to left. */
  baseLevel: number;
  /** For each cluster, whether a line may end behind it (UAX #14). */
  breakAfter: boolean[];
  /** What is drawn where a line ends behind a cluster with a soft hyphen, by the cluster's index. */
  hyphens: ReadonlyMap<number, Cluster>;
};

export function shapeParagraph(
  text: string,
  face: FontFace,
  fonts: FontLibrary,
  shaping: Shaping,
  memory: ClusterMemory,
): Paragraph {
  if (text === '') return { text, clusters: [], baseLevel: 0, breakAfter: [], hyphens: new Map() };
  const { levels, base } = levelsOf(text);
  const runs = itemise(text, levels, face, fonts, memory, shaping.language);
  const clusters = runs.flatMap((run) => shapeRun(text, run, shaping));
  const breaks = breaksOf(text, shaping.language);
  return {
    text,
    clusters,
    baseLevel: base,
    breakAfter: clusters.map((cluster) => breaks.has(cluster.end)),
    hyphens: hyphensOf(text, clusters, fonts, shaping),
  };
}

const SOFT_HYPHEN = '\u00ad';

function hyphensOf(
  text: string,
  clusters: readonly Cluster[],
  fonts: FontLibrary,
  shaping: Shaping,
): Map<number, Cluster> {
  const hyphens = new Map<number, Cluster>();
  const known = new Map<string, Cluster | undefined>();
  if (!text.includes(SOFT_HYPHEN)) return hyphens;
  for (const [index, { end, level, face }] of clusters.entries()) {
    if (text[end - 1] !== SOFT_HYPHEN) continue;
    const key = `${level} ${face.digest}`;
    if (!known.has(key)) known.set(key, hyphenFor(face, level, fonts, shaping));
    const hyphen = known.get(key);
    if (hyphen) hyphens.set(index, hyphen);
  }
  return hyphens;
}

function hyphenFor(
  own: FontFace,
  level: number,
  fonts: FontLibrary,
  shaping: Shaping,
): Cluster | undefined {
  const able = HYPHENS.find((c) => own.has(c));
  const face = able ? own : (fonts.fallback([HYPHENS[0]], own)?.face ?? own);
  const run = { start: 0, end: 1, level, script: undefined, scriptTag: undefined, face };
  return shapeRun(String.fromCodePoint(able ?? HYPHENS[0]), run, shaping)[0];
}

/** The hyphen proper, and the one that every font has. */
const HYPHENS = [0x2010, 0x2d] as const;

/**
 * A stretch of a paragraph's clusters in logical order; `last` where the paragraph ends with it,
 * `hyphen` where it is broken at a soft one.
 */
export type Line = {
  paragraph: Paragraph;
  from: number;
  to: number;
  last: boolean;
  hyphen: Cluster | undefined;
};

/**
 * Breaks a paragraph greedily into lines of at most `width` ems; spaces at a line's end hang over.
 * A word that is wider than a whole line is broken between clusters, and `broken` says so.
 */
export function breakLines(
  paragraph: Paragraph,
  width: number,
  tracking: number,
): { lines: Line[]; broken: boolean } {
  const { clusters, breakAfter, hyphens } = paragraph;
  const most = width + 1e-6;
  const lines: Line[] = [];
  let broken = false;
  let from = 0;
  let x = 0;
  let end = 0;
  for (let index = 0; index < clusters.length; ) {
    const cluster = clusters[index] as Cluster;
    if (!cluster.space && index > from && x + cluster.advance > most) {
      const to = end > from ? end : index;
      broken ||= to !== end;
      const hyphen = to === end ? hyphens.get(to - 1) : undefined;
      lines.push({ paragraph, from, to, last: false, hyphen });
      // Again from there: a hyphen may now have room that had none behind the words before.
      from = to;
      index = to;
      x = 0;
      continue;
    }
    x += stepOf(cluster, tracking);
    const hyphen = hyphens.get(index);
    index += 1;
    if (breakAfter[index - 1] && (!hyphen || x + hyphen.advance <= most)) end = index;
  }
  lines.push({ paragraph, from, to: clusters.length, last: true, hyphen: undefined });
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
  if (to <= line.from) return 0;
  const { clusters } = line.paragraph;
  const hyphen = line.hyphen ? line.hyphen.advance + tracking : 0;
  return (
    advanceOf(clusters, line.from, to - 1, tracking) + (clusters[to - 1]?.advance ?? 0) + hyphen
  );
}

function advanceOf(
  clusters: readonly Cluster[],
  from: number,
  to: number,
  tracking: number,
): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += stepOf(clusters[i] as Cluster, tracking);
  return sum;
}

/** From a cluster to the next, in ems. */
function stepOf({ advance, joined }: Cluster, tracking: number): number {
  return joined ? advance : advance + tracking;
}
