import type { AnyProperty } from './properties.ts';
import { keyframesOf } from './properties.ts';

/**
 * The remaining work for one document. Without a limit, a hostile file could cause endless work.
 */
export type Budget = { work: number };

/**
 * Maximum work for a document (`BUDGET`) and for one call (`MAX_WORK`). The work is frames ×
 * keyframes, because reading a value walks the keyframes.
 */
export const BUDGET = 1_000_000;
const MAX_WORK = 500_000;
const MAX_FRAMES = 3000;

/**
 * Returns the frames from the first to the last keyframe of all the properties; undefined if no
 * property is animated, or if writing the frames would exceed a limit. `size` is the number of
 * values that are written for each frame.
 */
export function bakedFrames(
  properties: readonly (AnyProperty | undefined)[],
  budget: Budget,
  size = 0,
): number[] | undefined {
  const times = properties.flatMap((p) => (p ? (keyframesOf(p) ?? []) : [])).map((key) => key.t);
  if (times.length === 0) return undefined;
  const first = Math.floor(times.reduce((min, t) => Math.min(min, t)));
  const last = Math.ceil(times.reduce((max, t) => Math.max(max, t)));
  const work = (last - first + 1) * (times.length + size);
  if (!(last - first <= MAX_FRAMES && work <= Math.min(MAX_WORK, budget.work))) return undefined;
  budget.work -= work;
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/**
 * Returns keyframes with linear easing from frame to frame, or with hold easing if `hold` is set,
 * for values that cannot be interpolated.
 */
export function linearKeyframes<T>(
  frames: readonly number[],
  valueAt: (frame: number) => T,
  hold = false,
): { t: number; s: T; h?: number }[] {
  const straight = { i: { x: [1], y: [1] }, o: { x: [0], y: [0] } };
  return frames.map((t) => ({ t, s: valueAt(t), ...(hold ? { h: 1 } : straight) }));
}
