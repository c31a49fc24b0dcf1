import { type Fitted, isFitting, type TextBox, withLines } from './fit.ts';
import { type Line, lineWidth, type Paragraph } from './paragraph.ts';

/**
 * Scripts in which a line can break between characters or between words without spaces. There, a single
 * character or a short word often remains for the last line.
 */
const BREAKS_ANYWHERE =
  /[\p{Ideographic}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** In ems. A shorter last line looks like a mistake. */
const SHORT = 3;
const EXACT = 1e-6;

/**
 * Moves characters or words from the line before it to the last line of each paragraph that ends with a
 * short line. The number of lines and the size stay. The last line does not become the longer one.
 */
export function withoutShortLastLines(
  paragraphs: readonly Paragraph[],
  frame: TextBox,
  fitted: Fitted,
): Fitted {
  if (!isFitting(fitted)) return fitted;
  const longest = ((frame.width ?? 0) + EXACT) / fitted.size;
  const lines = paragraphs.flatMap((paragraph) => {
    const own = fitted.lines.filter((line) => line.paragraph === paragraph);
    const [before, last] = own.slice(-2);
    if (!before || !last || !BREAKS_ANYWHERE.test(textOf(last))) return own;
    const moved = lastTwo(before, last, frame.tracking, longest);
    return [...own.slice(0, -2), ...moved];
  });
  return withLines(fitted, lines, frame);
}

function textOf({ paragraph: { text, clusters }, from, to }: Line): string {
  return text.slice(clusters[from]?.start, clusters[to - 1]?.end);
}

function lastTwo(before: Line, last: Line, tracking: number, longest: number): [Line, Line] {
  const { breakAfter, hyphens } = last.paragraph;
  let best: [Line, Line] = [before, last];
  let width = lineWidth(last, tracking);
  const enough = Math.min(SHORT, (width + lineWidth(before, tracking)) / 2) - EXACT;
  for (let at = before.to - 1; at > before.from && width < enough; at--) {
    if (!breakAfter[at - 1] || hyphens.has(at - 1)) continue;
    const moved: [Line, Line] = [
      { ...before, to: at, hyphen: undefined },
      { ...last, from: at },
    ];
    width = lineWidth(moved[1], tracking);
    if (width > Math.min(longest, lineWidth(moved[0], tracking) + EXACT)) break;
    best = moved;
  }
  return best;
}
