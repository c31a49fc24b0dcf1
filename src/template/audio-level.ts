import { type Keyframe, type Property, vectorAt } from '../lottie/index.ts';

/** A level at a time: seconds of the output, and gain factors for left and right. */
export type GainKey = [seconds: number, left: number, right: number];

/** An audio source of the template in one place where it plays. Times in seconds. */
export type TemplateAudio = {
  /** An audio layer, or the audio of a video layer. */
  kind: 'audio' | 'video';
  /** The editable that fills it; undefined for fixed audio. */
  editable: string | undefined;
  /** The asset of the template's own audio. */
  assetId: string | undefined;
  /** The path of the layer. */
  path: string;
  /** In the output. */
  startSeconds: number;
  endSeconds: number;
  /** Start within the source. */
  trimStartSeconds: number;
  /** Source seconds per output second. */
  speed: number;
  gain: GainKey[];
};

/** Duration of a jump between levels: an instant jump would click. */
const JUMP_SECONDS = 0.005;
const MAX_KEYS = 20_000;
/** 24 dB, the maximum in After Effects. */
const MAX_GAIN = 16;

/**
 * Converts the level of an audio layer (`au.lv`) to keys that are interpolated linearly. Players
 * read the level in percent, with 100 for no change (lottie-web 5.9.2 and later; LottieFiles'
 * documentation). Bodymovin writes no level, because it exports audio with its level applied. A
 * development version wrote decibels as in After Effects; these are recognised by a value below 0,
 * which no percentage has. Between keyframes a level moves in its own unit. `secondsAt` converts
 * the keyframes' frames to seconds of the output.
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
    // One key per frame approximates eased and logarithmic changes well enough.
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

/** The valid keyframes of a level in order of time; none for a constant level. */
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

/** The gain from a level in decibels or percent, limited; 1 for a value that is no number. */
function toGain(value: number, inDecibels: boolean): number {
  const gain = inDecibels ? 10 ** (value / 20) : value / 100;
  return Number.isFinite(gain) ? Math.min(MAX_GAIN, Math.max(0, gain)) : 1;
}

/** The highest gain of a level. */
export function loudestOf(keys: readonly GainKey[]): number {
  return keys.reduce((max, [, left, right]) => Math.max(max, left, right), 0);
}
