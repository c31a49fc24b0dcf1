import type { FontFace } from './font/font-face.ts';
import type { GlyphSet, OutlineFont } from './glyphs/glyph-set.ts';
import { type Growth, growthOf } from './justify.ts';
import { inkEnd, type Line, lineWidth, stepOf } from './paragraph.ts';
import type { Cluster } from './shape.ts';
import { type Item, visualOrder } from './visual-order.ts';

/** How a line is set; widths in ems. */
export type Setting = {
  tracking: number;
  width: number | undefined;
  justify: 'none' | 'all but last' | 'all';
  /** Whether the letters follow each other as they are seen, or as they are read. */
  order: 'visual' | 'logical';
  /** The pen runs from right to left; only where the order is logical. */
  leftward: boolean;
};

/** A cluster where it stands, in ems from the line's left edge. */
type Placed = { cluster: Cluster; left: number; advance: number; leftward: boolean };

/** A letter to write; its cluster's glyphs are placed from the pen. */
type Letter = { cluster: Cluster; advance: number; plain: boolean };

const EXACT = 1e-6;

/**
 * A line in the letters of `font`, and how wide players will find it.
 *
 * Between words stands U+0020 at its plain width, by which players tell words apart; what a space is
 * wider or narrower (kerning, justification) goes into the letter before it. Spaces at the ends are
 * private letters, since players drop plain ones. Tracking is in the letters' own advances, too:
 * CanvasKit knows no other, and players differ about the last letter of a line.
 *
 * Text that animators run through is written in logical order, since players select letters in the
 * order of `t`. Letters of right-to-left script then have negative advances and outlines to the left
 * of the pen, so that each is drawn, and turns about its middle, where it belongs; where the direction
 * changes within a line, a blank letter takes the pen over.
 */
export function writeLine(
  line: Line,
  font: OutlineFont,
  glyphs: GlyphSet,
  setting: Setting,
): { text: string; width: number } {
  const { placed, width } = place(line, setting);
  let text = '';
  for (const { cluster, advance, plain } of lettersOf(placed, width, font.face, setting))
    text += plain ? ' ' : glyphs.letter(font, cluster, advance);
  return { text, width };
}

/** The line's clusters in the order in which they are to be written. */
function place(line: Line, setting: Setting): { placed: Placed[]; width: number } {
  const { tracking } = setting;
  const growth = growthFor(line, setting);
  const end = growth && growth.after.size > 0 ? inkEnd(line) : keptEnd(line, setting);
  const { logical, visual } = visualOrder(line, end);
  let width = 0;
  for (const [position, item] of visual.entries()) {
    const grows = growth?.after.has(item.index) === true;
    const before = visual[position - 1];
    if (before) {
      const { left, advance } = before;
      item.left = left + stepOf({ advance, joined: joined(before, item) }, tracking);
    }
    item.advance = item.cluster.advance + (grows ? growth.each : 0);
    width = Math.max(width, item.left + item.advance);
  }
  const read = setting.order === 'logical';
  const placed = (read ? logical : visual).map(({ cluster, left, advance, level }) => ({
    cluster,
    left,
    advance,
    leftward: read && level % 2 === 1,
  }));
  return { placed, width };
}

/** Of two that stand beside each other. */
function joined(left: Item, right: Item): boolean {
  if (right.index === left.index + 1) return left.cluster.joined === true;
  return right.index === left.index - 1 && right.cluster.joined === true;
}

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
  let before = leftward;
  for (const [index, item] of placed.entries()) {
    const entry = item.left + (item.leftward ? item.advance : 0);
    const near = order === 'logical' ? NEAR + 2 * Math.abs(tracking) : Number.POSITIVE_INFINITY;
    pen.moveTo(entry, item.leftward === before ? near : 0);
    const letter = letterOf(item, item.cluster.word && index > first && index < last);
    if (letter.plain) letter.advance = sign * face.spaceAdvance;
    pen.write(letter);
    before = item.leftward;
  }
  const far = order === 'logical' ? 0 : Number.POSITIVE_INFINITY;
  if (placed.length > 0) pen.moveTo(leftward ? 0 : width, far);
  return pen.letters;
}

/** Ems, beside tracking. What a letter is wider moves the middle about which animators turn it. */
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

  /** Goes to `x` before the next letter: by the letter before, which grows up to `most`, or by a blank one. */
  moveTo(x: number, max: number): void {
    const distance = x - this.#x;
    if (Math.abs(distance) <= EXACT) return;
    if (this.#owner && Math.abs(distance) <= max) {
      this.#owner.advance += distance;
      this.#x = x;
    } else this.write({ cluster: blank(this.#face), advance: distance, plain: false });
  }
}

/** Moves the pen and is not seen. */
function blank(face: FontFace): Cluster {
  const place = { start: 0, end: 0, level: 0, advance: 0, rise: 0, depth: 0 };
  return { ...place, face, glyphs: [], space: true, word: false, missing: [] };
}

function letterOf({ cluster, advance, leftward }: Placed, plain: boolean): Letter {
  if (!leftward) return { cluster, advance, plain };
  const glyphs = cluster.glyphs.map((glyph) => ({ ...glyph, x: glyph.x - advance }));
  return { cluster: { ...cluster, glyphs }, advance: -advance, plain };
}

/** A break of our own swallows the spaces before it; those that end the text stay as far as there is room. */
function keptEnd(line: Line, { tracking, width = Number.POSITIVE_INFINITY }: Setting): number {
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
