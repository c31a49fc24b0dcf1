import { type Cue, lastStarted, MAX_CUE_CHARACTERS, toMilliseconds, type Word } from './cue.ts';
import { placeWords, wordsFor, wordsWithin } from './cue-words.ts';

/** The cues after an edit, and the index of the cue that was meant. */
export type Edited = { cues: readonly Cue[]; index: number };

/** How long a new caption shows, if nothing follows. */
const NEW_SECONDS = 2;
/** Shorter captions are not made by splitting, dragging or keys. */
export const MIN_CUE_SECONDS = 0.1;

/** Returns the cues in the order of their starts. Those that start together keep their order. */
export function sortedCues(cues: readonly Cue[]): readonly Cue[] {
  const isSorted = cues.every(({ start }, at) => at === 0 || (cues[at - 1]?.start ?? 0) <= start);
  return isSorted ? cues : cues.toSorted((cue, other) => cue.start - other.start);
}

/** Replaces a cue. Its place follows from its start. */
function replaced(cues: readonly Cue[], index: number, cue: Cue): Edited {
  const sorted = sortedCues(cues.with(index, cue));
  return { cues: sorted, index: sorted.indexOf(cue) };
}

/** A property that is undefined would not be the same mapping. */
function cueOf(times: { start: number; end: number }, text: string, words?: readonly Word[]): Cue {
  const { start, end } = times;
  return { start, end, text, ...(words && words.length > 0 && { words }) };
}

export function withText(cues: readonly Cue[], index: number, text: string): Edited {
  const cue = cues[index];
  if (!cue) return { cues, index };
  return replaced(cues, index, cueOf(cue, text, wordsFor(cue, text)));
}

export function withTimes(
  cues: readonly Cue[],
  index: number,
  times: { start: number; end: number },
): Edited {
  const cue = cues[index];
  if (!cue) return { cues, index };
  const start = toMilliseconds(Math.max(0, times.start));
  const end = toMilliseconds(Math.max(start + 0.001, times.end));
  return replaced(cues, index, cueOf({ start, end }, cue.text, wordsWithin(cue, { start, end })));
}

/** Adds an empty cue at a time, or behind the one that shows there. It ends before the next one. */
export function withNewCue(cues: readonly Cue[], seconds: number, duration: number): Edited {
  const previousIndex = lastStarted(cues, seconds);
  const previousEnd = cues[previousIndex]?.end ?? 0;
  const lastEnd = duration > previousEnd ? duration : previousEnd + NEW_SECONDS;
  const next = cues[previousIndex + 1]?.start ?? lastEnd;
  const hasRoom = next - previousEnd >= MIN_CUE_SECONDS;
  const from = Math.max(seconds, previousEnd);
  // Between two captions without a gap, the person moves one of them.
  const start = hasRoom ? Math.min(from, Math.max(previousEnd, next - MIN_CUE_SECONDS)) : from;
  const end = hasRoom ? Math.min(next, start + NEW_SECONDS) : start + NEW_SECONDS;
  const cue = cueOf({ start: toMilliseconds(start), end: toMilliseconds(end) }, '');
  const allCues = sortedCues(cues.toSpliced(previousIndex + 1, 0, cue));
  return { cues: allCues, index: allCues.indexOf(cue) };
}

export function withoutCue(cues: readonly Cue[], index: number): Edited {
  const otherCues = cues.toSpliced(index, 1);
  return { cues: otherCues, index: Math.min(index, otherCues.length - 1) };
}

/** Returns the place in a text at which a cue is split at a time: between two words, if there are any. */
export function placeAtTime(cue: Cue, seconds: number): number | undefined {
  const { start, end, text } = cue;
  const placed = placeWords(cue) ?? [];
  if (placed.length > 1) {
    const next = placed.slice(1).find(({ word }) => word.start >= seconds) ?? placed.at(-1);
    return next?.from;
  }
  const middle = ((seconds - start) / Math.max(0.001, end - start)) * text.length;
  const gaps = [...text.matchAll(/\s+/gu)].map(({ index, 0: gap }) => index + gap.length);
  const inner = gaps.filter((at) => at > 0 && at < text.length);
  const places = inner.length > 0 ? inner : graphemeStarts(text);
  return places.toSorted((place, other) => Math.abs(place - middle) - Math.abs(other - middle))[0];
}

function graphemeStarts(text: string): number[] {
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text);
  return [...segments].map(({ index }) => index).filter((index) => index > 0);
}

/** Splits a cue at a place of its text. Undefined if one of the parts would have no text. */
export function splitCue(cues: readonly Cue[], index: number, place: number): Edited | undefined {
  const cue = cues[index];
  if (!cue || place <= 0) return undefined;
  const { start, end, text } = cue;
  const [firstText, lastText] = [text.slice(0, place).trimEnd(), text.slice(place).trimStart()];
  if (firstText.trim() === '' || lastText.trim() === '' || end - start < 0.002) return undefined;
  const words = splitWords(cue, place);
  const share = toMilliseconds(
    start + ((end - start) * firstText.length) / (firstText.length + lastText.length),
  );
  const wantedTime = words?.lastWords[0]?.start ?? share;
  const at = toMilliseconds(Math.min(end - 0.001, Math.max(start + 0.001, wantedTime)));
  const parts = [
    cueOf({ start, end: at }, firstText.trimStart(), clipped(words?.firstWords, start, at)),
    cueOf({ start: at, end }, lastText.trimEnd(), clipped(words?.lastWords, at, end)),
  ];
  return { cues: cues.toSpliced(index, 1, ...parts), index: index + 1 };
}

function clipped(words: readonly Word[] | undefined, start: number, end: number) {
  const inCue = (seconds: number) => Math.min(end, Math.max(start, seconds));
  return words?.map((word) => ({ ...word, start: inCue(word.start), end: inCue(word.end) }));
}

/** The words before and behind a place. A word that is cut has its time divided by its characters. */
function splitWords(cue: Cue, place: number) {
  const placed = cue.words && placeWords(cue);
  if (!placed) return undefined;
  const [firstWords, lastWords]: [Word[], Word[]] = [[], []];
  for (const { from, to, word } of placed) {
    if (to <= place) firstWords.push(word);
    else if (from >= place) lastWords.push(word);
    else {
      const share = (place - from) / (to - from);
      const at = toMilliseconds(word.start + (word.end - word.start) * share);
      firstWords.push({ ...word, end: at, text: word.text.slice(0, place - from).trimEnd() });
      lastWords.push({ ...word, start: at, text: word.text.slice(place - from).trimStart() });
    }
  }
  return { firstWords, lastWords };
}

/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Joins a cue with the next one. Undefined if there is none, or if the text would be too long. */
export function joinCue(cues: readonly Cue[], index: number): Edited | undefined {
  const [cue, next] = [cues[index], cues[index + 1]];
  if (!cue || !next) return undefined;
  const isUnspaced = UNSPACED.test(cue.text.slice(-1)) && UNSPACED.test(next.text.slice(0, 1));
  const gap = cue.text === '' || next.text === '' || isUnspaced ? '' : ' ';
  const text = cue.text + gap + next.text;
  if (text.length > MAX_CUE_CHARACTERS) return undefined;
  const times = { start: cue.start, end: Math.max(cue.end, next.end) };
  const words = cue.words && next.words ? [...cue.words, ...next.words] : undefined;
  return { cues: cues.toSpliced(index, 2, cueOf(times, text, words)), index };
}
