import { AppError, expected, fault, jsonPointer } from '../base/index.ts';
import { frameSeconds } from '../lottie/index.ts';
import { entryOf, type ParsedAudio, type ParsedMapping } from '../mapping/index.ts';
import { type GainKey, loudestOf, type Template, type TemplateAudio } from '../template/index.ts';

/** A piece of sound on the video's time line. Plain data; times in seconds, exact. */
export type AudioClip = {
  digest: string;
  path: string;
  /** Where it is heard in the output. */
  startSeconds: number;
  endSeconds: number;
  /** Where in the source it begins. */
  trimStartSeconds: number;
  /** Source seconds that pass in one of the output; the pitch goes with it. */
  speed: number;
  /** What it is multiplied by, in straight lines between keys in output seconds. At least one. */
  gain: readonly GainKey[];
  fadeInSeconds: number;
  fadeOutSeconds: number;
  /** Source seconds after which it begins again at its trim; absent: it plays once. */
  loopSeconds?: number;
  /** In the source's own time, where it begins; the first thing in it when absent. */
  originSeconds?: number;
};

/** A file with sound; `originSeconds`, in its own time, is where it begins unless with the first thing in it. */
export type AudioFile = {
  sha256: string;
  path: string;
  durationSeconds: number;
  originSeconds?: number;
};

/** The film of a video editable, as far as its sound goes; times in seconds. */
export type VideoAudio = AudioFile & {
  /** Of the pictures' first, in the file's own time. */
  originSeconds: number;
  trimStartSeconds: number;
  endBehavior: 'freeze' | 'loop' | 'hide';
  /** 0–1. */
  volume: number;
};

/** By what sounds: the customer's by editable name, the template's own by asset id or package path. */
export type AudioSources = {
  tracks: ReadonlyMap<string, AudioFile>;
  assets: ReadonlyMap<string, AudioFile>;
  videos: ReadonlyMap<string, VideoAudio>;
};

export const NO_AUDIO: AudioSources = { tracks: new Map(), assets: new Map(), videos: new Map() };

/** Seconds below which nothing is repeated: it would be a tone. */
const SHORTEST_LOOP_SECONDS = 0.02;

/**
 * Every sound of the video, in the order of the template's layers. Throws an AppError with one fault
 * for each track whose trim leaves nothing of its file.
 */
export function placeAudio(
  template: Template,
  mapping: ParsedMapping,
  audioSources: AudioSources,
): AudioClip[] {
  checkTrims(mapping, audioSources);
  const { frameCount, fps } = template.video;
  const end = frameSeconds(frameCount, fps);
  return template.audioSources
    .flatMap((audio) => clipsOf(audio, mapping, audioSources))
    .map((clip) => ({ ...clip, endSeconds: Math.min(end, clip.endSeconds) }))
    .filter((clip) => clip.endSeconds > clip.startSeconds && isHeard(clip));
}

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
  const own = assets.get(assetId ?? '');
  if (entry === undefined) return own ? [ownClip(audio, own)] : [];
  const file = files.get(editable ?? '');
  return entry.source === null || !file ? [] : [trackClip(audio, entry, file)];
}

function ownClip(audio: TemplateAudio, file: AudioFile): AudioClip {
  const { startSeconds, endSeconds, trimStartSeconds, speed, gain } = audio;
  const { originSeconds } = file;
  const left = (file.durationSeconds - trimStartSeconds) / speed;
  return {
    ...fileOf(file),
    ...(originSeconds !== undefined && { originSeconds }),
    ...{ startSeconds, endSeconds: Math.min(endSeconds, startSeconds + left) },
    ...{ trimStartSeconds, speed, gain, fadeInSeconds: 0, fadeOutSeconds: 0 },
  };
}

/** The customer's sound in the place of a template's: as long, at its own speed. */
function trackClip(audio: TemplateAudio, entry: ParsedAudio, file: AudioFile): AudioClip {
  const { trimStartSeconds, volume, fadeInSeconds, fadeOutSeconds } = entry;
  const { startSeconds, endSeconds, gain } = audio;
  const left = file.durationSeconds - trimStartSeconds;
  const isLooped = entry.isLooped && left >= SHORTEST_LOOP_SECONDS;
  return {
    ...fileOf(file),
    startSeconds,
    endSeconds: isLooped ? endSeconds : Math.min(endSeconds, startSeconds + left),
    ...{ trimStartSeconds, speed: 1 },
    gain: volume === undefined ? gain : atVolume(gain, volume),
    ...{ fadeInSeconds, fadeOutSeconds },
    ...(isLooped && { loopSeconds: left }),
  };
}

/**
 * The film's time is its layer's, from the trim on. A loop that is entered midway is a rest of it and
 * then the loop, so that its seams are where the picture's are.
 */
function videoClips(audio: TemplateAudio, video: VideoAudio): AudioClip[] {
  const { startSeconds, endSeconds, trimStartSeconds: into, speed } = audio;
  const { durationSeconds, endBehavior, originSeconds, volume, trimStartSeconds: trim } = video;
  const left = durationSeconds - trim;
  const isLooped = endBehavior === 'loop' && left >= SHORTEST_LOOP_SECONDS;
  const begun = isLooped ? into % left : into;
  const restEnd = Math.min(endSeconds, startSeconds + (left - begun) / speed);
  const clip: AudioClip = {
    ...fileOf(video),
    ...{ startSeconds, endSeconds: restEnd, trimStartSeconds: trim + begun, speed, originSeconds },
    gain: audio.gain.map(([at, l, r]): GainKey => [at, l * volume, r * volume]),
    ...{ fadeInSeconds: 0, fadeOutSeconds: 0 },
  };
  if (!isLooped) return [clip];
  const loop = { ...clip, endSeconds, trimStartSeconds: trim, loopSeconds: left };
  return begun === 0 ? [loop] : [clip, { ...loop, startSeconds: restEnd }];
}

function fileOf({ sha256, path }: AudioFile): Pick<AudioClip, 'digest' | 'path'> {
  return { digest: sha256, path };
}

/** A volume is that of the template's loudest moment: what it makes softer stays softer. */
function atVolume(gain: readonly GainKey[], volume: number): GainKey[] {
  const loudest = loudestOf(gain);
  const factor = loudest > 0 ? volume / loudest : 0;
  if (loudest === 0) return [[0, volume, volume]];
  return gain.map(([at, left, right]) => [at, left * factor, right * factor]);
}

/** A trim at or behind the end of its file leaves nothing: a mistake that silence would hide. */
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
          `a time before the end of its sound at ${Math.round(seconds * 1000) / 1000} s`,
          `trim_start_time of ${JSON.stringify(name)}`,
          trim,
        ),
        {
          pointer: `/mapping${jsonPointer('audio_tracks', name)}/transform/trim_start_time`,
          editable: name,
          hint: 'Trim less, or give a longer sound.',
        },
      ),
    ];
  });
  if (faults.length > 0) throw AppError.fromFaults(faults);
}

function isHeard({ gain }: AudioClip): boolean {
  return loudestOf(gain) > 0;
}
