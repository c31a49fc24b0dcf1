import { AppError, say } from '../base/index.ts';
import { cueError, receivedText } from './caption-fault.ts';
import { cleanText } from './caption-text.ts';
import { type Cue, type CueWord, MAX_CUE_SECONDS, MAX_CUE_WORDS } from './cue.ts';
import { CueList } from './cue-list.ts';
import { toMilliseconds } from './times.ts';

const FORM_HINT =
  'Write a list of cues, such as [{ "start": 1, "end": 3.5, "text": "Hello" }], with times in seconds.';

/** Parses captions of JSON text: a list of cues, or an object with `cues`. */
export function parseJson(text: string): { cues: Cue[] } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new AppError('captions_invalid', 'The captions are not valid JSON.', { hint: FORM_HINT });
  }
  const list = Array.isArray(json) ? json : (json as { cues?: unknown } | null)?.cues;
  return { cues: parseCueList(list) };
}

/**
 * Parses a list of cues `{ start, end, text, words? }`, with times in seconds. Throws `captions_invalid` whose
 * pointer is that of the field in the list.
 */
export function parseCueList(value: unknown): Cue[] {
  if (!Array.isArray(value)) {
    const message = say`Expected a list of cues for the captions but received ${receivedText(value)}.`;
    throw new AppError('captions_invalid', message, { hint: FORM_HINT });
  }
  const list = new CueList();
  for (const [index, entry] of value.entries()) list.add(parseCue(entry, index));
  return list.cues;
}

function parseCue(entry: unknown, index: number): Cue {
  const { start, end, text, words } = objectAt([index], entry);
  const times = timesOf([index], start, end, { isWord: false });
  const cue: Cue = { ...times, text: cleanText(textAt([index, 'text'], text)) };
  if (words === undefined) return cue;
  if (!Array.isArray(words) || words.length > MAX_CUE_WORDS)
    throw cueError([index, 'words'], words, {
      what: say`a list of at most ${MAX_CUE_WORDS} words`,
      hint: 'Write "words": [{ "start": 1, "end": 1.5, "text": "Hello" }], or leave it out.',
    });
  const parsedWords: CueWord[] = [];
  for (const [at, word] of words.entries()) {
    const earliest = parsedWords.at(-1)?.startSeconds ?? cue.startSeconds;
    parsedWords.push(parseWord([index, 'words', at], word, { ...cue, startSeconds: earliest }));
  }
  return parsedWords.length === 0 ? cue : { ...cue, words: inText(parsedWords, cue, index) };
}

/** The index of a cue, and the names of the fields that lead to a value in it. */
type Path = readonly [number, ...(string | number)[]];

/** Parses a word. It is spoken within `cue`, which begins with the word before. */
function parseWord(path: Path, entry: unknown, cue: Cue): CueWord {
  const { start, end, text } = objectAt(path, entry);
  const times = timesOf(path, start, end, { isWord: true });
  const inCue = (seconds: number) => Math.min(Math.max(seconds, cue.startSeconds), cue.endSeconds);
  return {
    startSeconds: inCue(times.startSeconds),
    endSeconds: inCue(times.endSeconds),
    text: cleanText(textAt([...path, 'text'], text)).replaceAll('\n', ' '),
  };
}

/** Checks that the words occur in the text of their cue, in this order. */
function inText(words: readonly CueWord[], { text }: Cue, index: number): CueWord[] {
  const line = text.replaceAll('\n', ' ');
  let from = 0;
  for (const [at, word] of words.entries()) {
    const position = line.indexOf(word.text, from);
    if (position < 0)
      throw cueError([index, 'words', at, 'text'], word.text, {
        what: say`words of the text in their order`,
        hint: 'Write each word as it is in the text, with its punctuation.',
      });
    from = position + word.text.length;
  }
  return words.filter((word) => word.text !== '');
}

/** Speech recognition rounds times, so a word may have no length. */
function timesOf(path: Path, start: unknown, end: unknown, { isWord }: { isWord: boolean }) {
  const [startSeconds, endSeconds] = [
    secondsAt([...path, 'start'], start),
    secondsAt([...path, 'end'], end),
  ];
  if (isWord ? endSeconds >= startSeconds : endSeconds > startSeconds)
    return { startSeconds, endSeconds };
  const hint = 'Write the start before the end.';
  throw cueError([...path, 'end'], end, { what: say`an end after the start`, hint });
}

function secondsAt(path: Path, value: unknown): number {
  if (typeof value === 'number' && value >= 0 && value <= MAX_CUE_SECONDS)
    return toMilliseconds(value);
  const hint = 'Write seconds from the start of the video, such as 1.5.';
  throw cueError(path, value, { what: say`a time in seconds`, hint });
}

function textAt(path: Path, value: unknown): string {
  if (typeof value === 'string') return value;
  throw cueError(path, value, { what: say`a text`, hint: 'Write "text": "Hello".' });
}

function objectAt(path: Path, value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  const what = say`an object with start, end and text`;
  throw cueError(path, value, { what, hint: FORM_HINT });
}
