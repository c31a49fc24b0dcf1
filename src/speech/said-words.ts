import { wordRanges } from '../captions/index.ts';
import type { SaidWord } from './align-words.ts';
import { placeOf } from './place-of.ts';

/** Less is another text, or words that the server has rewritten. */
const MIN_FOUND = 0.5;
/** Words of the text in which a word of the server is searched, and as many more as it has rewritten. */
const MAX_AHEAD = 3;
const MAX_CHARACTERS_AHEAD = 200;

/**
 * Returns the words of a text with the times that a speech server gives. Servers split words at other places and
 * name signs alone; a word that they have rewritten, such as a number, is heard between its neighbours. Undefined
 * if the server has hardly any of the words. `seconds` is the length of the audio, `language` a language tag.
 */
export function saidWords(
  text: string,
  serverWords: readonly SaidWord[],
  { seconds, language }: { seconds: number; language: string | undefined },
): SaidWord[] | undefined {
  const ranges = wordRanges(text, language);
  const times: ({ start: number; end: number } | undefined)[] = ranges.map(() => undefined);
  let from = 0;
  let index = 0;
  let rewritten = 0;
  for (const { text: serverWord, start, end } of serverWords) {
    const bare = serverWord.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, '');
    // Servers that have no times write zeros.
    if (bare === '' || start >= seconds || end <= 0) continue;
    const place = findWord(bare, text, ranges, { from, index, ahead: rewritten + MAX_AHEAD });
    if (!place) {
      rewritten += 1;
      continue;
    }
    rewritten = 0;
    from = place.at + bare.length;
    index = place.index;
    const part = { start: Math.max(0, start), end: Math.min(seconds, Math.max(start, end)) };
    const formerTime = times[index];
    times[index] = formerTime
      ? { start: formerTime.start, end: Math.max(formerTime.end, part.end) }
      : part;
  }
  const foundCount = times.filter((time) => time !== undefined).length;
  if (foundCount === 0 || foundCount < MIN_FOUND * ranges.length) return undefined;
  const bounds = { start: serverWords[0]?.start ?? 0, end: serverWords.at(-1)?.end ?? seconds };
  let passed = 0;
  return withoutGaps(times, bounds, seconds).map(({ start, end }, word) => {
    // Words are said one after another.
    const since = Math.max(passed, start);
    passed = since;
    const { start: first, end: last } = ranges[word] ?? { start: 0, end: 0 };
    return {
      start: rounded(since),
      end: rounded(Math.max(since, end)),
      text: text.slice(first, last),
    };
  });
}

type Range = { start: number; end: number };

/**
 * Returns where a word of the server is in the text: at the beginning of a word, or where its last part ended. "ten"
 * is not in "listen", and "one" for a 1 is not the next "one" of the text.
 */
function findWord(
  bare: string,
  text: string,
  ranges: readonly Range[],
  { from, index: first, ahead }: { from: number; index: number; ahead: number },
): { at: number; index: number } | undefined {
  let index = first;
  let at = placeOf(bare, text, from);
  while (at !== undefined && at - from <= MAX_CHARACTERS_AHEAD) {
    while ((ranges[index]?.end ?? text.length) <= at) index += 1;
    if (index - first > ahead) return undefined;
    const passed = text.slice(Math.max(from, ranges[index]?.start ?? 0), at);
    if (!/[\p{L}\p{N}]/u.test(passed)) return { at, index };
    at = placeOf(bare, text, at + 1);
  }
  return undefined;
}

/** Words without times share the time between their neighbours. */
function withoutGaps(
  times: readonly ({ start: number; end: number } | undefined)[],
  bounds: { start: number; end: number },
  seconds: number,
): { start: number; end: number }[] {
  const filled: { start: number; end: number }[] = [];
  for (const [index, time] of times.entries()) {
    if (time) {
      filled.push(time);
      continue;
    }
    const next = times.findIndex((other, at) => at > index && other !== undefined);
    const until = next < 0 ? Math.min(seconds, bounds.end) : (times[next]?.start ?? seconds);
    const start = filled.at(-1)?.end ?? Math.min(Math.max(0, bounds.start), until);
    const count = (next < 0 ? times.length : next) - index;
    filled.push({ start, end: start + Math.max(0, until - start) / count });
  }
  return filled;
}

/** Times have milliseconds. */
function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
