import { wordRanges } from '../captions/index.ts';

/** A spoken word with its punctuation; times in seconds of the audio. */
export type SaidWord = { start: number; end: number; text: string };

/** The loudness of audio: the level of each part of `stepSeconds`, in dB of full scale. */
export type AudioLevels = { stepSeconds: number; levels: readonly number[] };

type Span = { start: number; end: number };

/** Parts this far below the loudest are pauses. */
const PAUSE_DB = 32;
/** Quieter parts are pauses in any case. */
const SILENCE_DB = -60;
/** Shorter pauses are the closure of a consonant. */
const MIN_PAUSE_SECONDS = 0.12;
/** Shorter parts between pauses are clicks. */
const MIN_HEARD_SECONDS = 0.04;
/** Costs of a pause after a word, in seconds of a wrong duration: by its last sign. */
const PAUSES: readonly (readonly [RegExp, number])[] = [
  [/[.!?…。！？।؟]["'”’»)\]]*$/u, 0],
  [/[,;:–—،、，；：]["'”’»)\]]*$/u, 0.05],
];
const PAUSE_WITHIN = 0.4;
/** More spans make the search slow, and a text has no more clauses. */
const MAX_SPANS = 200;

/** Returns the parts of audio in which something is heard. */
export function heardSpans({ stepSeconds, levels }: AudioLevels): Span[] {
  const loudest = levels.toSorted((a, b) => b - a)[Math.floor(levels.length / 50)] ?? SILENCE_DB;
  const threshold = Math.max(SILENCE_DB, loudest - PAUSE_DB);
  const spans: Span[] = [];
  for (const [index, level] of levels.entries()) {
    if (level < threshold) continue;
    const [start, end] = [index * stepSeconds, (index + 1) * stepSeconds];
    const last = spans.at(-1);
    if (last && start - last.end < MIN_PAUSE_SECONDS) last.end = end;
    else spans.push({ start, end });
  }
  const heardParts = spans.filter(({ start, end }) => end - start >= MIN_HEARD_SECONDS);
  return heardParts.length > 0 ? heardParts : spans;
}

/**
 * Returns the words of a text with the times at which they are spoken in audio. The words are divided among the
 * parts between the pauses by their syllables, with the pauses at signs of punctuation where that fits.
 * `language` is a language tag.
 */
export function alignWords(
  text: string,
  audio: AudioLevels,
  language: string | undefined,
): SaidWord[] {
  const texts = wordRanges(text, language).map(({ start, end }) => text.slice(start, end));
  if (texts.length === 0) return [];
  const heardParts = heardSpans(audio);
  const duration = audio.levels.length * audio.stepSeconds;
  const parts = heardParts.length > 0 ? heardParts : [{ start: 0, end: duration }];
  const spans = joinShortPauses(parts, Math.min(texts.length, MAX_SPANS));
  const lengths = texts.map(lengthOf);
  const counts = wordsPerSpan(texts, lengths, spans);
  const words: SaidWord[] = [];
  for (const [index, { start, end }] of spans.entries()) {
    const first = words.length;
    const ownLengths = lengths.slice(first, first + (counts[index] ?? 0));
    const perUnit = (end - start) / sum(ownLengths);
    let passed = 0;
    for (const [offset, length] of ownLengths.entries()) {
      const from = start + passed * perUnit;
      passed += length;
      const word = { start: rounded(from), end: rounded(start + passed * perUnit) };
      words.push({ ...word, text: texts[first + offset] ?? '' });
    }
  }
  return words;
}

/** Joins spans over the shortest pauses until there are at most `max`. */
function joinShortPauses(spans: readonly Span[], max: number): Span[] {
  const gaps = spans.slice(1).map(({ start }, index) => start - (spans[index]?.end ?? 0));
  const shortest = gaps
    .map((gap, index) => ({ gap, index: index + 1 }))
    .sort((a, b) => a.gap - b.gap)
    .slice(0, Math.max(0, spans.length - max));
  const isJoined = new Set(shortest.map(({ index }) => index));
  const joined: Span[] = [];
  for (const [index, span] of spans.entries()) {
    const last = joined.at(-1);
    if (last && isJoined.has(index)) last.end = span.end;
    else joined.push({ ...span });
  }
  return joined;
}

/**
 * Returns how many words each span has, at least one: those with the smallest sum of wrong durations and of pauses
 * where the text has none.
 */
function wordsPerSpan(
  words: readonly string[],
  lengths: readonly number[],
  spans: readonly Span[],
): number[] {
  const until = [0];
  for (const length of lengths) until.push((until.at(-1) ?? 0) + length);
  const durations = spans.map(({ start, end }) => end - start);
  const perSecond = sum(lengths) / sum(durations);
  const pauses = words.map(pauseCost);
  const count = words.length;
  // `costs[n]`: of the first n words in the spans so far; `froms[k][n]`: the first word of span k.
  let costs = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
  costs[0] = 0;
  const froms: Int32Array[] = [];
  for (const [index, duration] of durations.entries()) {
    const next = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
    const from = new Int32Array(count + 1);
    const spansLeft = durations.length - index - 1;
    for (let last = index + 1; last <= count - spansLeft; last += 1) {
      const pause = spansLeft > 0 ? at(pauses, last - 1) : 0;
      const best = bestFirst({ costs, until, perSecond, duration }, index, last);
      [next[last], from[last]] = [best.cost + pause, best.first];
    }
    costs = next;
    froms.push(from);
  }
  const counts: number[] = [];
  let last = count;
  for (const from of froms.reverse()) {
    const first = from[last] ?? 0;
    counts.unshift(last - first);
    last = first;
  }
  return counts;
}

/** Returns the first word of a span that ends with the word before `last`, not before `index`. */
function bestFirst(
  {
    costs,
    until,
    perSecond,
    duration,
  }: { costs: Float64Array; until: readonly number[]; perSecond: number; duration: number },
  index: number,
  last: number,
): { first: number; cost: number } {
  let best = { first: last - 1, cost: Number.POSITIVE_INFINITY };
  for (let first = last - 1; first >= index; first -= 1) {
    const seconds = (at(until, last) - at(until, first)) / perSecond;
    const cost = at(costs, first) + (seconds - duration) ** 2 / (duration + 0.3);
    if (cost < best.cost) best = { first, cost };
    // More words only make it longer.
    if (seconds > 3 * duration + 3) break;
  }
  return best;
}

/** An element that exists. */
function at(values: ArrayLike<number>, index: number): number {
  return values[index] ?? 0;
}

function pauseCost(word: string): number {
  return PAUSES.find(([sign]) => sign.test(word))?.[1] ?? PAUSE_WITHIN;
}

const VOWELS = /[aeiouyàáâãäåæèéêëìíîïòóôõöøœùúûüýÿаеёиоуыэюяіїєαεηιουωάέήίόύώ]+/giu;
/** Each letter is about a syllable. */
const SYLLABIC =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Ethiopic}]/gu;
/** Spoken digits and signs have about two syllables. */
const NUMBERS = /[\p{N}%€$£&@+=]/gu;
const LETTERS = /\p{L}/gu;

/** Returns about how long a word takes, in syllables. */
function lengthOf(word: string): number {
  const vowels = word.match(VOWELS)?.length ?? 0;
  const syllabic = word.match(SYLLABIC)?.length ?? 0;
  const numbers = word.match(NUMBERS)?.length ?? 0;
  const letters = word.match(LETTERS)?.length ?? 0;
  // Scripts without written vowels have about two letters in a syllable; others more in longer words.
  const syllables = vowels > 0 ? 0.6 * vowels + 0.4 * (letters / 2.5) : letters / 2;
  return 0.35 + Math.max(0.4, syllabic > 0 ? syllabic : syllables) + 1.8 * numbers;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Times have milliseconds. */
function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
