import { cleanText, withoutTags } from './caption-text.ts';
import type { CueWord } from './cue.ts';
import { segmenterOf, UNSPACED, wordRanges } from './words.ts';

/** A word that no cue divides. */
export type TimedUnit = CueWord & {
  /** Whether a space stands before it, if it is not the first of a line. */
  hasSpace: boolean;
  /** Columns of its characters: wide ones have two. */
  width: number;
};

/** Longer words are divided, such as addresses and what a recogniser repeats without end. */
const MAX_UNIT_CHARACTERS = 40;

/**
 * Returns the words of a text whose parts have times. The parts are words of a recogniser, single characters,
 * or whole sentences: the time of a part is divided by its characters. Words of scripts without spaces are
 * found by a dictionary. Times do not go back.
 */
export function timedUnits(parts: readonly CueWord[], language: string | undefined): TimedUnit[] {
  const { text, places } = joined(parts);
  const units: TimedUnit[] = [];
  let part = 0;
  let earliest = 0;
  /** The time at which a character begins, or with `isEnd` ends. Indexes only grow. */
  const timeOf = (index: number, isEnd: boolean) => {
    while (part + 1 < places.length && (places[part + 1]?.from ?? 0) <= index) part += 1;
    const { from = 0, to = 1, startSeconds = 0, endSeconds = 0 } = places[part] ?? {};
    const share = Math.min(1, Math.max(0, (index - from + (isEnd ? 1 : 0)) / (to - from)));
    return startSeconds + (endSeconds - startSeconds) * share;
  };
  for (const { start, end } of wordRanges(text, language).flatMap((range) => pieces(text, range))) {
    const startSeconds = Math.max(earliest, timeOf(start, false));
    const endSeconds = Math.max(startSeconds, timeOf(end - 1, true));
    earliest = startSeconds;
    const word = text.slice(start, end);
    const hasSpace = start > 0 && text[start - 1] === ' ';
    units.push({ startSeconds, endSeconds, text: word, hasSpace, width: widthOf(word) });
  }
  return units;
}

type PlacedPart = { from: number; to: number; startSeconds: number; endSeconds: number };

const NO_LETTERS = /^[^\p{L}\p{N}]+$/u;
const OPENING = /^[\p{Pd}\p{Ps}\p{Pi}¿¡]/u;

/** Joins parts to one text. Some recognisers write the space before a word, and signs as parts of their own. */
function joined(parts: readonly CueWord[]): { text: string; places: PlacedPart[] } {
  let text = '';
  const places: PlacedPart[] = [];
  for (const { startSeconds, endSeconds, text: rawText } of parts) {
    const cleanPart = plainText(rawText);
    if (cleanPart === '') continue;
    const isSpaced = /^\s/u.test(rawText) || /\s$/u.test(parts[places.length - 1]?.text ?? '');
    if (text !== '' && (isSpaced || needsSpace(text, cleanPart))) text += ' ';
    places.push({
      from: text.length,
      to: text.length + cleanPart.length,
      startSeconds,
      endSeconds,
    });
    text += cleanPart;
  }
  return { text, places };
}

/** Text of a recogniser without tags, such as `<i>` and `<|en|>`, and without control characters. */
function plainText(text: string): string {
  const { text: untagged } = withoutTags(text, (tag) => /^[/|]?[a-z][^<>]*$/iu.test(tag));
  return cleanText(untagged).replaceAll('\n', ' ');
}

function needsSpace(text: string, nextPart: string): boolean {
  if (NO_LETTERS.test(nextPart) && !OPENING.test(nextPart)) return false;
  const [last, first] = [text.at(-1) ?? '', nextPart[0] ?? ''];
  if (UNSPACED.test(last) && UNSPACED.test(first)) return false;
  return !isWideSign(last) && !(isWideSign(first) && UNSPACED.test(last));
}

/** Punctuation of Chinese and Japanese, which brings its own space. */
function isWideSign(char: string): boolean {
  return /[\u3000-\u303f\uff00-\uff65]/u.test(char);
}

type Range = { start: number; end: number };

/** Divides a range that is too long for a line, between graphemes. */
function pieces(text: string, { start, end }: Range): Range[] {
  if (end - start <= MAX_UNIT_CHARACTERS) return [{ start, end }];
  const ranges: Range[] = [];
  let from = start;
  for (const { index, segment } of segmenterOf(undefined, 'grapheme').segment(
    text.slice(start, end),
  )) {
    const next = start + index + segment.length;
    if (next - from > MAX_UNIT_CHARACTERS && start + index > from) {
      ranges.push({ start: from, end: start + index });
      from = start + index;
    }
  }
  return [...ranges, { start: from, end }];
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]/u;
const MARK = /^[\p{M}\p{Cf}]/u;

/** The columns of a text: two for a wide character, none for a mark. */
export function widthOf(text: string): number {
  let width = 0;
  for (const char of text) if (!MARK.test(char)) width += WIDE.test(char) ? 2 : 1;
  return width;
}
