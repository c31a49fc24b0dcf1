import { AppError, type Message, say, type Wording } from '../base/index.ts';
import type { CueWord } from '../captions/index.ts';
import { placeOf } from './place-of.ts';

/** What a server has heard: words, or whole segments, with times in seconds from the start of the audio. */
export type Transcript = {
  /** A word keeps the space before it; signs belong to the word before them. */
  words: CueWord[];
  /** The tag of the language that the server has found. */
  language?: string;
};

/** Nobody says as many words in ten minutes. */
const MAX_WORDS = 20_000;
const MAX_CHARACTERS = 100_000;
/** Thresholds of Whisper for text that was made of noise. */
const [MAX_SILENCE, MIN_CONFIDENCE] = [0.6, -1];

type Json = Readonly<Record<string, unknown>>;
type Segment = CueWord & { words: CueWord[]; isNoise: boolean };

/**
 * Reads an answer of `/audio/transcriptions` with the format `verbose_json`. Servers differ: words may stand in
 * the answer or in its segments, or only segments have times. Times outside of the audio, `seconds` long, are
 * cut. Throws `transcription_failed`; `server` is its name in errors.
 */
export function readTranscript(
  text: string,
  { seconds, server }: { seconds: number; server: Message },
): Transcript {
  const json = objectIn(text, server);
  // Before anything is searched in them.
  for (const list of [json['words'], json['segments']])
    if (Array.isArray(list) && list.length > MAX_WORDS) throw tooManyWords(server);
  const plainText = typeof json['text'] === 'string' ? json['text'] : '';
  const segments = listOf(json['segments']).flatMap((value) => segmentOf(value, seconds));
  const ownWords = wordsOf(json['words'], seconds);
  const words = ownWords.length > 0 ? withoutNoise(ownWords, segments) : segmentWords(segments);
  if (words.length === 0 && segments.length === 0 && /[\p{L}\p{N}]/u.test(plainText))
    throw failure(say`The answer of ${server} has no times.`, NO_TIMES_HINT);
  if (words.length > MAX_WORDS || charactersOf(words) > MAX_CHARACTERS) throw tooManyWords(server);
  const spokenText = plainText.trim() === '' ? segments.map((s) => s.text).join(' ') : plainText;
  const language = languageTag(json['language']);
  const wordsWithSigns = withSigns(words, spokenText);
  if (charactersOf(wordsWithSigns) > MAX_CHARACTERS) throw tooManyWords(server);
  return { words: wordsWithSigns, ...(language !== undefined && { language }) };
}

function charactersOf(words: readonly CueWord[]): number {
  return words.reduce((sum, { text }) => sum + text.length, 0);
}

function tooManyWords(server: Message): AppError {
  return failure(say`The answer of ${server} has too many words.`, OTHER_SERVER_HINT);
}

/** The error of a service that recognises no words. */
export function noTranscriptionError(): AppError {
  return new AppError(
    'transcription_unavailable',
    'The service does not recognise words in audio.',
    {
      hint: 'The operator of the service sets FRAMEPRESS_TRANSCRIPTION_URL to a transcription server, or FRAMEPRESS_TRANSCRIPTION_MODEL_FOLDER to a model. Or send the captions as a file.',
    },
  );
}

const NO_TIMES_HINT =
  'The operator of the service sets FRAMEPRESS_TRANSCRIPTION_MODEL to a model that gives the times of words, with the response format verbose_json.';
const OTHER_SERVER_HINT = say`The operator of the service checks ${'FRAMEPRESS_TRANSCRIPTION_URL'}.`;

/** A wrong answer is not better the next time. */
function failure(message: Message, hint: Wording): AppError {
  return new AppError('transcription_failed', message, { hint, retryable: false });
}

function objectIn(text: string, server: Message): Json {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  } catch {
    // Reported below.
  }
  throw failure(say`The answer of ${server} is not a JSON object.`, OTHER_SERVER_HINT);
}

function listOf(value: unknown): readonly Json[] {
  if (!Array.isArray(value)) return [];
  return value.filter((entry): entry is Json => typeof entry === 'object' && entry !== null);
}

