import { type Keyframe, type Property, vectorAt } from '../lottie/index.ts';

/** A level at a time: seconds of the output, and what left and right are multiplied by. */
export type GainKey = [seconds: number, left: number, right: number];

/** A sound of the template, once for each place in which it is heard. Times in seconds. */
export type TemplateAudio = {
  /** A layer of sound, or the sound of one that shows a video. */
  kind: 'audio' | 'video';
  /** What fills it; undefined for what always sounds. */
  editable: string | undefined;
  /** Of the sound that the template brings itself. */
  assetId: string | undefined;
  /** Of the layer. */
  path: string;
  /** In the output. */
  startSeconds: number;
  endSeconds: number;
  /** In the source, at the start. */
  trimStartSeconds: number;
  /** Source seconds that pass in one of the output. */
  speed: number;
  gain: GainKey[];
};

/** Seconds that a level which jumps takes to get there: a jump in the level is a click. */
const JUMP_SECONDS = 0.005;
const MAX_KEYS = 20_000;
/** 24 dB, the most that After Effects gives. */
const MAX_GAIN = 16;

/**
 * The level of an audio layer (`au.lv`) as straight lines between keys. Players read it in percent,
 * 100 being as it is (lottie-web 5.9.2 and later; LottieFiles' documentation); Bodymovin writes none,
 * for it exports sound with its levels in it, but a version in development wrote After Effects' own
 * decibels. Those are told by a value below 0, which no percentage has. Between keyframes a level
 * moves in its own unit. `secondsAt` turns the keyframes' frames into seconds of the output.
 */
export function levelKeys(
  level: Property<number | number[]> | undefined,
  secondsAt: (frame: number) => number,
): GainKey[] {
  const keyframes = keyframesOf(level);
  const inDecibels = isInDecibels(level, keyframes);
  const at = (frame: number): GainKey => {
    const [left = 100, right = left] = vectorAt(level, frame, [100]);
    return [secondsAt(frame), toGain(left, inDecibels), toGain(right, inDecibels)];
  };
  const [first] = keyframes;
  if (!first) return [at(0)];
  const keys: GainKey[] = [at(first.t)];
  for (const [index, key] of keyframes.slice(0, -1).entries()) {
    const next = keyframes[index + 1] ?? key;
    // Whole frames are fine enough for an eased or a logarithmic line.
    const steps = Math.min(Math.ceil(next.t - key.t), MAX_KEYS - keys.length);
    const step = (next.t - key.t) / Math.max(1, steps);
    if (key.h === 1) {
      const [seconds, left, right] = at(key.t);
      const end = secondsAt(next.t);
      keys.push([Math.max(seconds, end - JUMP_SECONDS), left, right]);
    } else for (let i = 1; i < steps; i++) keys.push(at(key.t + i * step));
    keys.push(at(next.t));
    if (keys.length >= MAX_KEYS) break;
  }
  return keys;
}

function keyframesOf(level: Property<number | number[]> | undefined): Keyframe<number[]>[] {
  const k: unknown = level?.k;
  if (!Array.isArray(k)) return [];
  const keys = k.filter((key) => typeof key?.t === 'number' && Number.isFinite(key.t));
  return keys.sort((a, b) => a.t - b.t) as Keyframe<number[]>[];
}

function isInDecibels(
  level: Property<number | number[]> | undefined,
  keyframes: readonly Keyframe<number[]>[],
): boolean {
  const values = keyframes.length > 0 ? keyframes.flatMap(({ s, e }) => [s, e]) : [level?.k];
  return values.flat().some((value) => typeof value === 'number' && value < 0);
}

function toGain(value: number, inDecibels: boolean): number {
  const gain = inDecibels ? 10 ** (value / 20) : value / 100;
  return Number.isFinite(gain) ? Math.min(MAX_GAIN, Math.max(0, gain)) : 1;
}

/** The volume that a level comes to. */
export function loudestOf(keys: readonly GainKey[]): number {
  return keys.reduce((max, [, left, right]) => Math.max(max, left, right), 0);
}
