import { wordRanges } from '../captions/index.ts';
import type { SaidWord } from './align-words.ts';
import { placeOf } from './place-of.ts';

/** Less is another text, or words that the server has rewritten. */
const MIN_FOUND = 0.5;

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
  for (const { text: serverWord, start, end } of serverWords) {
    const bare = serverWord.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, '');
    const at = bare === '' ? undefined : placeOf(bare, text, from);
    if (at === undefined || start >= seconds) continue;
    from = at + bare.length;
    while ((ranges[index]?.end ?? text.length) <= at) index += 1;
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
