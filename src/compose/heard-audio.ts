import type { CueWord } from '../captions/index.ts';
import { frameSeconds } from '../lottie/index.ts';
import type { ParsedAudio, ParsedMapping } from '../mapping/index.ts';
import type { GainKey, Template } from '../template/index.ts';
import { placeAudio } from './audio.ts';
import { type AudioClip, type AudioSources, rateOf } from './audio-clip.ts';

/** A part of a file's audio, in its own time. */
type HeardSpan = { digest: string; originSeconds?: number; fromSeconds: number; toSeconds: number };

/**
 * The audio whose words are wanted. `clips` make it: each part of a file that the video plays once, one after
 * another, at the speed of the file. `places` are the clips of the video that play it. For the whole audio of
 * the video, both are the mix.
 */
export type HeardAudio = {
  clips: AudioClip[];
  seconds: number;
  /** Absent for the mix, whose time is that of the video. */
  places?: AudioClip[];
};

/** Between two parts: their words do not run together. */
const PAUSE_SECONDS = 1;
const FULL: readonly GainKey[] = [[0, 1, 1]];
/** Words of all repetitions of loops. */
const MAX_WORDS = 50_000;
/** Layers that show the same video at the same time say the same words. */
const SAME_SECONDS = 0.05;

/** Returns the whole audio of the video. */
export function heardMix(
  template: Template,
  mapping: ParsedMapping,
  sources: AudioSources,
): HeardAudio {
  const { frameCount, fps } = template.video;
  return { clips: placeAudio(template, mapping, sources), seconds: frameSeconds(frameCount, fps) };
}

/** Returns the audio of an editable that the video plays, however loud. A silenced track has no clips. */
export function heardEditable(
  template: Template,
  mapping: ParsedMapping,
  { editable, sources }: { editable: string; sources: AudioSources },
): HeardAudio {
  const audioSources = template.audioSources
    .filter((audio) => audio.editable === editable)
    .map((audio) => ({ ...audio, gain: [...FULL] }));
  const entry = Object.hasOwn(mapping.entries, editable) ? mapping.entries[editable] : undefined;
  const entries = entry ? { [editable]: entry.kind === 'audio' ? atFullVolume(entry) : entry } : {};
  const file = sources.tracks.get(editable);
  // The track `voice` is no part of the template's audio.
  const tracks = new Map(file ? [[editable, file] as const] : []);
  const ownSources = { ...sources, tracks };
  return heardClips(placeAudio({ ...template, audioSources }, { ...mapping, entries }, ownSources));
}

/** A track that is turned down is played, too. */
function atFullVolume({ volume: _, ...track }: ParsedAudio): ParsedAudio {
  return track;
}

/** Returns the audio that clips of the video play. */
function heardClips(places: AudioClip[]): HeardAudio {
  const clips: AudioClip[] = [];
  let seconds = 0;
  for (const { digest, fromSeconds, toSeconds, ...origin } of joinedSpans(places.map(spanOf))) {
    const startSeconds = seconds === 0 ? 0 : seconds + PAUSE_SECONDS;
    seconds = startSeconds + (toSeconds - fromSeconds);
    clips.push({
      digest,
      ...origin,
      startSeconds,
      endSeconds: seconds,
      trimStartSeconds: fromSeconds,
      speed: 1,
      gain: FULL,
      fadeInSeconds: 0,
      fadeOutSeconds: 0,
    });
  }
  return { clips, seconds, places };
}

/** The part of its file that a clip plays; that of a loop only once. */
function spanOf(clip: AudioClip): HeardSpan {
  const { digest, originSeconds, startSeconds, endSeconds, trimStartSeconds } = clip;
  const playedSeconds = (endSeconds - startSeconds) * rateOf(clip);
  const toSeconds = trimStartSeconds + Math.min(playedSeconds, clip.loopSeconds ?? playedSeconds);
  return {
    digest,
    ...(originSeconds !== undefined && { originSeconds }),
    fromSeconds: trimStartSeconds,
    toSeconds,
  };
}

/** Joins spans of the same file that overlap. */
function joinedSpans(spans: readonly HeardSpan[]): HeardSpan[] {
  const joined: HeardSpan[] = [];
  const ordered = [...spans].sort((a, b) => a.fromSeconds - b.fromSeconds);
  for (const span of ordered) {
    const earlier = joined.find(
      (other) =>
        other.digest === span.digest &&
        other.originSeconds === span.originSeconds &&
        other.toSeconds >= span.fromSeconds,
    );
    if (earlier) earlier.toSeconds = Math.max(earlier.toSeconds, span.toSeconds);
    else joined.push({ ...span });
  }
  return joined;
}

/** Moves words of heard audio to the times at which the video plays them. Words that it does not play are left out. */
export function wordsInVideo(
  words: readonly CueWord[],
  { clips, places }: Pick<HeardAudio, 'clips' | 'places'>,
): CueWord[] {
  if (!places) return [...words];
  const inFiles = new Map<string, CueWord[]>();
  for (const { digest, startSeconds, endSeconds, trimStartSeconds } of clips) {
    const toFile = trimStartSeconds - startSeconds;
    const fileWords = words
      .filter((word) => middleOf(word) >= startSeconds && middleOf(word) < endSeconds)
      .map((word) => movedWord(word, (seconds) => seconds + toFile));
    inFiles.set(digest, [...(inFiles.get(digest) ?? []), ...fileWords]);
  }
  return fileWordsInVideo(places, inFiles);
}

/** Moves words, whose times are those of their files, to the times at which clips of the video play them. */
export function fileWordsInVideo(
  places: readonly AudioClip[],
  words: ReadonlyMap<string, readonly CueWord[]>,
): CueWord[] {
  const placedWords: CueWord[] = [];
  for (const clip of places)
    for (const word of playedWords(clip, words.get(clip.digest) ?? [])) {
      if (placedWords.length >= MAX_WORDS) break;
      placedWords.push(word);
    }
  placedWords.sort((a, b) => a.startSeconds - b.startSeconds);
  return placedWords.filter((word, index) => !isRepeated(word, placedWords[index - 1]));
}

function isRepeated(word: CueWord, earlier: CueWord | undefined): boolean {
  return (
    earlier?.text === word.text && Math.abs(word.startSeconds - earlier.startSeconds) < SAME_SECONDS
  );
}

/** The words that a clip plays, with those of each repetition. */
function* playedWords(clip: AudioClip, words: readonly CueWord[]): Generator<CueWord> {
  const { startSeconds, endSeconds, trimStartSeconds, loopSeconds } = clip;
  const { toSeconds } = spanOf(clip);
  const rate = rateOf(clip);
  const periodSeconds = loopSeconds === undefined ? Infinity : loopSeconds / rate;
  const spanWords = words.filter(
    (word) => middleOf(word) >= trimStartSeconds && middleOf(word) < toSeconds,
  );
  for (let passStart = startSeconds; passStart < endSeconds; passStart += periodSeconds) {
    for (const word of spanWords) {
      const playedWord = movedWord(word, (seconds) =>
        clamp(passStart + (seconds - trimStartSeconds) / rate, passStart, endSeconds),
      );
      if (playedWord.startSeconds < endSeconds) yield playedWord;
    }
    if (spanWords.length === 0) return;
  }
}

function middleOf({ startSeconds, endSeconds }: CueWord): number {
  return (startSeconds + endSeconds) / 2;
}

function movedWord(
  { startSeconds, endSeconds, text }: CueWord,
  move: (seconds: number) => number,
): CueWord {
  return { startSeconds: move(startSeconds), endSeconds: move(endSeconds), text };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
