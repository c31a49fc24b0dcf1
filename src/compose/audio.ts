import { AppError, defined, expected, fault, jsonPointer, quoted, say } from '../base/index.ts';
import { type DependentLayer, dependentLayers, exactFps, frameSeconds } from '../lottie/index.ts';
import { entryOf, type ParsedAudio, type ParsedMapping, VOICE_TRACK } from '../mapping/index.ts';
import {
  type GainKey,
  levelKeys,
  loudestOf,
  type Template,
  type TemplateAudio,
} from '../template/index.ts';
import {
  type AudioClip,
  type AudioFile,
  type AudioSources,
  rateOf,
  type VideoAudio,
} from './audio-clip.ts';
import { fittedAudio, isSpeech, isVoice } from './audio-fit.ts';
import { type DependentValues, NO_DEPENDENT_VALUES } from './dependent-values.ts';
import { type DuckingClip, withDucking } from './ducking.ts';

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
  const clips = [
    ...withDependentLevels(template, dependentValues).flatMap((audio) =>
      clipsOf(audio, { template, mapping, audioSources, end }),
    ),
    ...voiceClips(template, mapping, { audioSources, end }),
  ]
    .map(({ clip, ...ducking }) => ({
      ...ducking,
      clip: { ...clip, endSeconds: Math.min(end, clip.endSeconds) },
    }))
    .filter(({ clip }) => clip.endSeconds > clip.startSeconds && isHeard(clip));
  return withDucking(clips);
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

type Placing = {
  template: Template;
  mapping: ParsedMapping;
  audioSources: AudioSources;
  /** The end of the video. */
  end: number;
};

/**
 * The clips of one audio of the template: of the customer's video, of the mapping's file, or the template's
 * own file. None if the mapping silences it, or the file is missing.
 */
function clipsOf(audio: TemplateAudio, placing: Placing): DuckingClip[] {
  const { template, mapping, audioSources, end } = placing;
  const { tracks: files, assets, videos } = audioSources;
  const { editable, assetId } = audio;
  if (audio.kind === 'video' && editable !== undefined) {
    const video = videos.get(editable);
    const clips = video ? videoClips(audio, video) : [];
    return clips.map((clip) => ({ clip, duckDb: 0, heard: [] }));
  }
  const entry = entryOf(mapping, editable, 'audio');
  const duckDb = duckDbOf(template, editable, entry);
  const ownFile = assets.get(assetId ?? '');
  if (entry === undefined)
    return ownFile ? [ducking(ownClip(audio, ownFile), ownFile, duckDb)] : [];
  const file = files.get(editable ?? '');
  if (entry.source === null || !file) return [];
  return [ducking(trackClip(audio, entry, { file, end }), file, duckDb)];
}

/** The clip of the track `voice`, which plays from its start to the end of the video. */
function voiceClips(
  template: Template,
  mapping: ParsedMapping,
  { audioSources, end }: Pick<Placing, 'audioSources' | 'end'>,
): DuckingClip[] {
  const entry = entryOf(mapping, VOICE_TRACK, 'audio');
  const file = audioSources.tracks.get(VOICE_TRACK);
  if (!entry || entry.source === null || !file || !isVoice(template, VOICE_TRACK)) return [];
  const startSeconds = entry.startSeconds ?? 0;
  if (startSeconds >= end) return [];
  const place = { startSeconds, endSeconds: end, gain: [[0, 1, 1] as GainKey] };
  const duckDb = duckDbOf(template, undefined, entry);
  return [ducking(trackClip(place, entry, { file, end }), file, duckDb)];
}

/** Speech takes other audio down by this, in dB. */
const USUAL_DUCK_DB = 9;

/** Returns how far a track takes other audio down: as the mapping says, or else the template. */
function duckDbOf(
  { editables }: Pick<Template, 'editables'>,
  editable: string | undefined,
  entry: ParsedAudio | undefined,
): number {
  const templateDuckDb =
    editable !== undefined && Object.hasOwn(editables, editable)
      ? editables[editable]?.duck
      : undefined;
  return entry?.duckDb ?? templateDuckDb ?? (entry && isSpeech(entry) ? USUAL_DUCK_DB : 0);
}

/** Returns a clip with the times of the video at which its file is heard. */
function ducking(clip: AudioClip, { heard }: AudioFile, duckDb: number): DuckingClip {
  const { startSeconds, endSeconds, trimStartSeconds, loopSeconds } = clip;
  const rate = rateOf(clip);
  const wholeClip = { start: startSeconds, end: endSeconds };
  if (!heard || loopSeconds !== undefined) return { clip, duckDb, heard: [wholeClip] };
  const timeOf = (seconds: number) => startSeconds + (seconds - trimStartSeconds) / rate;
  const spans = heard.map(({ start, end }) => ({ start: timeOf(start), end: timeOf(end) }));
  return { clip, duckDb, heard: spans };
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

/** The fade of audio that is longer than its place. */
const CUT_FADE_SECONDS = 0.3;

/**
 * The customer's audio in place of the template's: it has the same length, and its own speed. Speech that is longer
 * plays a little faster, and fades out at a cut.
 */
function trackClip(
  audio: Pick<TemplateAudio, 'startSeconds' | 'endSeconds' | 'gain'>,
  entry: ParsedAudio,
  { file, end }: { file: AudioFile; end: number },
): AudioClip {
  const { trimStartSeconds, volume, fadeInSeconds, fadeOutSeconds } = entry;
  const { startSeconds, endSeconds, gain } = audio;
  const remainingSeconds = file.durationSeconds - trimStartSeconds;
  const isLooped = entry.isLooped && remainingSeconds >= SHORTEST_LOOP_SECONDS;
  const placeSeconds = Math.min(end, endSeconds) - startSeconds;
  const { tempo, cutSeconds } = fittedAudio(entry, file, placeSeconds);
  const isFaded = cutSeconds > 0 && (entry.fit === 'speed' || isSpeech(entry));
  const heardSeconds = remainingSeconds / tempo;
  return {
    digest: file.sha256,
    startSeconds,
    endSeconds: isLooped ? endSeconds : Math.min(endSeconds, startSeconds + heardSeconds),
    trimStartSeconds,
    speed: 1,
    ...(tempo !== 1 && { tempo }),
    gain: volume === undefined ? gain : atVolume(gain, volume),
    fadeInSeconds,
    fadeOutSeconds: isFaded ? Math.max(fadeOutSeconds, CUT_FADE_SECONDS) : fadeOutSeconds,
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
