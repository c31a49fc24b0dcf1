import type { Easing, Keyframe, Property, SplitPosition } from './types.ts';

/**
 * A property's value at a frame; `otherwise` if the file has no usable value. Curved paths count as
 * straight lines: the value is used for measuring, not for drawing.
 */
export function vectorAt(
  property: Property<number | number[]> | undefined,
  frame: number,
  otherwise: number[],
): number[] {
  const k: unknown = property?.k;
  if (typeof k === 'number') return [k];
  if (!Array.isArray(k) || k.length === 0) return otherwise;
  if (typeof k[0] === 'number') return k as number[];
  return keyedAt(k as Keyframe<number | number[]>[], frame) ?? otherwise;
}

/**
 * The value of a property with one number in a frame; `otherwise` if the property is missing or malformed.
 */
export function numberAt(
  property: Property<number | number[]> | undefined,
  frame: number,
  otherwise: number,
): number {
  return vectorAt(property, frame, [otherwise])[0] ?? otherwise;
}

/**
 * The position in a frame, also of a position whose dimensions are separate; the third dimension is left
 * out then.
 */
export function positionAt(
  property: Property<number[]> | SplitPosition | undefined,
  frame: number,
): number[] {
  if (property && 's' in property && 'x' in property) {
    return [numberAt(property.x as Property<number>, frame, 0), numberAt(property.y, frame, 0)];
  }
  return vectorAt(property as Property<number[]> | undefined, frame, [0, 0]);
}

/**
 * The value between keyframes, with easing but without spatial curves; undefined for malformed keyframes. A
 * missing end value is the start of the next keyframe.
 */
function keyedAt(keys: Keyframe<number | number[]>[], frame: number): number[] | undefined {
  const index = indexAt(keys, frame);
  const key = keys[index];
  if (!key || typeof key !== 'object') return undefined;
  const previous = keys[index - 1];
  const start = list(key.s) ?? list(previous?.e) ?? list(previous?.s);
  const next = keys[index + 1];
  if (!next || !start || key.h === 1 || frame <= key.t) return start;
  const end = list(key.e) ?? list(next.s) ?? start;
  const linear = (frame - key.t) / (next.t - key.t);
  return start.map((from, d) => from + ((end[d] ?? from) - from) * ease(key.o, key.i, linear, d));
}

/**
 * The index of the last keyframe that is not after a frame, or 0. Uses binary search, since there
 * may be very many.
 */
function indexAt(keys: readonly Keyframe<unknown>[], frame: number): number {
  let [low, high] = [0, keys.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((keys[middle]?.t ?? 0) <= frame) low = middle;
    else high = middle - 1;
  }
  return low;
}

function list(value: number | number[] | undefined): number[] | undefined {
  if (typeof value === 'number') return [value];
  return Array.isArray(value) ? value : undefined;
}

/** The cubic Bézier easing (0,0) (ox,oy) (ix,iy) (1,1), solved for x by bisection. */
function ease(out: Easing | undefined, into: Easing | undefined, x: number, d: number): number {
  const of = (value: number | number[] | undefined, otherwise: number) =>
    Array.isArray(value) ? (value[d] ?? value[0] ?? otherwise) : (value ?? otherwise);
  const x1 = of(out?.x, 0);
  const y1 = of(out?.y, 0);
  const x2 = of(into?.x, 1);
  const y2 = of(into?.y, 1);
  const [across, up] = [cubic(x1, x2), cubic(y1, y2)];
  let low = 0;
  let high = 1;
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2;
    if (((across[2] * middle + across[1]) * middle + across[0]) * middle < x) low = middle;
    else high = middle;
  }
  const t = (low + high) / 2;
  return ((up[2] * t + up[1]) * t + up[0]) * t;
}

/**
 * The coefficients of t, t² and t³ of a Bézier curve from 0 to 1 with control points `a` and `b`.
 */
function cubic(a: number, b: number): [number, number, number] {
  return [3 * a, 3 * b - 6 * a, 1 + 3 * a - 3 * b];
}
