import type { Layer, Shape, Transform } from '../types.ts';
import { numberAt, vectorAt } from '../value.ts';
import { type Budget, bakedFrames, linearKeyframes } from './bake.ts';
import { type AnyProperty, isObject, isProperty, keyframesOf } from './properties.ts';

/**
 * Rewrites transforms with a skew axis: Skottie skews only horizontally. The result is a rotation,
 * a horizontal skew and a scale with the same matrix.
 */
export function fixSkew(layer: Layer, budget: Budget): void {
  if (layer.ks) straighten(layer.ks, budget);
  visit(layer.shapes, budget);
}

function visit(shapes: unknown, budget: Budget): void {
  if (!Array.isArray(shapes)) return;
  for (const shape of shapes as (Shape | null)[]) {
    if (!isObject(shape)) continue;
    if (shape.ty === 'tr') straighten(shape as Transform, budget);
    visit(shape.it, budget);
  }
}

function straighten(transform: Transform, budget: Budget): void {
  const { sk, sa, s, r } = transform;
  if (!isProperty(sk) || !isProperty(sa)) return;
  const still = (p: AnyProperty) => keyframesOf(p) === undefined;
  if ((still(sa) && numberAt(sa, 0, 0) % 180 === 0) || (still(sk) && numberAt(sk, 0, 0) === 0))
    return;
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
  const write = <T>(pick: (parts: ReturnType<typeof decompose>) => T) =>
    frames
      ? { a: 1, k: linearKeyframes(frames, (f) => pick(at(f))) as never }
      : { a: 0, k: pick(at(0)) };
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
  const k = Math.tan(-Math.min(85, Math.max(-85, skew)) * radians);
  // R(−axis) · Skew · R(axis), with scaled columns.
  const [a, b] = [(1 + k * c * s) * sx, -k * s * s * sx];
  const [x, y] = [k * c * c * sy, (1 - k * c * s) * sy];
  const length = Math.hypot(a, b) || 1e-9;
  const across = (a * y - b * x) / length;
  const along = (a * x + b * y) / length;
  return {
    rotation: turn + Math.atan2(b, a) / radians,
    scale: [length, across, sz],
    skew: across === 0 ? 0 : -Math.atan(along / across) / radians,
  };
}
