import type { Layer, Shape, Transform } from '../types.ts';
import { numberAt, vectorAt } from '../value.ts';
import { type Budget, bakedFrames, linearKeyframes } from './bake.ts';
import { type AnyProperty, isObject, isProperty, keyframesOf, valuesOf } from './properties.ts';

/** Skottie draws no larger skew, in degrees. */
const MAX_SKEW = 85;
/** A skew this near to a right angle, in degrees, makes an area a line, which is not drawn. */
const FLAT = 0.01;

/**
 * Rewrites transforms with a skew axis, or a skew beyond Skottie's maximum: Skottie skews only
 * horizontally, and a skew of 180° is none. The result is a rotation, a horizontal skew and a scale
 * with the same matrix.
 */
export function fixSkew(layer: Layer, budget: Budget): void {
  if (layer.ks) rewriteSkew(layer.ks, budget);
  fixGroupSkews(layer.shapes, budget);
}

/** Also within groups, in place. */
function fixGroupSkews(shapes: unknown, budget: Budget): void {
  if (!Array.isArray(shapes)) return;
  for (const shape of shapes as (Shape | null)[]) {
    if (!isObject(shape)) continue;
    if (shape.ty === 'tr') rewriteSkew(shape as Transform, budget);
    fixGroupSkews(shape.it, budget);
  }
}

/**
 * Replaces a skew along another axis, or one that is too large, by a horizontal skew, scale and rotation
 * for each frame. Does nothing to a skew that Skottie draws right, and beyond the budget.
 */
function rewriteSkew(transform: Transform, budget: Budget): void {
  const { sk, s, r } = transform;
  const sa = isProperty(transform.sa) ? transform.sa : { a: 0, k: 0 };
  if (!isProperty(sk)) return;
  const still = (p: AnyProperty) => keyframesOf(p) === undefined;
  const isLarge = valuesOf(sk, [0])
    .flat()
    .some((degrees) => Math.abs(degrees) > MAX_SKEW);
  const isHorizontal = still(sa) && numberAt(sa, 0, 0) % 180 === 0;
  if (!isLarge && (isHorizontal || (still(sk) && numberAt(sk, 0, 0) === 0))) return;
  const parts = [sk, sa, s, r].filter((p) => isProperty(p)) as AnyProperty[];
  const frames = bakedFrames(parts, budget);
  if (!frames && parts.some((p) => !still(p))) return;
  const source = structuredClone({ sk, sa, s, r });
  const at = (frame: number) =>
    decompose(
      numberAt(source.sk, frame, 0),
      numberAt(source.sa, frame, 0),
      vectorAt(source.s, frame, [100, 100]),
      numberAt(source.r, frame, 0),
    );
  // Past a right angle, the skew goes on from the other side.
  const flips = (frame: number) => Math.abs(at(frame).skew - at(frame + 1).skew) > 90;
  const jumps = new Set(frames?.filter(flips));
  const write = <T>(pick: (parts: ReturnType<typeof decompose>) => T) => {
    if (!frames) return { a: 0, k: pick(at(0)) };
    const keys = linearKeyframes(frames, (f) => pick(at(f)));
    return { a: 1, k: keys.map((key) => (jumps.has(key.t) ? { ...key, h: 1 } : key)) as never };
  };
  transform.r = write((p) => p.rotation) as never;
  transform.s = write((p) => p.scale) as never;
  transform.sk = write((p) => p.skew) as never;
  transform.sa = { a: 0, k: 0 };
}

/**
 * Converts rotation · (skew along an axis) · scale to rotation · horizontal skew · scale; degrees
 * and percent.
 */
function decompose(
  skew: number,
  axis: number,
  [sx = 100, sy = 100, sz = 100]: number[],
  turn: number,
) {
  const radians = Math.PI / 180;
  const [c, s] = [Math.cos(axis * radians), Math.sin(axis * radians)];
  const angle = skew - 180 * Math.round(skew / 180);
  const isFlat = 90 - Math.abs(angle) < FLAT;
  const k = Math.tan(-Math.min(MAX_SKEW, Math.max(-MAX_SKEW, angle)) * radians);
  // R(−axis) · Skew · R(axis), with scaled columns.
  const [a, b] = [(1 + k * c * s) * sx, -k * s * s * sx];
  const [x, y] = [k * c * c * sy, (1 - k * c * s) * sy];
  const length = Math.hypot(a, b) || 1e-9;
  const across = (a * y - b * x) / length;
  const along = (a * x + b * y) / length;
  return {
    rotation: turn + Math.atan2(b, a) / radians,
    scale: isFlat ? [0, 0, sz] : [length, across, sz],
    skew: across === 0 ? 0 : -Math.atan(along / across) / radians,
  };
}
