import type { FontFace } from './font/font-face.ts';
import type { GlyphSet, OutlineFont } from './glyphs/glyph-set.ts';
import { inkEnd, type Line, lineWidth, stepOf } from './paragraph.ts';
import type { Cluster } from './shape.ts';
import { type Item, visualOrder } from './visual-order.ts';

/**
 * Scripts that are set without spaces between words: a justified line grows between all their
 * characters.
 */
const EAST_ASIAN =
  /[\p{Ideographic}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;

/**
 * In these scripts spaces separate phrases. Only a line without spaces grows between characters.
 */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * The places where a justified line can grow, and by how many ems each. `gaps`: indices of the
 * paragraph's clusters.
 */
type Growth = { gaps: ReadonlySet<number>; each: number };

/** The settings of a line; widths in ems. */
export type Setting = {
  tracking: number;
  width: number | undefined;
  justify: 'none' | 'all but last' | 'all';
  /** Whether the letters follow each other in visual order or in reading order. */
  order: 'visual' | 'logical';
  /** The pen runs from right to left. Used only with the logical order. */
  leftward: boolean;
};

/** A cluster and its position, in ems from the line's left edge. */
type Placed = { cluster: Cluster; left: number; advance: number; leftward: boolean };

/** A letter to write. Its cluster's glyphs are positioned relative to the pen. */
type Letter = { cluster: Cluster; advance: number; plain: boolean };

const EXACT = 1e-6;

/**
 * Writes a line in the letters of `font`. Returns the text, the cluster of each of its letters, and the width
 * that players compute for it.
 *
 * Words are separated by U+0020 at its plain width, because players find words by it. If a space is
 * wider or narrower (by kerning or justification), the letter before it carries the difference.
 * Spaces at the ends are private letters, because players drop plain spaces there. Tracking is part
 * of the letters' own advances: CanvasKit has no other tracking, and players differ on tracking
 * after the last letter of a line.
 *
 * Animated text is written in logical order, since players select letters in the order of `t`.
 * Letters of right-to-left scripts then have negative advances and outlines to the left of the pen,
 * so that each is drawn in its place and turns about its middle. Where the direction changes within
 * a line, a blank letter moves the pen.
 */
export function writeLine(
  line: Line,
  font: OutlineFont,
  glyphs: GlyphSet,
  setting: Setting,
): { text: string; clusters: Cluster[]; width: number } {
  const { placed, width } = placeClusters(line, setting);
  let text = '';
  const clusters: Cluster[] = [];
  for (const { cluster, advance, plain } of lettersOf(placed, width, font.face, setting)) {
    text += plain ? ' ' : glyphs.letter(font, cluster, advance);
    clusters.push(cluster);
  }
  return { text, clusters, width };
}

/**
 * The line's clusters in writing order, with their positions in ems. A line that justification stretches
 * ends with its last ink.
 */
function placeClusters(line: Line, setting: Setting): { placed: Placed[]; width: number } {
  const { tracking } = setting;
  const growth = growthFor(line, setting);
  const end = growth && growth.gaps.size > 0 ? inkEnd(line) : endWithSpaces(line, setting);
  const { logical, visual } = visualOrder(line, end);
  let width = 0;
  for (const [position, item] of visual.entries()) {
    const grows = growth?.gaps.has(item.index) === true;
    const previousItem = visual[position - 1];
    if (previousItem) {
      const { left, advance } = previousItem;
      item.left = left + stepOf({ advance, joined: joined(previousItem, item) }, tracking);
    }
    item.advance = item.cluster.advance + (grows ? growth.each : 0);
    width = Math.max(width, item.left + item.advance);
  }
  const isLogical = setting.order === 'logical';
  const placed = (isLogical ? logical : visual).map(({ cluster, left, advance, level }) => ({
    cluster,
    left,
    advance,
    leftward: isLogical && level % 2 === 1,
  }));
  return { placed, width };
}

/** Whether two neighbours are joined. */
function joined(left: Item, right: Item): boolean {
  if (right.index === left.index + 1) return left.cluster.joined === true;
  return right.index === left.index - 1 && right.cluster.joined === true;
}

/**
 * Writes the clusters as letters; blanks between them move the pen to the next position. With `leftward`
 * the pen starts at the right end, and advances are negative.
 */
function lettersOf(
  placed: readonly Placed[],
  width: number,
  face: FontFace,
  { tracking, leftward, order }: Setting,
): Letter[] {
  const first = placed.findIndex(({ cluster }) => !cluster.space);
  const last = placed.findLastIndex(({ cluster }) => !cluster.space);
  const sign = leftward ? -1 : 1;
  const pen = new Pen(leftward ? width : 0, face);
  let isPreviousLeftward = leftward;
  for (const [index, item] of placed.entries()) {
    const entry = item.left + (item.leftward ? item.advance : 0);
    const near = order === 'logical' ? NEAR + 2 * Math.abs(tracking) : Number.POSITIVE_INFINITY;
    pen.moveTo(entry, item.leftward === isPreviousLeftward ? near : 0);
    const letter = letterOf(item, item.cluster.word && index > first && index < last);
    if (letter.plain) letter.advance = sign * face.spaceAdvance;
    pen.write(letter);
    isPreviousLeftward = item.leftward;
  }
  const far = order === 'logical' ? 0 : Number.POSITIVE_INFINITY;
  if (placed.length > 0) pen.moveTo(leftward ? 0 : width, far);
  return pen.letters;
}

/**
 * In ems, without tracking. A wider advance moves the middle about which animators turn a letter,
 * so it stays below this.
 */
const NEAR = 0.1;

class Pen {
  readonly letters: Letter[] = [];
  #x: number;
  readonly #face: FontFace;
  #owner: Letter | undefined;

  constructor(x: number, face: FontFace) {
    this.#x = x;
    this.#face = face;
  }

  write(letter: Letter): void {
    this.letters.push(letter);
    if (!letter.plain) this.#owner = letter;
    this.#x += letter.advance;
  }

  /**
   * Moves the pen to `x` before the next letter: widens the letter before by up to `max`, or adds a
   * blank letter.
   */
  moveTo(x: number, max: number): void {
    const distance = x - this.#x;
    if (Math.abs(distance) <= EXACT) return;
    if (this.#owner && Math.abs(distance) <= max) {
      this.#owner.advance += distance;
      this.#x = x;
    } else this.write({ cluster: blank(this.#face), advance: distance, plain: false });
  }
}

/** A cluster that moves the pen and draws nothing. */
function blank(face: FontFace): Cluster {
  const place = { start: 0, end: 0, level: 0, advance: 0, rise: 0, depth: 0 };
  return { ...place, face, glyphs: [], space: true, word: false, missing: [] };
}

function letterOf({ cluster, advance, leftward }: Placed, plain: boolean): Letter {
  if (!leftward) return { cluster, advance, plain };
  const glyphs = cluster.glyphs.map((glyph) => ({ ...glyph, x: glyph.x - advance }));
  return { cluster: { ...cluster, glyphs }, advance: -advance, plain };
}

/**
 * The end of the line's clusters. A line break of this layout drops the spaces before it; spaces at
 * the text's end stay where there is room.
 */
function endWithSpaces(
  line: Line,
  { tracking, width = Number.POSITIVE_INFINITY }: Setting,
): number {
  let end = inkEnd(line);
  if (!line.last) return end;
  let room = width - lineWidth(line, tracking, end);
  for (; end < line.to; end++) {
    room -= (line.paragraph.clusters[end]?.advance ?? 0) + tracking;
    if (room < 0) break;
  }
  return end;
}

function growthFor(line: Line, { tracking, width, justify }: Setting): Growth | undefined {
  if (width === undefined || justify === 'none' || (line.last && justify !== 'all'))
    return undefined;
  return growthOf(line, width, tracking);
}

/**
 * Distributes the rest of `width` (in ems) over the spaces within the line and between East Asian
 * characters. If the line has neither, it grows between the characters of other scripts without
 * spaces. A single word is not stretched.
 */
function growthOf(line: Line, width: number, tracking: number): Growth {
  const { clusters, text } = line.paragraph;
  const to = inkEnd(line);
  let from = line.from;
  while (from < to && clusters[from]?.space) from += 1;
  const isOfScript = (index: number, script: RegExp) =>
    [index, index + 1].every((i) => script.test(text.slice(clusters[i]?.start, clusters[i]?.end)));
  const where = (can: (index: number) => boolean) => {
    const gaps = new Set<number>();
    for (let i = from; i < to - 1; i++) if (can(i)) gaps.add(i);
    return gaps;
  };
  let growingGaps = where((i) => clusters[i]?.space === true || isOfScript(i, EAST_ASIAN));
  if (growingGaps.size === 0) growingGaps = where((i) => isOfScript(i, UNSPACED));
  const room = Math.max(0, width - lineWidth(line, tracking));
  return { gaps: growingGaps, each: growingGaps.size > 0 ? room / growingGaps.size : 0 };
}
