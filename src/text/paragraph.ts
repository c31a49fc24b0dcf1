import type { FontFace, Reach } from './font/font-face.ts';
import type { FontLibrary } from './font/font-library.ts';
import { type ClusterMemory, itemise, levelsOf } from './itemise.ts';
import { type Cluster, type Shaping, shapeRun } from './shape.ts';
import { breaksOf } from './unicode/line-breaks.ts';

/** A paragraph shaped once: how wide its clusters are depends on neither size nor lines. */
export type Paragraph = {
  text: string;
  /** In logical order. */
  clusters: Cluster[];
  /** The most that ink reaches above and below a line, in ems. */
  rise: number;
  depth: number;
  /** Odd where the paragraph as a whole runs from right to left. */
  baseLevel: number;
  /** For each cluster, whether a line may end behind it (UAX #14). */
  breakAfter: boolean[];
  /** What is drawn where a line ends behind a cluster with a soft hyphen, by the cluster's index. */
  hyphens: ReadonlyMap<number, Cluster>;
};

export function shapeParagraph({
  text,
  face,
  fonts,
  shaping,
  memory,
}: {
  text: string;
  face: FontFace;
  fonts: FontLibrary;
  shaping: Shaping;
  memory: ClusterMemory;
}): Paragraph {
  if (text === '') {
    const ink = { rise: 0, depth: 0 };
    return { text, clusters: [], ...ink, baseLevel: 0, breakAfter: [], hyphens: new Map() };
  }
  const { levels, base } = levelsOf(text);
  const runs = itemise({
    paragraph: text,
    levels,
    face,
    fonts,
    memory,
    language: shaping.language,
  });
  const clusters = runs.flatMap((run) => shapeRun(text, run, shaping));
  const breaks = breaksOf(text, shaping.language);
  return {
    text,
    clusters,
    ...inkOf(clusters, 0, clusters.length),
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
    const key = `${level} ${face.key}`;
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
  const max = width + 1e-6;
  const lines: Line[] = [];
  let broken = false;
  let from = 0;
  let pen = new Pen(tracking);
  let end = 0;
  for (let index = 0; index < clusters.length; ) {
    const cluster = clusters[index] as Cluster;
    if (!cluster.space && index > from && pen.widthWith(cluster) > max) {
      const to = end > from ? end : index;
      broken ||= to !== end;
      const hyphen = to === end ? hyphens.get(to - 1) : undefined;
      lines.push({ paragraph, from, to, last: false, hyphen });
      // Again from there: a hyphen may now have room that had none behind the words before.
      from = to;
      index = to;
      pen = new Pen(tracking);
      continue;
    }
    pen.write(cluster);
    const hyphen = hyphens.get(index);
    index += 1;
    if (breakAfter[index - 1] && (!hyphen || pen.widthWith(hyphen) <= max)) end = index;
  }
  lines.push({ paragraph, from, to: clusters.length, last: true, hyphen: undefined });
  return { lines, broken };
}

/** How far the ink of a stretch of clusters reaches above and below the baseline, in ems. */
export function inkOf(clusters: readonly Cluster[], from: number, to: number): Reach {
  let [rise, depth] = [0, 0];
  for (let i = from; i < to; i++) {
    const cluster = clusters[i] as Cluster;
    if (cluster.rise > rise) rise = cluster.rise;
    if (cluster.depth > depth) depth = cluster.depth;
  }
  return { rise, depth };
}

/** Where the line's clusters end without the spaces that hang over. */
export function inkEnd({ paragraph, from, to }: Line): number {
  let end = to;
  while (end > from && paragraph.clusters[end - 1]?.space) end -= 1;
  return end;
}

/** Width in ems up to (not with) cluster `to`. */
export function lineWidth(line: Line, tracking: number, to = inkEnd(line)): number {
  const { clusters } = line.paragraph;
  const pen = new Pen(tracking);
  let width = 0;
  const write = (cluster: Cluster) => {
    width = pen.widthWith(cluster);
    pen.write(cluster);
  };
  for (let i = line.from; i < to; i++) write(clusters[i] as Cluster);
  if (line.hyphen && to > line.from) write(line.hyphen);
  return width;
}

/** Adds up a line. Players track between characters, not behind the last. */
class Pen {
  readonly #tracking: number;
  #x = 0;
  /** Where letters are set closer than they are wide, by how much one reaches over the next. */
  #over = Number.NEGATIVE_INFINITY;

  constructor(tracking: number) {
    this.#tracking = tracking;
  }

  /** In whatever order the clusters will stand. */
  widthWith(cluster: Cluster): number {
    const step = stepOf(cluster, this.#tracking);
    return this.#x + Math.max(step + this.#over, cluster.advance);
  }

  write(cluster: Cluster): void {
    const step = stepOf(cluster, this.#tracking);
    this.#x += step;
    if (this.#tracking < 0) this.#over = Math.max(this.#over, cluster.advance - step);
  }
}

/** From a cluster to the next, in ems: tracking lays letters over each other at most. */
export function stepOf({ advance, joined }: Pick<Cluster, 'advance' | 'joined'>, tracking: number) {
  return joined ? advance : advance + Math.max(tracking, -Math.max(0, advance));
}