/** Words with times within the audio. A word without times, such as a number, stands between its neighbours. */
function wordsOf(value: unknown, seconds: number): CueWord[] {
  const entries = listOf(value);
  const words: CueWord[] = [];
  let timedCount = 0;
  for (const [index, entry] of entries.entries()) {
    const text = [entry['word'], entry['text']].find((part) => typeof part === 'string');
    if (text === undefined) continue;
    const start = timeIn(entry['start']);
    const end = timeIn(entry['end']);
    if (start !== undefined) timedCount += 1;
    const startSeconds = start ?? words.at(-1)?.endSeconds ?? 0;
    const endSeconds =
      end ??
      (start === undefined ? (timeIn(entries[index + 1]?.['start']) ?? startSeconds) : start);
    const word = within({ startSeconds, endSeconds, text: text as string }, seconds);
    if (word) words.push(word);
  }
  return timedCount * 2 > words.length ? words : [];
}

function segmentOf(entry: Json, seconds: number): Segment[] {
  const [startSeconds, endSeconds] = [timeIn(entry['start']), timeIn(entry['end'])];
  const { text, no_speech_prob: silence, avg_logprob: confidence } = entry;
  if (typeof text !== 'string' || startSeconds === undefined || endSeconds === undefined) return [];
  const segment = within({ startSeconds, endSeconds, text }, seconds);
  if (!segment || segment.text.trim() === '') return [];
  const isNoise =
    typeof silence === 'number' &&
    typeof confidence === 'number' &&
    silence > MAX_SILENCE &&
    confidence < MIN_CONFIDENCE;
  return [{ ...segment, words: wordsOf(entry['words'], seconds), isNoise }];
}

/** Seconds; some servers write them as texts. */
function timeIn(value: unknown): number | undefined {
  const isText = typeof value === 'string' && value.trim() !== '';
  const seconds = typeof value === 'number' ? value : isText ? Number(value) : Number.NaN;
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** Cuts times to the audio; undefined for what begins behind its end, or ends before its start. */
function within(word: CueWord, seconds: number): CueWord | undefined {
  if (word.startSeconds >= seconds || (word.endSeconds < 0 && word.startSeconds < 0))
    return undefined;
  const startSeconds = Math.max(0, word.startSeconds);
  return {
    startSeconds,
    endSeconds: Math.min(seconds, Math.max(startSeconds, word.endSeconds)),
    text: word.text,
  };
}

/** The words of the segments; a segment without words of its own counts as one. */
function segmentWords(segments: readonly Segment[]): CueWord[] {
  return segments
    .filter(({ isNoise }) => !isNoise)
    .flatMap(({ words, startSeconds, endSeconds, text }) =>
      words.length > 0 ? words : [{ startSeconds, endSeconds, text: ` ${text.trim()}` }],
    );
}

function withoutNoise(words: readonly CueWord[], segments: readonly Segment[]): CueWord[] {
  const noise = segments.filter(({ isNoise }) => isNoise);
  if (noise.length === 0) return [...words];
  return words.filter(
    ({ startSeconds }) =>
      !noise.some((part) => startSeconds >= part.startSeconds && startSeconds < part.endSeconds),
  );
}

const SIGN = /[^\p{L}\p{N}\p{M}\s]/u;
const OPENING = /[\p{Ps}\p{Pi}¿¡]/u;

/** Adds the signs and spaces that the text has around each word: some servers list the words without them. */
function withSigns(words: readonly CueWord[], text: string): CueWord[] {
  let from = 0;
  return words.map((word) => {
    const bare = word.text.trim();
    const at = bare === '' ? undefined : placeOf(bare, text, from);
    if (at === undefined) return word;
    let [start, end] = [at, at + bare.length];
    while (start > from && OPENING.test(text[start - 1] ?? '')) start -= 1;
    while (end < text.length && SIGN.test(text[end] ?? '') && !OPENING.test(text[end] ?? ''))
      end += 1;
    const hasSpace = /\s/.test(text[start - 1] ?? '') || /^\s/.test(word.text);
    from = end;
    return { ...word, text: (hasSpace ? ' ' : '') + text.slice(start, end) };
  });
}

let tagsByName: ReadonlyMap<string, string> | undefined;

/** Returns the tag of a language that a server names by a tag, or in English. */
function languageTag(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const name = value.trim().toLowerCase();
  if (/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/.test(name) && name.length < 12) return name;
  tagsByName ??= namedTags();
  return tagsByName.get(name);
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

function namedTags(): Map<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  const tags = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return new Map(
    tags.flatMap((tag): [string, string][] => {
      const name = names.of(tag);
      return name === undefined ? [] : [[name.toLowerCase(), tag]];
    }),
  );
}
