/**
 * Returns the text of a cue without control characters, with single spaces, and without empty lines. All
 * formats end a cue at an empty line.
 */
export function cleanText(text: string): string {
  const trimmed = text.trim();
  // Most texts are clean, and a file has thousands.
  if (!UNCLEAN.test(trimmed)) return trimmed;
  return trimmed
    .split('\n')
    .map(cleanLine)
    .filter((line) => line !== '')
    .join('\n');
}

const UNCLEAN = /[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]| {2}/u;
/** Controls of Unicode, without those of bidirectional text; lone surrogates; noncharacters. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]/gu;

function cleanLine(line: string): string {
  return line.toWellFormed().replaceAll(UNPRINTABLE, ' ').replaceAll(/ {2,}/g, ' ').trim();
}

/**
 * Removes the tags for which `isTag` is true and reports whether there were any. A `<` without an end is text.
 * Takes time in proportion to the text.
 */
export function withoutTags(
  text: string,
  isTag: (tag: string) => boolean,
): { text: string; hasTags: boolean } {
  let result = '';
  let hasTags = false;
  let from = 0;
  for (;;) {
    const open = text.indexOf('<', from);
    if (open < 0) break;
    const close = text.indexOf('>', open);
    if (close < 0) break;
    // Of several `<`, the last one begins the tag.
    const last = text.lastIndexOf('<', close);
    if (isTag(text.slice(last + 1, close))) {
      result += text.slice(from, last);
      hasTags = true;
    } else result += text.slice(from, close + 1);
    from = close + 1;
  }
  return { text: result + text.slice(from), hasTags };
}
