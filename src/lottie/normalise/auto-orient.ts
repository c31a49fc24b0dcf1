import type { Layer, Property } from '../types.ts';
import { numberAt } from '../value.ts';
import { type Budget, bakedFrames, linearKeyframes } from './bake.ts';
import { isCurved, pathOfPosition } from './motion-paths.ts';
import { type AnyProperty, isEverUsed, isObject, isProperty, keyframesOf } from './properties.ts';

/** Times before a frame, in frames, from which a direction is measured: the first that has moved. */
const STEPS = [0.01, 0.1, 1, 10];
/** A distance in pixels for each frame that is long enough for a direction. */
const MOVED = 1e-2;

/** The end of a hold keyframe, in frames before the next. */
const REST = 0.001;

type Axis = Property<number>;

/** Where a layer is at a frame, and its animated properties. */
type Route = { at: (frame: number) => number[]; properties: AnyProperty[] };

/**
 * Writes the rotation of a layer that turns along its path, if Skottie would not turn it or not as
 * designed: Skottie turns no layer whose position has separate dimensions or that is in space, and
 * turns a layer back while it rests or stands before a straight path.
 */
export function fixAutoOrient(layer: Layer, budget: Budget): void {
  const { ks } = layer;
  if (!layer.ao || !isObject(ks)) return;
  const route = separateRoute(layer) ?? wholeRoute(layer);
  if (!route) return;
  const key = ks.rz === undefined ? 'r' : 'rz';
  const ownRotation = isProperty(ks[key]) ? ks[key] : { a: 0, k: 0 };
  // A layer that also turns out of its plane has no single angle.
  if ([ks.rx, ks.ry, ks.or].some((property) => property !== undefined && isEverUsed(property)))
    return;
  const frames = bakedFrames([...route.properties, ownRotation], budget);
  if (!frames) return;
  const angles = anglesAt(frames, route);
  const turned = structuredClone(ownRotation) as Axis;
  ks[key] = {
    a: 1,
    k: linearKeyframes(frames, (frame) => numberAt(turned, frame, 0) + (angles.get(frame) ?? 0)),
  } as Axis;
  layer.ao = 0;
}

/** The route of a layer whose position has separate dimensions. */
export function separateRoute({ ks }: Layer): (Route & { axes: [Axis, Axis] }) | undefined {
  const { s: isSplit, x, y } = (ks?.p ?? {}) as { s?: unknown; x?: unknown; y?: unknown };
  if (!isSplit || !isProperty(x) || !isProperty(y)) return undefined;
  const axes: [Axis, Axis] = [x as Axis, y as Axis];
  return { at: (frame) => axes.map((axis) => numberAt(axis, frame, 0)), properties: [x, y], axes };
}

/** The route of a layer whose position is one property, if Skottie would turn it wrong. */
function wholeRoute(layer: Layer): Route | undefined {
  const p: unknown = layer.ks?.p;
  const keys = isProperty(p) ? keyframesOf(p) : undefined;
  const [first] = keys ?? [];
  if (!isProperty(p) || !keys || !first) return undefined;
  const isStraight = [first.to, first.ti].every((tangent) => !isCurved(tangent));
  const at = pathOfPosition(p as Property<number[]>);
  const route = { at, properties: [p] };
  return isStraight || layer.ddd === 1 || rests(route) ? route : undefined;
}

/** Whether a layer rests between two keyframes, so that its path has no direction there. */
export function rests({ at, properties }: Route): boolean {
  const times = [...new Set(timesOf(properties))].sort((a, b) => a - b);
  return times.some((time, n) => {
    const next = times[n + 1];
    if (next === undefined) return false;
    const [from = [], middle = [], to = []] = [time, (time + next) / 2, next - REST].map(at);
    return [0, 1].every((axis) => from[axis] === middle[axis] && from[axis] === to[axis]);
  });
}

function timesOf(properties: readonly AnyProperty[]): number[] {
  return properties.flatMap((property) => keyframesOf(property) ?? []).map(({ t }) => t);
}

/** The direction of the path at each frame, in degrees, without turns of more than 180° in between. */
function anglesAt(frames: readonly number[], { at, properties }: Route): Map<number, number> {
  const times = timesOf(properties);
  const first = times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const last = times.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const between = (from: number, to: number) => {
    const [start, end] = [at(from), at(to)];
    return [0, 1].map((axis) => (end[axis] ?? 0) - (start[axis] ?? 0));
  };
  const moveAt = (frame: number, steps: readonly number[]) => {
    for (const step of steps) {
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
    // A longer step would round off the end of a curve.
    const steps = angle === undefined ? STEPS : STEPS.slice(0, -1);
    const [dx = 0, dy = 0] = moveAt(frame, steps) ?? [];
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
