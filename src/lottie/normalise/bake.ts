import type { AnyProperty } from './properties.ts';
import { keyframesOf } from './properties.ts';

/** More keyframes than this would cost more than the difference is worth. */
const MOST_FRAMES = 3000;

/** The frames from the first to the last keyframe of any of the properties; undefined when none is animated or they are too many. */
export function bakedFrames(
  properties: readonly (AnyProperty | undefined)[],
): number[] | undefined {
  const times = properties.flatMap((p) => (p ? (keyframesOf(p) ?? []) : [])).map((key) => key.t);
  if (times.length === 0) return undefined;
  const first = Math.floor(Math.min(...times));
  const last = Math.ceil(Math.max(...times));
  if (!(last - first <= MOST_FRAMES)) return undefined;
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** Keyframes that run straight from frame to frame; `hold` where neighbours cannot be blended. */
export function linearKeyframes<T>(
  frames: readonly number[],
  valueAt: (frame: number) => T,
  hold = false,
): { t: number; s: T; h?: number }[] {
  const straight = { i: { x: [1], y: [1] }, o: { x: [0], y: [0] } };
  return frames.map((t) => ({ t, s: valueAt(t), ...(hold ? { h: 1 } : straight) }));
}
