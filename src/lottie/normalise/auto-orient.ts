import type { Layer, Property } from '../types.ts';
import { numberAt } from '../value.ts';
import { type Budget, bakedFrames, linearKeyframes } from './bake.ts';
import { type AnyProperty, isEverUsed, isObject, isProperty, keyframesOf } from './properties.ts';

/** Times before a frame, in frames, from which a direction is measured: the first that has moved. */
const STEPS = [0.01, 0.1, 1, 10];
/** A distance in pixels for each frame that is long enough for a direction. */
const MOVED = 1e-2;

type Axis = Property<number>;

/**
 * Writes the rotation of a layer that turns along its path, if its position has separate dimensions:
 * Skottie turns only layers whose position is one property.
 */
export function fixAutoOrient(layer: Layer, budget: Budget): void {
  const { ks } = layer;
  if (!layer.ao || !isObject(ks)) return;
  const { s: isSplit, x, y } = (ks.p ?? {}) as { s?: unknown; x?: unknown; y?: unknown };
  if (!isSplit || !isProperty(x) || !isProperty(y)) return;
  const key = ks.rz === undefined ? 'r' : 'rz';
  const own = isProperty(ks[key]) ? ks[key] : { a: 0, k: 0 };
  // A layer that also turns out of its plane has no single angle.
  if ([ks.rx, ks.ry, ks.or].some((property) => property !== undefined && isEverUsed(property)))
    return;
  const frames = bakedFrames([x, y, own], budget);
  if (!frames) return;
  const angles = anglesAt(frames, x as Axis, y as Axis);
  const turned = structuredClone(own) as Axis;
  ks[key] = {
    a: 1,
    k: linearKeyframes(frames, (frame) => numberAt(turned, frame, 0) + (angles.get(frame) ?? 0)),
  } as Axis;
  layer.ao = 0;
}

/** The direction of the path at each frame, in degrees, without turns of more than 180° in between. */
function anglesAt(frames: readonly number[], x: Axis, y: Axis): Map<number, number> {
  const times = [x, y].flatMap((p) => keyframesOf(p as AnyProperty) ?? []).map(({ t }) => t);
  const first = times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const last = times.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const between = (from: number, to: number) =>
    [x, y].map((axis) => numberAt(axis, to, 0) - numberAt(axis, from, 0));
  const moveAt = (frame: number) => {
    for (const step of STEPS) {
      const end = Math.min(frame, last);
      const [dx = 0, dy = 0] =
        end <= first ? between(first, first + step) : between(Math.max(first, end - step), end);
      if (Math.hypot(dx, dy) > MOVED * Math.min(1, step)) return [dx, dy];
    }
    return undefined;
  };
  const angles = new Map<number, number>();
  let angle: number | undefined;
  for (const frame of frames) {
    const [dx = 0, dy = 0] = moveAt(frame) ?? [];
    // A layer that rests keeps its direction.
    if (dx !== 0 || dy !== 0) {
      const degrees = (Math.atan2(dy, dx) * 180) / Math.PI;
      const turns = angle === undefined ? 0 : Math.round((angle - degrees) / 360);
      angle = degrees + 360 * turns;
    }
    angles.set(frame, angle ?? 0);
  }
  return angles;
}
