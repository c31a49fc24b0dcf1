import type { Keyframe, Lottie, Property } from '../types.ts';
import { numberAt, vectorAt } from '../value.ts';
import { allLayers } from '../walk.ts';
import type { Budget } from './bake.ts';
import { type AnyProperty, keyframesOf, propertiesOf } from './properties.ts';

/** A motion path is written frame by frame if Skia would miss a point by more pixels. */
const MAX_ERROR = 0.1;
/** Straight pieces with which the length of a curve is measured, and with which errors are found. */
const PIECES = 128;
const PROBES = 16;
/** Skia divides a curve until its control points are this near to a straight line's, in pixels. */
const SKIA_TOLERANCE = 0.5;
const SKIA_DEPTH = 10;
/** Numbers of a written keyframe. */
const SIZE = 3;
const MAX_FRAMES = 1000;
/** Shortest time between two keyframes, in frames. */
const MIN_GAP = 0.01;

type Point = number[];
type Curve = readonly [Point, Point, Point, Point];
/** Distances along a curve, with the parameter at each. */
type Lengths = { at: number[]; distance: number[] };

/**
 * Writes curved motion paths frame by frame where Skia would place a layer beside the path's point:
 * it measures curves to half a pixel of the composition, which shows in small compositions. Layers
 * that follow the direction of their path keep it.
 */
export function bakeMotionPaths(lottie: Lottie, budget: Budget): void {
  for (const { layer } of allLayers(lottie)) {
    for (const property of propertiesOf(layer)) {
      if (layer.ao === 1 && property === (layer.ks as { p?: unknown })?.p) continue;
      bakeProperty(property, budget);
    }
  }
}

/** Replaces the curved parts of a position's path by keyframes for each frame, within the budget. */
function bakeProperty(property: AnyProperty, budget: Budget): void {
  const keys = keyframesOf(property) as Keyframe<number[]>[] | undefined;
  if (!keys?.some(({ to, ti }) => isCurved(to) || isCurved(ti))) return;
  property.k = keys.flatMap((key, index) => {
    const next = keys[index + 1];
    return (next && bakeCurve(key, next, budget)) || [key];
  });
}

/** Whether a tangent of a motion path has a length. */
export function isCurved(tangent: unknown): boolean {
  return Array.isArray(tangent) && tangent.some((c) => typeof c === 'number' && c !== 0);
}

/**
 * The keyframes for each frame of a curve; undefined if it is straight, precise enough or too long, or if
 * the work exceeds the budget. Uses up the budget.
 */
function bakeCurve(key: Keyframe<number[]>, next: Keyframe<number[]>, budget: Budget) {
  const frames = framesBetween(key.t, next.t);
  const curve = curveOf(key, next);
  if (!curve || key.h === 1 || frames.length < 2 || frames.length > MAX_FRAMES) return undefined;
  const work = frames.length * SIZE + PIECES;
  if (work > budget.work) return undefined;
  budget.work -= work;
  const exact = measureCurve(curve);
  if (errorOf(curve, exact) <= MAX_ERROR) return undefined;
  const at = along(curve, exact, key, next);
  const straight = { i: { x: [1], y: [1] }, o: { x: [0], y: [0] } };
  return frames.map((t, index) => {
    const e = at(frames[index + 1] ?? next.t);
    return { t, s: index === 0 ? curve[0] : at(t), e, ...straight };
  });
}

/** Returns the point of a curve at a frame between its keyframes. */
function along(curve: Curve, lengths: Lengths, key: Keyframe<number[]>, next: Keyframe<number[]>) {
  const progress = {
    a: 1,
    k: [
      { ...key, s: [0], e: [1] },
      { t: next.t, s: [1] },
    ],
  };
  return (frame: number): Point => {
    const share = Math.min(1, Math.max(0, numberAt(progress as Property<number[]>, frame, 0)));
    return pointAt(curve, parameterAt(lengths, share));
  };
}

/** Returns the position at a frame, on straight and curved paths. */
export function pathOfPosition(position: Property<number[]>): (frame: number) => number[] {
  const keys = (keyframesOf(position) ?? []) as Keyframe<number[]>[];
  const curves = keys.map((key, index) => {
    const next = keys[index + 1];
    const curve = next && key.h !== 1 ? curveOf(key, next) : undefined;
    return next && curve && along(curve, measureCurve(curve), key, next);
  });
  return (frame) => {
    const at = curves[keys.findLastIndex(({ t }) => t <= frame)];
    return at?.(frame) ?? vectorAt(position, frame, [0, 0]);
  };
}

/** The first time, and the whole frames between both times. Skia rejects keyframes at one time. */
function framesBetween(from: number, to: number): number[] {
  const first = Math.floor(from + MIN_GAP) + 1;
  const count = Math.min(MAX_FRAMES + 1, Math.max(0, Math.ceil(to - MIN_GAP) - first));
  return [from, ...Array.from({ length: count }, (_, index) => first + index)];
}

