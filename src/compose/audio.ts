import { AppError, defined, expected, fault, jsonPointer, quoted, say } from '../base/index.ts';
import { type DependentLayer, dependentLayers, exactFps, frameSeconds } from '../lottie/index.ts';
import { entryOf, type ParsedAudio, type ParsedMapping } from '../mapping/index.ts';
import {
  type GainKey,
  levelKeys,
  loudestOf,
  type Template,
  type TemplateAudio,
} from '../template/index.ts';
import { type DependentValues, NO_DEPENDENT_VALUES } from './dependent-values.ts';

/** A piece of audio on the video's timeline. Plain data; times in seconds, exact. */
export type AudioClip = {
  /** SHA-256 of its file. */
  digest: string;
  /** When it plays in the output. */
  startSeconds: number;
  endSeconds: number;
  /** Start within the source. */
  trimStartSeconds: number;
  /** Source seconds per output second; the pitch changes with it. */
  speed: number;
  /** Gain factors at output times, interpolated linearly. At least one key. */
  gain: readonly GainKey[];
  fadeInSeconds: number;
  fadeOutSeconds: number;
  /** Source seconds after which it repeats from its trim; absent: it plays once. */
  loopSeconds?: number;
  /** Start of the clip's time in the source's own time; default: the start of its first stream. */
  originSeconds?: number;
};

/**
 * An audio file. `originSeconds`: the start of its time in its own time; default: the start of its
 * first stream.
 */
export type AudioFile = { sha256: string; durationSeconds: number; originSeconds?: number };

/** The video of a video editable, as far as its audio is concerned; times in seconds. */
export type VideoAudio = AudioFile & {
  /** Time of the first frame, in the file's own time. */
  originSeconds: number;
  trimStartSeconds: number;
  endBehavior: 'freeze' | 'loop' | 'hide';
  /** 0–1. */
  volume: number;
};

/** The available audio: the customer's by editable name, the template's own by asset id. */
export type AudioSources = {
  tracks: ReadonlyMap<string, AudioFile>;
  assets: ReadonlyMap<string, AudioFile>;
  videos: ReadonlyMap<string, VideoAudio>;
};

export const NO_AUDIO: AudioSources = { tracks: new Map(), assets: new Map(), videos: new Map() };

/** Shorter loops are not repeated: the result would be a tone. */
const SHORTEST_LOOP_SECONDS = 0.02;
/** Maximum number of keys of all levels that depend on editables. */
const MAX_DEPENDENT_KEYS = 100_000;

/**
 * All audio clips of the video, in the order of the template's layers. Throws an AppError with a
 * fault for each track whose trim leaves no audio.
 */
export function placeAudio(
  template: Template,
  mapping: ParsedMapping,
  audioSources: AudioSources,
  dependentValues: DependentValues = NO_DEPENDENT_VALUES,
): AudioClip[] {
  checkTrims(mapping, audioSources);
  const { frameCount, fps } = template.video;
  const end = frameSeconds(frameCount, fps);
  return withDependentLevels(template, dependentValues)
    .flatMap((audio) => clipsOf(audio, mapping, audioSources))
    .map((clip) => ({ ...clip, endSeconds: Math.min(end, clip.endSeconds) }))
    .filter((clip) => clip.endSeconds > clip.startSeconds && isHeard(clip));
}

/** Returns the audio of the template, with the levels that depend on editables. */
function withDependentLevels(
  template: Template,
  { baked }: DependentValues,
): readonly TemplateAudio[] {
  if (baked.size === 0 || template.audioSources.length === 0) return template.audioSources;
  const layers = dependentLayers(template.lottie).filter(({ layer }) => layer.au?.lv !== undefined);
  const byPath = Map.groupBy(layers, ({ path }) => path);
  let remainingKeys = MAX_DEPENDENT_KEYS;
  return template.audioSources.map((audio) => {
    const dependentLayer = byPath
      .get(audio.path)
      ?.find(({ layer }) => layer.refId === audio.assetId);
    const gain =
      dependentLayer &&
      remainingKeys > 0 &&
      dependentGainOf(audio, dependentLayer, { baked, template });
    if (!gain) return audio;
    remainingKeys -= gain.length;
    return { ...audio, gain };
  });
}

/**
 * The gain of audio whose level an expression computes from editables; undefined if no expression gave
 * values. Times are in seconds of the video.
 */
function dependentGainOf(
  { startSeconds, trimStartSeconds, speed }: TemplateAudio,
  { layer, dependents }: DependentLayer,
  { baked, template }: { baked: DependentValues['baked']; template: Template },
): GainKey[] | undefined {
  const level = layer.au?.lv;
  const dependent = dependents.find((other) => (other as unknown) === level);
  const values = dependent && baked.get(dependent.xn);
  if (!values) return undefined;
  const { st = 0, sr = 1 } = layer;
  // The layer's own time starts at frame `st` of the composition that it is in.
  const origin = startSeconds - trimStartSeconds / speed;
  const frames = exactFps(template.lottie.fr) * speed * (sr || 1);
  return levelKeys(structuredClone(values) as typeof level, (at) => origin + (at - st) / frames);
}

/**
 * The clips of one audio of the template: of the customer's video, of the mapping's file, or the template's
 * own file. None if the mapping silences it, or the file is missing.
 */
