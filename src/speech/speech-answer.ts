import type { SaidWord } from './align-words.ts';

/** The answer of a speech server that gives the times of words. */
export type SpeechAnswer = { audio: Buffer; words: SaidWord[] };

/** Nobody says as many words in an hour. */
const [MAX_WORDS, MAX_CHARACTERS] = [20_000, 200];

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads a JSON answer with the audio in base64 (`audio` or `audio_base64`) and its words (`words` or `timestamps`,
 * each `word` or `text` with `start`, `end` or `start_time`, `end_time` in seconds). Words that cannot be read are
 * left out. Undefined: the answer has no audio.
 */
export function readSpeechAnswer(text: string): SpeechAnswer | undefined {
  const json = jsonIn(text);
  const base64 = [json?.['audio'], json?.['audio_base64']].find((part) => typeof part === 'string');
  if (!json || base64 === undefined) return undefined;
  const list = [json['words'], json['timestamps']].find((part) => Array.isArray(part)) ?? [];
  const entries = (list as unknown[]).slice(0, MAX_WORDS);
  return { audio: Buffer.from(base64 as string, 'base64'), words: entries.flatMap(wordOf) };
}

function jsonIn(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

function wordOf(entry: unknown): SaidWord[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const {
    word,
    text = word,
    start,
    start_time: from = start,
    end,
    end_time: to = end,
  } = entry as Json;
  const isWord =
    typeof text === 'string' && text.length <= MAX_CHARACTERS && isTime(from) && isTime(to);
  return isWord ? [{ text, start: from, end: to }] : [];
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
