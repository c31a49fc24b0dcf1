import type { FontFace, Reach } from './font/font-face.ts';
import type { FontLibrary } from './font/font-library.ts';
import { type ClusterMemory, itemise, levelsOf } from './itemise.ts';
import { type Cluster, type Shaping, shapeRun } from './shape.ts';
import { breaksOf } from './unicode/line-breaks.ts';
import { keepPhrases } from './unicode/phrase-breaks.ts';

/** A paragraph, shaped once: the widths of its clusters depend on neither size nor line breaks. */
export type Paragraph = {
  text: string;
  /** In logical order. */
  clusters: Cluster[];
  /** The maximum reach of ink above and below a line, in ems. */
  rise: number;
  depth: number;
  /** Odd where the paragraph as a whole runs from right to left. */
  baseLevel: number;
  /** For each cluster, whether a line may end behind it (UAX #14). */
  breakAfter: boolean[];
  /**
   * The hyphen that is drawn where a line ends after a soft hyphen, by the index of the cluster
   * with the soft hyphen.
   */
  hyphens: ReadonlyMap<number, Cluster>;
};

/**
 * Shapes a paragraph in logical order, with the positions where lines may break. `memory` caches the
 * fonts of the text's clusters over its paragraphs. An empty paragraph has no clusters, but makes a line.
 */
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
  if (shaping.keepsPhrases) keepPhrases(text, breaks);
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

/** The hyphens to show at soft hyphens if a line breaks there, by the index of the cluster. */
function hyphensOf(
  text: string,
  clusters: readonly Cluster[],
  fonts: FontLibrary,
  shaping: Shaping,
): Map<number, Cluster> {
  const hyphens = new Map<number, Cluster>();
  const cache = new Map<string, Cluster | undefined>();
  if (!text.includes(SOFT_HYPHEN)) return hyphens;
  for (const [index, { end, level, face }] of clusters.entries()) {
    if (text[end - 1] !== SOFT_HYPHEN) continue;
    const key = `${level} ${face.key}`;
    if (!cache.has(key)) cache.set(key, hyphenFor(face, level, fonts, shaping));
    const hyphen = cache.get(key);
    if (hyphen) hyphens.set(index, hyphen);
  }
  return hyphens;
}

/** The hyphen in the font itself, else in a fallback font. */
function hyphenFor(
  ownFace: FontFace,
  level: number,
  fonts: FontLibrary,
  shaping: Shaping,
): Cluster | undefined {
  const able = HYPHENS.find((c) => ownFace.has(c));
  const face = able ? ownFace : (fonts.fallback([HYPHENS[0]], ownFace)?.face ?? ownFace);
  const run = { start: 0, end: 1, level, script: undefined, scriptTag: undefined, face };
  return shapeRun(String.fromCodePoint(able ?? HYPHENS[0]), run, shaping)[0];
}

/** U+2010 is the typographic hyphen; nearly every font has U+002D. */
const HYPHENS = [0x2010, 0x2d] as const;

/**
 * A range of a paragraph's clusters in logical order. `last`: the paragraph ends with this line.
 * `hyphen`: the hyphen to draw where the line breaks at a soft hyphen.
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
 * A word that is wider than a whole line is broken between clusters; `broken` is then true.
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
      // Measures again from the break: on the new line a hyphen may fit that did not fit after the
      // words before.
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

/** How far the ink of a range of clusters reaches above and below the baseline, in ems. */
export function inkOf(clusters: readonly Cluster[], from: number, to: number): Reach {
  let [rise, depth] = [0, 0];
  for (let i = from; i < to; i++) {
    const cluster = clusters[i] as Cluster;
    if (cluster.rise > rise) rise = cluster.rise;
    if (cluster.depth > depth) depth = cluster.depth;
  }
  return { rise, depth };
}

/** The end of the line's clusters without the spaces that hang over. */
export function inkEnd({ paragraph, from, to }: Line): number {
  let end = to;
  while (end > from && paragraph.clusters[end - 1]?.space) end -= 1;
  return end;
}

/** The width in ems up to cluster `to` (exclusive). */
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

/** Adds up the width of a line. Players add tracking between characters, not after the last one. */
class Pen {
  readonly #tracking: number;
  #x = 0;
  /** Where negative tracking makes letters overlap: how far a letter reaches over the next. */
  #over = Number.NEGATIVE_INFINITY;

  constructor(tracking: number) {
    this.#tracking = tracking;
  }

  /** The line's width with this cluster; valid for every order of the clusters. */
  widthWith(cluster: Cluster): number {
    const step = stepOf(cluster, this.#tracking);
    return this.#x + Math.max(step + this.#over, cluster.advance);
  }

  /**
   * Moves by the advance of a cluster. With negative tracking, notes how far a letter reaches over the
   * next.
   */
  write(cluster: Cluster): void {
    const step = stepOf(cluster, this.#tracking);
    this.#x += step;
    if (this.#tracking < 0) this.#over = Math.max(this.#over, cluster.advance - step);
  }
}

/**
 * The distance from a cluster to the next, in ems. Negative tracking moves the next letter back to
 * the same position at most.
 */
export function stepOf({ advance, joined }: Pick<Cluster, 'advance' | 'joined'>, tracking: number) {
  return joined ? advance : advance + Math.max(tracking, -Math.max(0, advance));
}
