import type { GlyphSet, OutlineFont } from './glyph-set.ts';
import { inkEnd, type Line, lineWidth, visualOrder } from './paragraph.ts';
import type { Cluster } from './shape.ts';

/** How a line is set; widths in ems. */
export type Setting = {
  tracking: number;
  width: number | undefined;
  justify: 'none' | 'all but last' | 'all';
};

/**
 * A line from left to right in the letters of `font`, and how wide players will find it.
 *
 * Between words stands U+0020 at its plain width, by which players tell words apart; what a space is
 * wider or narrower (kerning, justification) goes into the letter before it. Spaces at the ends are
 * private letters, since players drop plain ones.
 */
export function writeLine(
  line: Line,
  font: OutlineFont,
  glyphs: GlyphSet,
  setting: Setting,
): { text: string; width: number } {
  const clusters = visualOrder(line, keptEnd(line, setting));
  const first = clusters.findIndex((cluster) => !cluster.space);
  const last = clusters.findLastIndex((cluster) => !cluster.space);
  const extra = extraPerSpace(line, setting);
  const inner = (index: number) => index > first && index < last;
  const letters: { cluster: Cluster; advance: number; plain: boolean }[] = [];
  let owner: { advance: number } | undefined;
  for (const [index, cluster] of clusters.entries()) {
    const plain = cluster.word && inner(index);
    const advance = cluster.advance + (cluster.space && inner(index) ? extra : 0);
    const letter = { cluster, advance: plain ? font.face.spaceAdvance : advance, plain };
    if (plain && owner) owner.advance += advance - letter.advance;
    if (!plain) owner = letter;
    letters.push(letter);
  }
  let text = '';
  let width = 0;
  for (const { cluster, advance, plain } of letters) {
    text += plain ? ' ' : glyphs.letter(font, cluster, advance);
    // Players that break lines by themselves may or may not count the tracking.
    width += advance + Math.max(0, setting.tracking);
  }
  return { text, width };
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

function extraPerSpace(line: Line, { tracking, width, justify }: Setting): number {
  if (width === undefined || justify === 'none' || (line.last && justify !== 'all')) return 0;
  const { clusters } = line.paragraph;
  const to = inkEnd(line);
  let from = line.from;
  while (from < to && clusters[from]?.space) from += 1;
  let spaces = 0;
  for (let i = from; i < to; i++) if (clusters[i]?.space) spaces += 1;
  return spaces > 0 ? Math.max(0, width - lineWidth(line, tracking)) / spaces : 0;
}
