import { type Cue, MAX_CUE_CHARACTERS, MAX_CUE_LINES } from './cue.ts';
import { segmenterOf } from './words.ts';

/** A finding about a cue. The times are those of the cue as it was given. */
export type CueFinding = { startSeconds: number; text: string } & (
  | { kind: 'joined' | 'crowded' | 'cut by the next' | 'outside' | 'cut at the end' }
  | { kind: 'too short' | 'too long'; seconds: number }
  | { kind: 'too fast'; charactersPerSecond: number; most: number }
);

const MIN_SECONDS = 0.7;
const MAX_SECONDS = 7;
/** Times of frames are rounded to milliseconds. */
const SLACK = 0.0015;

/**
 * Returns the cues in their order, without overlaps and within the video, and what was changed or is hard to read.
 * Of cues that overlap, the earlier one ends where the next one begins; cues that begin at the same time show
 * together, as lines of one cue, as far as a cue may have them. Without a duration, no cue is outside.
 */
export function checkCues(
  cues: readonly Cue[],
  durationSeconds = Number.POSITIVE_INFINITY,
): { cues: Cue[]; findings: CueFinding[] } {
  const findings: CueFinding[] = [];
  const shownCues: Cue[] = [];
  const find = (
    { startSeconds, text }: Cue,
    kind: 'joined' | 'crowded' | 'cut by the next' | 'outside' | 'cut at the end',
  ) => findings.push({ startSeconds, text, kind });
  const ordered = [...cues].sort((a, b) => a.startSeconds - b.startSeconds);
  for (const cue of ordered) {
    if (cue.startSeconds >= durationSeconds) {
      find(cue, 'outside');
      continue;
    }
    const isCut = cue.endSeconds > durationSeconds + SLACK;
    if (isCut) find(cue, 'cut at the end');
    const current = cue.endSeconds > durationSeconds ? endingAt(cue, durationSeconds) : cue;
    const previousCue = shownCues.at(-1);
    if (previousCue && current.startSeconds === previousCue.startSeconds) {
      const joined = joinedCue(previousCue, current);
      find(cue, joined ? 'joined' : 'crowded');
      if (joined) shownCues[shownCues.length - 1] = joined;
      continue;
    }
    if (previousCue && current.startSeconds < previousCue.endSeconds) {
      find(previousCue, 'cut by the next');
      shownCues[shownCues.length - 1] = endingAt(previousCue, current.startSeconds);
    }
    shownCues.push(current);
  }
  for (const cue of shownCues) findings.push(...readability(cue));
  findings.sort((a, b) => a.startSeconds - b.startSeconds);
  return { cues: shownCues, findings };
}

/** The cue with an earlier end; words that begin later are left out. */
function endingAt(cue: Cue, endSeconds: number): Cue {
  const words = cue.words
    ?.filter((word) => word.startSeconds < endSeconds)
    .map((word) => ({ ...word, endSeconds: Math.min(word.endSeconds, endSeconds) }));
  return { ...cue, endSeconds, ...(words && { words }) };
}

/**
 * Both texts, one below the other, without the times of words; undefined if they are more than a cue may have.
 */
function joinedCue(a: Cue, b: Cue): Cue | undefined {
  const { words: _words, ...cue } = a;
  const text = `${a.text}\n${b.text}`;
  const isTooLarge = text.length > MAX_CUE_CHARACTERS || text.split('\n').length > MAX_CUE_LINES;
  if (isTooLarge) return undefined;
  return { ...cue, endSeconds: Math.max(a.endSeconds, b.endSeconds), text };
}

/** The largest number of characters in a second that people read with ease, by script. The first that occurs counts. */
const SPEEDS: readonly (readonly [RegExp, number])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 9],
  [/\p{Script=Hangul}/u, 12],
  [/\p{Script=Han}/u, 9],
  [/\p{Script=Arabic}/u, 20],
];
const USUAL_SPEED = 21;

function readability(cue: Cue): CueFinding[] {
  const { startSeconds, endSeconds, text } = cue;
  const seconds = Math.round((endSeconds - startSeconds) * 1000) / 1000;
  const place = { startSeconds, text };
  const findings: CueFinding[] = [];
  if (seconds < MIN_SECONDS) findings.push({ ...place, kind: 'too short', seconds });
  if (seconds > MAX_SECONDS) findings.push({ ...place, kind: 'too long', seconds });
  const most = SPEEDS.find(([script]) => script.test(text))?.[1] ?? USUAL_SPEED;
  // Only a text with that many units can have that many characters.
  if (text.length <= most * seconds) return findings;
  let count = 0;
  for (const { segment } of segmenterOf(undefined, 'grapheme').segment(text))
    if (segment !== '\n') count += 1;
  const charactersPerSecond = Math.round((count / Math.max(seconds, 0.001)) * 10) / 10;
  if (charactersPerSecond > most)
    findings.push({ ...place, kind: 'too fast', charactersPerSecond, most });
  return findings;
}