function clipsOf(
  audio: TemplateAudio,
  mapping: ParsedMapping,
  { tracks: files, assets, videos }: AudioSources,
): AudioClip[] {
  const { editable, assetId } = audio;
  if (audio.kind === 'video' && editable !== undefined) {
    const video = videos.get(editable);
    return video ? videoClips(audio, video) : [];
  }
  const entry = entryOf(mapping, editable, 'audio');
  const ownFile = assets.get(assetId ?? '');
  if (entry === undefined) return ownFile ? [ownClip(audio, ownFile)] : [];
  const file = files.get(editable ?? '');
  return entry.source === null || !file ? [] : [trackClip(audio, entry, file)];
}

/** Plays the template's own file, at most to its end. */
function ownClip(audio: TemplateAudio, file: AudioFile): AudioClip {
  const { startSeconds, endSeconds, trimStartSeconds, speed, gain } = audio;
  const { originSeconds } = file;
  const remainingSeconds = (file.durationSeconds - trimStartSeconds) / speed;
  return {
    digest: file.sha256,
    ...defined({ originSeconds }),
    startSeconds,
    endSeconds: Math.min(endSeconds, startSeconds + remainingSeconds),
    trimStartSeconds,
    speed,
    gain,
    fadeInSeconds: 0,
    fadeOutSeconds: 0,
  };
}

/** The customer's audio in place of the template's: it has the same length, and its own speed. */
function trackClip(audio: TemplateAudio, entry: ParsedAudio, file: AudioFile): AudioClip {
  const { trimStartSeconds, volume, fadeInSeconds, fadeOutSeconds } = entry;
  const { startSeconds, endSeconds, gain } = audio;
  const remainingSeconds = file.durationSeconds - trimStartSeconds;
  const isLooped = entry.isLooped && remainingSeconds >= SHORTEST_LOOP_SECONDS;
  return {
    digest: file.sha256,
    startSeconds,
    endSeconds: isLooped ? endSeconds : Math.min(endSeconds, startSeconds + remainingSeconds),
    trimStartSeconds,
    speed: 1,
    gain: volume === undefined ? gain : atVolume(gain, volume),
    fadeInSeconds,
    fadeOutSeconds,
    ...(isLooped && { loopSeconds: remainingSeconds }),
  };
}

/**
 * The audio of a video layer. It follows the layer's own time from the trim on. If the layer starts
 * within a loop, the result is the rest of that repetition and then the loop, so that audio and
 * video repeat at the same times.
 */
function videoClips(audio: TemplateAudio, video: VideoAudio): AudioClip[] {
  const { startSeconds, endSeconds, trimStartSeconds: into, speed } = audio;
  const { durationSeconds, endBehavior, originSeconds, volume, trimStartSeconds: trim } = video;
  const remainingSeconds = durationSeconds - trim;
  const isLooped = endBehavior === 'loop' && remainingSeconds >= SHORTEST_LOOP_SECONDS;
  const begun = isLooped ? into % remainingSeconds : into;
  const restEnd = Math.min(endSeconds, startSeconds + (remainingSeconds - begun) / speed);
  const clip: AudioClip = {
    digest: video.sha256,
    startSeconds,
    endSeconds: restEnd,
    trimStartSeconds: trim + begun,
    speed,
    originSeconds,
    gain: audio.gain.map(([at, l, r]): GainKey => [at, l * volume, r * volume]),
    fadeInSeconds: 0,
    fadeOutSeconds: 0,
  };
  if (!isLooped) return [clip];
  const loop = { ...clip, endSeconds, trimStartSeconds: trim, loopSeconds: remainingSeconds };
  return begun === 0 ? [loop] : [clip, { ...loop, startSeconds: restEnd }];
}

/** Scales a level so that its loudest moment has the volume. */
function atVolume(gain: readonly GainKey[], volume: number): GainKey[] {
  const loudest = loudestOf(gain);
  const factor = loudest > 0 ? volume / loudest : 0;
  if (loudest === 0) return [[0, volume, volume]];
  return gain.map(([at, left, right]) => [at, left * factor, right * factor]);
}

/**
 * Rejects a trim at or after the end of its file: the result would be silence, which hides the
 * mistake.
 */
function checkTrims({ entries }: ParsedMapping, { tracks: files }: AudioSources): void {
  const faults = Object.entries(entries).flatMap(([name, entry]) => {
    if (entry.kind !== 'audio') return [];
    const { trimStartSeconds: trim } = entry;
    const seconds = files.get(name)?.durationSeconds ?? Number.POSITIVE_INFINITY;
    if (trim < seconds) return [];
    return [
      fault(
        'sound_too_short',
        expected(
          say`a time before the end of its audio at ${Math.round(seconds * 1000) / 1000} s`,
          say`trim_start_time of ${quoted(name)}`,
          trim,
        ),
        {
          pointer: `/mapping${jsonPointer('audio_tracks', name)}/transform/trim_start_time`,
          editable: name,
          hint: 'Trim less, or use a longer audio file.',
        },
      ),
    ];
  });
  if (faults.length > 0) throw AppError.fromFaults(faults);
}

function isHeard({ gain }: AudioClip): boolean {
  return loudestOf(gain) > 0;
}
