import { ruleBreaks } from './line-break-rules.ts';

/** Scripts without spaces between words: UAX #14 leaves them to a dictionary. */
const UNSPACED =
  /(?=[\p{L}\p{M}])[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const words = new Intl.Segmenter('th', { granularity: 'word' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Returns the indices (UTF-16) where a line may end, including the end of a text that is not empty. The result is close to
 * that of browsers: `test/text/chromium.test.ts` lists the differences. Two are on purpose: no break inside a
 * grapheme cluster, and a break after a slash before a letter.
 */
export function breaksOf(text: string, language: string): Set<number> {
  const breaks = ruleBreaks(text, language);
  if (UNSPACED.test(text)) {
    for (const { index } of words.segment(text)) {
      if (UNSPACED.test(text.charAt(index)) && UNSPACED.test(text.charAt(index - 1)))
        breaks.add(index);
    }
  }
  const graphemeBreaks = new Set<number>();
  for (const { segment, index } of graphemes.segment(text)) {
    const end = index + segment.length;
    if (breaks.has(end)) graphemeBreaks.add(end);
  }
  return graphemeBreaks;
}
