import type { Cue, CueWord } from './cue.ts';

/** A word, and the range of its characters in the text of its cue. */
export type PlacedWord = { start: number; end: number; word: CueWord };

/** Finds the words of a cue in its text, in their order. Words that are not found are left out. */
export function placeWords({ text, words = [] }: Cue): PlacedWord[] {
  const line = text.replaceAll('\n', ' ');
  const placed: PlacedWord[] = [];
  let from = 0;
  for (const word of words) {
    const start = line.indexOf(word.text, from);
    if (start < 0 || word.text === '') continue;
    from = start + word.text.length;
    placed.push({ start, end: from, word });
  }
  return placed;
}

/**
 * Returns the words of a cue with their times. Without times, the time of the cue is divided by characters.
 * Scripts without spaces are split into words where the browser or Node.js knows them, otherwise into grapheme
 * clusters. `language` is a language tag.
 */
export function spokenWords(cue: Cue, language: string | undefined): PlacedWord[] {
  const placed = placeWords(cue);
  if (placed.length > 0) return placed;
  const { text, startSeconds, endSeconds } = cue;
  const ranges = wordRanges(text, language);
  const lengths = ranges.map(({ start, end }) => end - start);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  let passed = 0;
  return ranges.map(({ start, end }, index) => {
    const timeOf = (share: number) =>
      startSeconds + ((endSeconds - startSeconds) * share) / Math.max(1, total);
    const word = {
      startSeconds: timeOf(passed),
      endSeconds: timeOf(passed + (lengths[index] ?? 0)),
      text: text.slice(start, end),
    };
    passed += lengths[index] ?? 0;
    return { start, end, word };
  });
}

/** Scripts that are written without spaces between words. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

type Range = { start: number; end: number };

/** The words of a text: its parts between spaces, and the words within parts of scripts without spaces. */
export function wordRanges(text: string, language: string | undefined): Range[] {
  const ranges: Range[] = [];
  for (const { index, 0: part } of text.matchAll(/[^\s\u200b]+/gu)) {
    if (UNSPACED.test(part))
      for (const { start, end } of segmentsOf(part, language))
        ranges.push({ start: index + start, end: index + end });
    else ranges.push({ start: index, end: index + part.length });
  }
  return withPunctuation(text, ranges);
}

const LETTERS = /[\p{L}\p{N}\p{M}\p{Extended_Pictographic}]/u;
/** Dashes, brackets and quotes before the word that they belong to. */
const OPENING = /^[\p{Pd}\p{Ps}\p{Pi}>]/u;

/** Adds signs that stand alone to the word behind them, or to the word before. */
function withPunctuation(text: string, ranges: readonly Range[]): Range[] {
  const words: Range[] = [];
  let opening: number | undefined;
  for (const { start, end } of ranges) {
    const part = text.slice(start, end);
    const last = words.at(-1);
    if (LETTERS.test(part)) {
      words.push({ start: opening ?? start, end });
      opening = undefined;
    } else if (!last || OPENING.test(part)) opening ??= start;
    else last.end = end;
  }
  const last = words.at(-1);
  if (opening !== undefined && last) last.end = ranges.at(-1)?.end ?? last.end;
  return words;
}

/** The words of a part; punctuation belongs to the word before it. */
function segmentsOf(part: string, language: string | undefined): Range[] {
  const ranges: Range[] = [];
  for (const { index, segment, isWordLike } of segmenterOf(language, 'word').segment(part)) {
    const last = ranges.at(-1);
    if (isWordLike !== true && last) last.end = index + segment.length;
    else ranges.push({ start: index, end: index + segment.length });
  }
  return ranges;
}

const segmenters = new Map<string, Intl.Segmenter>();

/** Returns a segmenter of a language, or of any if the tag is wrong. Tags come from outside, so few are kept. */
export function segmenterOf(
  language: string | undefined,
  granularity: 'word' | 'grapheme',
): Intl.Segmenter {
  const key = `${granularity} ${language ?? ''}`;
  let segmenter = segmenters.get(key);
  if (!segmenter) {
    try {
      segmenter = new Intl.Segmenter(language, { granularity });
    } catch {
      segmenter = new Intl.Segmenter('en', { granularity });
    }
    if (segmenters.size >= 20) segmenters.clear();
    segmenters.set(key, segmenter);
  }
  return segmenter;
}
