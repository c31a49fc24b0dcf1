import type { GainKey } from '../template/index.ts';

/** A time in which something is heard, in seconds. */
export type Span = { start: number; end: number };

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
  /** How much faster it plays in addition, at the same pitch; absent: 1. */
  tempo?: number;
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
export type AudioFile = {
  sha256: string;
  durationSeconds: number;
  originSeconds?: number;
  /** When something is heard in it, in seconds of the file, in order; absent: always. */
  heard?: readonly Span[];
  /** Spoken without a server. */
  isDraft?: boolean;
};

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

/** Seconds of a clip's source in a second of the output. */
export function rateOf({ speed, tempo = 1 }: AudioClip): number {
  return speed * tempo;
}
