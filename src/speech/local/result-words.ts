import { type CueWord, UNSPACED, wordRanges } from '../../captions/index.ts';
import { type AudioLevels, alignWords, heardSpans } from '../align-words.ts';

/** What sherpa-onnx has heard, as its JSON says it. Times are seconds from the start of the audio. */
export type EngineResult = {
  text?: unknown;
  lang?: unknown;
  tokens?: unknown;
  /** The start of each token; empty for models that find no times. */
  timestamps?: unknown;
  durations?: unknown;
  /** The sentences of Whisper. */
  segment_texts?: unknown;
  segment_timestamps?: unknown;
  segment_durations?: unknown;
};

/** A place of the text with its time. */
type Anchor = { at: number; end: number; seconds: number; until: number };

/** Characters of the text in which the next token is searched. */
const WINDOW = 60;
/** A spoken character takes about that long. */
const CHARACTER_SECONDS = 0.07;
const MIN_WORD_SECONDS = 0.06;
/** The last token of a word is not heard longer. */
const MAX_TOKEN_SECONDS = 0.5;
/** Tokens that are parts of a character, or no text. */
const NO_TEXT = /\uFFFD|^<0x[0-9A-F]{2}>$|^<\|.*\|>$|^<\w+>$/u;

/**
 * Returns the words of a result with their times. Times of tokens come from the model. Without them, the known text
 * is aligned to the pauses of the audio, or of each sentence whose times are known.
 */
export function resultWords(
  result: EngineResult,
  levels: AudioLevels,
  language: string | undefined,
): CueWord[] {
  const text = typeof result.text === 'string' ? result.text : '';
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  const anchors = anchorsIn(text, result);
  if (anchors.length > 0) return timedWords(text, anchors, levels, language);
  const duration = levels.levels.length * levels.stepSeconds;
  const parts = wholeText(text, segmentsIn(result, duration), duration);
  return parts.flatMap((part) => alignedWords(part, levels, language));
}

/** Finds the tokens in the text, in their order. */
function anchorsIn(text: string, { tokens, timestamps, durations }: EngineResult): Anchor[] {
  const names = textsIn(tokens);
  const starts = numbersIn(timestamps);
  if (names.length === 0 || starts.length !== names.length) return [];
  const lengths = numbersIn(durations);
  const anchors: Anchor[] = [];
  let from = 0;
  let last = 0;
  for (const [index, name] of names.entries()) {
    const token = name.replaceAll('▁', ' ').trim();
    if (token === '' || NO_TEXT.test(token)) continue;
    const at = text.slice(from, from + WINDOW + token.length).indexOf(token);
    if (at < 0) continue;
    // Times never go back.
    last = Math.max(last, starts[index] ?? 0);
    const length = lengths[index] ?? 0;
    const usual = Math.max(MIN_WORD_SECONDS, token.length * CHARACTER_SECONDS);
    const end = from + at + token.length;
    anchors.push({
      at: from + at,
      end,
      seconds: last,
      until: last + Math.min(MAX_TOKEN_SECONDS, length > 0 ? length : usual),
    });
    from = end;
  }
  return anchors;
}

function timedWords(
  text: string,
  anchors: readonly Anchor[],
  levels: AudioLevels,
  language: string | undefined,
): CueWord[] {
  const duration = levels.levels.length * levels.stepSeconds;
  const spans = heardSpans(levels);
  const ranges = wordRanges(text, language);
  const times = ranges.map(({ start }) => Math.min(duration, timeAt(anchors, start)));
  const starts = times.map((time, index) => heardFrom(time, times[index + 1] ?? duration, spans));
  return ranges.map(({ start, end }, index) => {
    const startSeconds = starts[index] ?? 0;
    const next = starts[index + 1] ?? duration;
    const last = anchors.findLast((anchor) => anchor.at < end && anchor.end > start);
    const token = Math.max(startSeconds, last?.seconds ?? 0);
    // A word lasts until it is quiet.
    const quietAt = spans.find((span) => span.start <= token + 0.05 && span.end > token)?.end;
    const heardUntil = Math.min(quietAt ?? token, token + MAX_TOKEN_SECONDS);
    const usual = Math.max(last?.until ?? 0, startSeconds + MIN_WORD_SECONDS, heardUntil);
    const endSeconds = Math.max(startSeconds, Math.min(usual, Math.max(next, startSeconds)));
    return { startSeconds, endSeconds, text: wordIn(text, start, end) };
  });
}

