import { type Cue, toMilliseconds, type Word } from './cue.ts';

/** A word, and the range of its characters in the text of its cue. */
type PlacedWord = { from: number; to: number; word: Word };

/** Finds the words of a cue in its text, in their order; undefined if one of them is not there. */
export function placeWords({ text, words = [] }: Cue): PlacedWord[] | undefined {
  const line = text.replaceAll('\n', ' ');
  const placed: PlacedWord[] = [];
  let from = 0;
  for (const word of words) {
    const at = line.indexOf(word.text, from);
    if (at < 0) return undefined;
    from = at + word.text.length;
    placed.push({ from: at, to: from, word });
  }
  return placed;
}

const tokensOf = (text: string) => text.split(/\s+/u).filter((token) => token !== '');

/**
 * Returns the words of a cue for another text. Words that stay keep their times; those in their place share the
 * time. Undefined: the times are not known any more, and are found from the characters.
 */
export function wordsFor({ start, end, words, text: oldText }: Cue, text: string) {
  if (!words || words.length === 0) return undefined;
  const [old, tokens] = [tokensOf(oldText), tokensOf(text)];
  const isSpaced =
    old.length === words.length && old.every((token, at) => token === words[at]?.text);
  // In scripts without spaces, nobody knows where a new word begins.
  if (!isSpaced) return placeWords({ start, end, text, words }) ? words : undefined;
  let first = 0;
  while (first < tokens.length && tokens[first] === old[first]) first += 1;
  let behind = 0;
  const most = Math.min(tokens.length, old.length) - first;
  while (behind < most && tokens.at(-1 - behind) === old.at(-1 - behind)) behind += 1;
  const from = first === 0 ? start : (words[first - 1]?.end ?? start);
  const to = behind === 0 ? end : (words[words.length - behind]?.start ?? end);
  const replaced = words.slice(first, words.length - behind);
  const span = { from: replaced[0]?.start ?? from, to: replaced.at(-1)?.end ?? to };
  const newWords = spread(tokens.slice(first, tokens.length - behind), span);
  return [...words.slice(0, first), ...newWords, ...words.slice(words.length - behind)];
}

/** Divides a time between words by their characters. */
function spread(tokens: readonly string[], { from, to }: { from: number; to: number }): Word[] {
  const total = tokens.reduce((sum, { length }) => sum + length, 0);
  const timeAt = (passed: number) =>
    toMilliseconds(from + ((to - from) * passed) / Math.max(1, total));
  let passed = 0;
  return tokens.map((text) => {
    const start = timeAt(passed);
    passed += text.length;
    return { start, end: timeAt(passed), text };
  });
}

/** Returns words for other times of their cue: moved with it, or cut where it begins later or ends earlier. */
export function wordsWithin(
  { start: oldStart, end: oldEnd, words }: Cue,
  { start, end }: { start: number; end: number },
): readonly Word[] | undefined {
  if (!words) return undefined;
  const isMoved = Math.abs(oldEnd - oldStart - (end - start)) < 0.0015;
  const by = isMoved ? start - oldStart : 0;
  const inCue = (seconds: number) => toMilliseconds(Math.min(end, Math.max(start, seconds + by)));
  return words.map((word) => ({ ...word, start: inCue(word.start), end: inCue(word.end) }));
}
