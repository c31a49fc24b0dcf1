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
    const paragraphLines = fitted.lines.filter((line) => line.paragraph === paragraph);
    const [previousLine, last] = paragraphLines.slice(-2);
    if (!previousLine || !last || !BREAKS_ANYWHERE.test(lineText(last))) return paragraphLines;
    const lastLines = lengthenLastLine(previousLine, last, frame.tracking, longest);
    return [...paragraphLines.slice(0, -2), ...lastLines];
  });
  return withLines(fitted, lines, frame);
}

function lineText({ paragraph: { text, clusters }, from, to }: Line): string {
  return text.slice(clusters[from]?.start, clusters[to - 1]?.end);
}

/**
 * Moves words from the line before to a short last line, at most until the last line has `SHORT` or half of
 * both lines, and never so that it becomes longer than the line before. Widths are in ems.
 */
function lengthenLastLine(
  previousLine: Line,
  last: Line,
  tracking: number,
  longest: number,
): [Line, Line] {
  const { breakAfter, hyphens } = last.paragraph;
  let best: [Line, Line] = [previousLine, last];
  let width = lineWidth(last, tracking);
  const enough = Math.min(SHORT, (width + lineWidth(previousLine, tracking)) / 2) - EXACT;
  for (let at = previousLine.to - 1; at > previousLine.from && width < enough; at--) {
    if (!breakAfter[at - 1] || hyphens.has(at - 1)) continue;
    const lastLines: [Line, Line] = [
      { ...previousLine, to: at, hyphen: undefined },
      { ...last, from: at },
    ];
    width = lineWidth(lastLines[1], tracking);
    if (width > Math.min(longest, lineWidth(lastLines[0], tracking) + EXACT)) break;
    best = lastLines;
  }
  return best;
}
