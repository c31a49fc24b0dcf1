import { inkEnd, type Line, lineWidth } from './paragraph.ts';

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
export type Growth = { gaps: ReadonlySet<number>; each: number };

/**
 * Distributes the rest of `width` (in ems) over the spaces within the line and between East Asian
 * characters. If the line has neither, it grows between the characters of other scripts without
 * spaces. A single word is not stretched.
 */
export function growthOf(line: Line, width: number, tracking: number): Growth {
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