/** The cubic curve between two keyframes; undefined if it is straight or malformed. */
function curveOf(key: Keyframe<number[]>, next: Keyframe<number[]>): Curve | undefined {
  const [start, end] = [key.s, key.e ?? next.s];
  if (!isPoint(start) || !isPoint(end)) return undefined;
  const [to, ti] = [key.to, key.ti].map((tangent) => (isPoint(tangent) ? tangent : [0, 0, 0]));
  if (!isCurved(to) && !isCurved(ti)) return undefined;
  return [start, added(start, to ?? []), added(end, ti ?? []), end];
}

function isPoint(value: unknown): value is number[] {
  return Array.isArray(value) && value.length >= 2 && value.every(Number.isFinite);
}

function added(point: Point, tangent: Point): Point {
  return point.map((c, index) => c + (tangent[index] ?? 0));
}

/** The point of a curve at the parameter `t` (0 to 1), which is not a share of its length. */
function pointAt([a, b, c, d]: Curve, t: number): number[] {
  const u = 1 - t;
  const [p, q, r, s] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
  return a.map((x, n) => p * x + q * (b[n] ?? 0) + r * (c[n] ?? 0) + s * (d[n] ?? 0));
}

/** Lengths along the curve at evenly spaced parameters, the exact reference. */
function measureCurve(curve: Curve): Lengths {
  const at = Array.from({ length: PIECES + 1 }, (_, index) => index / PIECES);
  return withDistances(curve, at);
}

/** The lengths that Skia measures. */
function measuredBySkia(curve: Curve): Lengths {
  const at = [0];
  const divide = (piece: Curve, from: number, to: number, depth: number) => {
    if (depth < SKIA_DEPTH && isTooCurved(piece)) {
      const middle = (from + to) / 2;
      const [first, second] = halves(piece);
      divide(first, from, middle, depth + 1);
      divide(second, middle, to, depth + 1);
    } else at.push(to);
  };
  divide(curve, 0, 1, 0);
  return withDistances(curve, at);
}

/** Adds to each parameter the length of the curve up to it, in pixels. */
function withDistances(curve: Curve, at: number[]): Lengths {
  let [last, length] = [curve[0], 0];
  const distance = at.map((t) => {
    const point = pointAt(curve, t);
    length += distanceOf(last, point);
    last = point;
    return length;
  });
  return { at, distance };
}

/** Whether Skia would split the curve: its inner points are not near those of a straight line. */
function isTooCurved([a, b, c, d]: Curve): boolean {
  return [0, 1].some((n) => {
    const [from, to] = [a[n] ?? 0, d[n] ?? 0];
    const near = (value: number, share: number) =>
      Math.abs(value - (from + (to - from) * share)) <= SKIA_TOLERANCE;
    return !near(b[n] ?? 0, 1 / 3) || !near(c[n] ?? 0, 2 / 3);
  });
}

/** The two halves of a cubic curve by de Casteljau. */
function halves([a, b, c, d]: Curve): [Curve, Curve] {
  const middle = (p: Point, q: Point) => p.map((x, n) => (x + (q[n] ?? 0)) / 2);
  const [ab, bc, cd] = [middle(a, b), middle(b, c), middle(c, d)];
  const [abc, bcd] = [middle(ab, bc), middle(bc, cd)];
  const center = middle(abc, bcd);
  return [
    [a, ab, abc, center],
    [center, bcd, cd, d],
  ];
}

/** The largest distance between Skia's points and the points of the curve. */
function errorOf(curve: Curve, exact: Lengths): number {
  const skia = measuredBySkia(curve);
  return Array.from({ length: PROBES }, (_, index) => (index + 0.5) / PROBES).reduce(
    (largest, share) => {
      const [exactPoint, skiaPoint] = [exact, skia].map((l) =>
        pointAt(curve, parameterAt(l, share)),
      );
      return Math.max(largest, distanceOf(exactPoint ?? [], skiaPoint ?? []));
    },
    0,
  );
}

/** The parameter of the point at a share of the length. */
function parameterAt({ at, distance }: Lengths, share: number): number {
  const targetDistance = share * (distance.at(-1) ?? 0);
  const index = Math.max(
    1,
    distance.findIndex((d) => d >= targetDistance),
  );
  const [previousDistance, nextDistance] = [distance[index - 1] ?? 0, distance[index] ?? 0];
  const part =
    nextDistance > previousDistance
      ? (targetDistance - previousDistance) / (nextDistance - previousDistance)
      : 1;
  const [from, to] = [at[index - 1] ?? 0, at[index] ?? 1];
  return from + (to - from) * Math.min(1, part);
}

function distanceOf(a: Point, b: Point): number {
  return Math.hypot(...[0, 1].map((n) => (b[n] ?? 0) - (a[n] ?? 0)));
}
