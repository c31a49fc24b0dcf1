/** The service counts code points; people count what they see. */
export type Length = { graphemes: number; codePoints: number };

const segmenters = new Map<string, Intl.Segmenter>();

function graphemesOf(text: string, lang: string): Iterable<Intl.SegmentData> {
  let segmenter = segmenters.get(lang);
  if (!segmenter) {
    segmenter = new Intl.Segmenter(lang, { granularity: 'grapheme' });
    segmenters.set(lang, segmenter);
  }
  return segmenter.segment(text);
}

/** Returns the length of a text: an emoji of a family is one grapheme of seven code points. */
export function lengthOf(text: string, lang: string): Length {
  let graphemes = 0;
  for (const _ of graphemesOf(text, lang)) graphemes++;
  let codePoints = 0;
  for (const _ of text) codePoints++;
  return { graphemes, codePoints };
}

/** Returns the part of a text that has at most `max` code points and ends after a grapheme. */
export function cutText(text: string, max: number, lang: string): string {
  // No text has more code points than UTF-16 units.
  if (text.length <= max) return text;
  let codePoints = 0;
  let end = 0;
  for (const { segment, index } of graphemesOf(text.slice(0, max * 2), lang)) {
    codePoints += [...segment].length;
    if (codePoints > max) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}
