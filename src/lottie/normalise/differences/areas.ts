import type { Bezier, Shape } from '../../types.ts';
import { numberAt, vectorAt } from '../../value.ts';
import { isObject, isProperty, keyframesOf } from '../properties.ts';

type Box = { min: number[]; max: number[] };

/** The paths of a property in its keyframes. Of a property that cannot be read, there are none. */
export function pathsOf(property: unknown): Bezier[] {
  if (!isProperty(property)) return [];
  const values = keyframesOf(property)?.flatMap(({ s, e }) => [s, e]) ?? [property.k];
  return values.flat().flatMap((value) => {
    const path = (isObject(value) ? value : {}) as Bezier;
    return Array.isArray(path.v) && path.v.length > 0 ? [path] : [];
  });
}

/** The corners of a path in each of its keyframes. */
export function cornersOf(property: unknown): [number, number][][] {
  return pathsOf(property).map(({ v }) =>
    v.map((point): [number, number] => [Number(point?.[0] ?? 0), Number(point?.[1] ?? 0)]),
  );
}

/** Twice the area that corners enclose; positive with the clock. */
export function areaOf(corners: readonly [number, number][]): number {
  return corners.reduce((sum, [x, y], n) => {
    const [nextX, nextY] = corners[(n + 1) % corners.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
}

/** The box around the corners of a path that stands still; undefined for other paths. */
export function boxOf(property: unknown): Box | undefined {
  const [corners, ...others] = cornersOf(property);
  if (!corners || others.length > 0) return undefined;
  // A path may have more corners than a call can have arguments.
  const along = (axis: 0 | 1, outer: (a: number, b: number) => number) =>
    corners.map((corner) => corner[axis]).reduce((a, b) => outer(a, b));
  return {
    min: [along(0, Math.min), along(1, Math.min)],
    max: [along(0, Math.max), along(1, Math.max)],
  };
}

/** The box around a shape that stands still; undefined for other shapes. */
export function boxOfShape({ ty, ks, ...shape }: Shape): Box | undefined {
  if (ty === 'sh') return boxOf(ks);
  const values = [shape['p'], ...(ty === 'sr' ? [shape['or']] : [shape['s']])];
  if (!values.every((value) => isProperty(value) && !keyframesOf(value))) return undefined;
  const [place, size] = values as [never, never];
  const center = vectorAt(place, 0, [0, 0]);
  const half =
    ty === 'sr'
      ? [0, 1].map(() => numberAt(size, 0, 0))
      : vectorAt(size, 0, [0, 0]).map((length) => length / 2);
  return {
    min: [0, 1].map((axis) => (center[axis] ?? 0) - (half[axis] ?? 0)),
    max: [0, 1].map((axis) => (center[axis] ?? 0) + (half[axis] ?? 0)),
  };
}

/** Whether two boxes are known and do not overlap. */
export function areApart(box: Box | undefined, other: Box | undefined): boolean {
  if (!box || !other) return false;
  return [0, 1].some((axis) => isBefore(box, other, axis) || isBefore(other, box, axis));
}

/** Whether two boxes are known and overlap. */
export function areOverlapping(box: Box | undefined, other: Box | undefined): boolean {
  return box !== undefined && other !== undefined && !areApart(box, other);
}

function isBefore({ max }: Box, { min }: Box, axis: number): boolean {
  return (max[axis] ?? 0) < (min[axis] ?? 0);
}

/** Whether a box is known to lie within another one. */
export function isWithin(box: Box | undefined, other: Box | undefined): boolean {
  if (!box || !other) return false;
  const isInside = (axis: number) =>
    (box.min[axis] ?? 0) >= (other.min[axis] ?? 0) &&
    (box.max[axis] ?? 0) <= (other.max[axis] ?? 0);
  return [0, 1].every(isInside);
}