/** A word that begins in a pause is heard from its end on, if that is before the next word. */
function heardFrom(seconds: number, next: number, spans: ReturnType<typeof heardSpans>): number {
  const span = spans.find(({ end }) => end > seconds);
  return span && span.start > seconds && span.start < next ? span.start : seconds;
}

/** The time of a place in the text, between those that are known. */
function timeAt(anchors: readonly Anchor[], at: number): number {
  const index = anchors.findLastIndex((anchor) => anchor.at <= at);
  const last = anchors[index];
  const next = anchors[index + 1];
  if (!last) return next?.seconds ?? 0;
  if (last.at === at) return last.seconds;
  const passed = at - last.at;
  if (!next) return last.seconds + passed * CHARACTER_SECONDS;
  return last.seconds + ((next.seconds - last.seconds) * passed) / (next.at - last.at);
}

type Segment = { text: string; start: number; end: number };

/** Returns the sentences of Whisper. The end of one that is cut off is before its start. */
function segmentsIn(result: EngineResult, duration: number): Segment[] {
  const texts = textsIn(result.segment_texts);
  const starts = numbersIn(result.segment_timestamps);
  const durations = numbersIn(result.segment_durations);
  if (starts.length !== texts.length || durations.length !== texts.length) return [];
  return texts.flatMap((text, index) => {
    const start = Math.min(duration, starts[index] ?? 0);
    const end = Math.min(duration, start + (durations[index] ?? 0));
    const lastEnd = starts[index + 1] ?? duration;
    return text.trim() === '' ? [] : [{ text, start, end: end > start ? end : lastEnd }];
  });
}

/** Adds the parts of a text that are in no sentence, so that no word is lost. */
function wholeText(text: string, segments: readonly Segment[], duration: number): Segment[] {
  const parts: Segment[] = [];
  const add = (part: Segment) => /[\p{L}\p{N}]/u.test(part.text) && parts.push(part);
  let [from, passed] = [0, 0];
  for (const segment of segments) {
    const at = text.indexOf(segment.text, from);
    if (at < 0) return [{ text, start: 0, end: duration }];
    add({ text: text.slice(from, at), start: passed, end: segment.start });
    add(segment);
    [from, passed] = [at + segment.text.length, segment.end];
  }
  add({ text: text.slice(from), start: passed, end: duration });
  return parts;
}

/** Aligns a sentence to the pauses in its part of the audio. */
function alignedWords(
  { text, start, end }: Segment,
  { stepSeconds, levels }: AudioLevels,
  language: string | undefined,
): CueWord[] {
  const first = Math.min(levels.length, Math.max(0, Math.floor(start / stepSeconds)));
  const part = levels.slice(first, Math.max(first + 1, Math.ceil(end / stepSeconds)));
  const offset = first * stepSeconds;
  const ranges = wordRanges(text, language);
  return alignWords(text, { stepSeconds, levels: part }, language).map((word, index) => {
    const range = ranges[index] ?? { start: 0, end: 0 };
    return {
      startSeconds: offset + word.start,
      endSeconds: offset + word.end,
      text: wordIn(text, range.start, range.end),
    };
  });
}

/** A word with the space before it; the first word of a text has one, too, where words are separated. */
function wordIn(text: string, start: number, end: number): string {
  const word = text.slice(start, end);
  const lastSign = text[start - 1];
  const isSpaced = lastSign === undefined ? !UNSPACED.test(word) : /\s/u.test(lastSign);
  return isSpaced ? ` ${word}` : word;
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) && value.every((part) => typeof part === 'string') ? value : [];
}

function numbersIn(value: unknown): number[] {
  return Array.isArray(value) && value.every((part) => Number.isFinite(part)) ? value : [];
}
