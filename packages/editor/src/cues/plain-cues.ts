import { type Cue, MAX_CUES, toMilliseconds } from './cue.ts';

/** Two lines of a caption. */
const MAX_CHARACTERS = 80;
/** A comfortable speed of reading. */
const CHARACTERS_A_SECOND = 15;
const MIN_SECONDS = 1.2;
const MAX_SECONDS = 6;

/** Whether a text is the content of a file with times, not a plain text. */
export function isTimedText(text: string): boolean {
  const start = text.trimStart();
  return text.includes('-->') || /^(?:WEBVTT(?:\s|$)|\[script info|[[{]\s*["{\]])/i.test(start);
}

/**
 * Makes captions of a plain text: one for each line or sentence, one after the other, in proportion to their
 * length. They fill the video, unless each of them would then show for too long.
 */
export function cuesOfText(text: string, duration: number, language?: string): Cue[] {
  const parts = text
    .split(/\r\n?|\n/)
    .flatMap((line) => sentencesOf(line.trim(), language))
    .flatMap((sentence) => shortParts(sentence))
    .slice(0, MAX_CUES);
  const lengths = parts.map(({ length }) => Math.max(MIN_SECONDS, length / CHARACTERS_A_SECOND));
  const total = lengths.reduce((sum, seconds) => sum + seconds, 0);
  const scale = duration > 0 && total > 0 ? duration / total : 1;
  let start = 0;
  return parts.map((part, at) => {
    const seconds = Math.min(MAX_SECONDS, (lengths[at] ?? MIN_SECONDS) * scale);
    const cue = { start: toMilliseconds(start), end: toMilliseconds(start + seconds), text: part };
    start += seconds;
    return cue;
  });
}

function sentencesOf(line: string, language: string | undefined): string[] {
  const segments = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(line);
  return [...segments].map(({ segment }) => segment.trim()).filter((segment) => segment !== '');
}

/** Divides a long sentence in halves, at a sign of punctuation or a space near the middle. */
function shortParts(sentence: string): string[] {
  if (sentence.length <= MAX_CHARACTERS) return [sentence];
  const middle = sentence.length / 2;
  const nearest = (pattern: RegExp, room: number) =>
    [...sentence.matchAll(pattern)]
      .map(({ index, 0: sign }) => index + sign.length)
      .filter((at) => Math.abs(at - middle) <= room)
      .toSorted((place, other) => Math.abs(place - middle) - Math.abs(other - middle))[0];
  const at =
    nearest(/[,;:–—،、，]\s*/gu, middle / 2) ??
    nearest(/\s+/gu, middle - 1) ??
    Math.ceil(middle / 2) * 2;
  const [first, second] = [sentence.slice(0, at).trim(), sentence.slice(at).trim()];
  if (first === '' || second === '') return [sentence];
  return [...shortParts(first), ...shortParts(second)];
}
