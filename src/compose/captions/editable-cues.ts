import { type Cue, type CueWord, MAX_CUES } from '../../captions/index.ts';
import { frameSeconds } from '../../lottie/index.ts';
import { entryOf, type ParsedMapping } from '../../mapping/index.ts';
import type { Template, TemplateAudio } from '../../template/index.ts';
import { fittedAudio } from '../audio-fit.ts';

/** A file that fills a video or audio editable. A still image in the place of a video has no duration. */
export type PlayedFile = { durationSeconds?: number };

/**
 * A part of the video in which a file plays. Its own time passes from `elapsedSeconds` on, with `speed`; the file
 * is at its trim when no time has passed, and begins there again after `loopSeconds`.
 */
type Part = {
  startSeconds: number;
  endSeconds: number;
  elapsedSeconds: number;
  speed: number;
  trimSeconds: number;
  loopSeconds?: number;
};

/**
 * Cues in the time of the video, and the starts of those that it never shows, in the time of the file. `isTooMany`:
 * further repetitions are left out.
 */
export type PlacedCues = {
  cues: Cue[];
  leftOutSeconds: number[];
  isPlayed: boolean;
  isTooMany: boolean;
};

/**
 * Returns cues of the file of an editable at the times at which the video plays them: in all of its places, from
 * its trim on, with their speed and repeated. `files` are the files of the mapping, by editable.
 */
export function cuesOfEditable(
  cues: readonly Cue[],
  name: string,
  {
    template,
    mapping,
    files,
  }: {
    template: Pick<Template, 'audioSources' | 'video'>;
    mapping: ParsedMapping;
    files: ReadonlyMap<string, PlayedFile>;
  },
): PlacedCues {
  const { frameCount, fps } = template.video;
  const end = frameSeconds(frameCount, fps);
  const parts = template.audioSources
    .filter(({ editable }) => editable === name)
    .flatMap((place) => partOf(place, { mapping, file: files.get(name), end }) ?? []);
  const placed = new Map<string, Cue>();
  const leftOutSeconds: number[] = [];
  let isTooMany = false;
  for (const cue of cues) {
    const shownCues = parts.flatMap((part) => shownIn(cue, part));
    if (shownCues.length === 0) leftOutSeconds.push(cue.startSeconds);
    for (const shownCue of shownCues) {
      // Layers that play the same part together have one caption.
      const key = JSON.stringify([shownCue.startSeconds, shownCue.endSeconds, shownCue.text]);
      if (placed.size < MAX_CUES) placed.set(key, shownCue);
      else if (!placed.has(key)) isTooMany = true;
    }
  }
  const inOrder = [...placed.values()].sort((a, b) => a.startSeconds - b.startSeconds);
  return { cues: inOrder, leftOutSeconds, isPlayed: parts.length > 0, isTooMany };
}

/** Shorter loops are not repeated; see `placeAudio`. */
const MIN_LOOP_SECONDS = 0.02;

type Playing = { mapping: ParsedMapping; file: PlayedFile | undefined; end: number };

/** The part of the video in which a place of an editable plays a file; undefined if none plays. */
function partOf(place: TemplateAudio, { mapping, file, end }: Playing): Part | undefined {
  const { kind, editable, startSeconds, trimStartSeconds: elapsedSeconds, speed } = place;
  const endSeconds = Math.min(place.endSeconds, end);
  const span = { startSeconds, endSeconds, elapsedSeconds, speed };
  if (!(startSeconds < endSeconds)) return undefined;
  if (kind === 'audio') {
    const track = entryOf(mapping, editable, 'audio');
    if (!track) return { ...span, trimSeconds: 0 };
    if (track.source === null) return undefined;
    const { trimStartSeconds: trimSeconds, isLooped } = track;
    const { durationSeconds = 0 } = file ?? {};
    const { tempo } = fittedAudio(track, { durationSeconds }, endSeconds - startSeconds);
    const ownSpeed = { ...span, elapsedSeconds: 0, speed: tempo, trimSeconds };
    return { ...ownSpeed, ...loopOf(isLooped, trimSeconds, file) };
  }
  const video = entryOf(mapping, editable, 'video');
  if (!video) return { ...span, trimSeconds: 0 };
  if (file && file.durationSeconds === undefined) return undefined;
  const { trimStartSeconds: trimSeconds, endBehavior } = video;
  return { ...span, trimSeconds, ...loopOf(endBehavior === 'loop', trimSeconds, file) };
}

function loopOf(
  isLooped: boolean,
  trimSeconds: number,
  { durationSeconds = 0 }: PlayedFile = {},
): Pick<Part, 'loopSeconds'> {
  const loopSeconds = durationSeconds - trimSeconds;
  return isLooped && loopSeconds >= MIN_LOOP_SECONDS ? { loopSeconds } : {};
}

/** The cue in the time of the video, once for each repetition in which a part shows it. */
function shownIn(cue: Cue, part: Part): Cue[] {
  const { startSeconds, endSeconds, elapsedSeconds, speed, trimSeconds, loopSeconds } = part;
  const [first, last] = [elapsedSeconds, elapsedSeconds + (endSeconds - startSeconds) * speed];
  const cueStart = cue.startSeconds - trimSeconds;
  const cueEnd = cue.endSeconds - trimSeconds;
  if (cueEnd <= 0 || (loopSeconds !== undefined && cueStart >= loopSeconds)) return [];
  const rounds = loopSeconds === undefined ? 0 : Math.floor(last / loopSeconds);
  const firstRound = loopSeconds === undefined ? 0 : Math.floor(first / loopSeconds);
  const cues: Cue[] = [];
  for (let round = firstRound; round <= rounds && cues.length <= MAX_CUES; round += 1) {
    const begun = round * (loopSeconds ?? 0);
    // Within a repetition, nothing before the trim is played.
    const from = Math.max(first, begun, begun + cueStart);
    const to = Math.min(last, begun + Math.min(cueEnd, loopSeconds ?? cueEnd));
    const inVideo = (elapsed: number) =>
      toMilliseconds(startSeconds + (elapsed - elapsedSeconds) / speed);
    const [start, end] = [inVideo(from), inVideo(to)];
    if (!(from < to && start < end)) continue;
    const words =
      cue.words &&
      wordsIn(cue.words, { start, end }, (seconds) => inVideo(begun + seconds - trimSeconds));
    const { words: _words, ...wordless } = cue;
    cues.push({ ...wordless, startSeconds: start, endSeconds: end, ...(words && { words }) });
  }
  return cues;
}

/** Words in the time of the video; those that it does not play stay as they are at the edges of the cue. */
function wordsIn(
  words: readonly CueWord[],
  { start, end }: { start: number; end: number },
  inVideo: (seconds: number) => number,
): CueWord[] {
  const limited = (seconds: number) => Math.min(end, Math.max(start, inVideo(seconds)));
  return words.map(({ text, startSeconds, endSeconds }) => ({
    text,
    startSeconds: limited(startSeconds),
    endSeconds: limited(endSeconds),
  }));
}

function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
