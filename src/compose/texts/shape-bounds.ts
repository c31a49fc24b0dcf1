import { type Property, type Shape, vectorAt } from '../../lottie/index.ts';

export type Rectangle = [left: number, top: number, right: number, bottom: number];

/** Maximum depth of groups that are looked into. */
const MAX_DEPTH = 20;

/**
 * Returns the bounds of shapes at a frame, in the coordinates of their layer; undefined without a
 * path. Rotations and strokes are ignored.
 */
export function boundsOfShapes(
  shapes: readonly Shape[],
  frame: number,
  depth = 0,
): Rectangle | undefined {
  let bounds: Rectangle | undefined;
  for (const shape of shapes) {
    const ownBounds =
      shape.hd === true || depth > MAX_DEPTH ? undefined : boundsOf(shape, frame, depth);
    if (ownBounds) bounds = bounds ? union(bounds, ownBounds) : ownBounds;
  }
  const placed = shapes.find(({ ty }) => ty === 'tr');
  return bounds && placed ? transformed(bounds, placed, frame) : bounds;
}

/**
 * The box of a shape in its group's pixels; undefined for shapes without an outline. A star counts with its
 * whole radius.
 */
function boundsOf(shape: Shape, frame: number, depth: number): Rectangle | undefined {
  if (shape.ty === 'gr') return boundsOfShapes(shape.it ?? [], frame, depth + 1);
  if (shape.ty === 'rc' || shape.ty === 'el') {
    const [x = 0, y = 0] = vectorOf(shape, 'p', frame, [0, 0]);
    const [width = 0, height = 0] = vectorOf(shape, 's', frame, [0, 0]);
    return [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
  }
  if (shape.ty === 'sr') {
    const [x = 0, y = 0] = vectorOf(shape, 'p', frame, [0, 0]);
    const [radius = 0] = vectorOf(shape, 'or', frame, [0]);
    return [x - radius, y - radius, x + radius, y + radius];
  }
  return shape.ty === 'sh' ? boundsOfPath(shape) : undefined;
}

/** The bounds of the points of a path; of a path that moves, those of its first keyframe. */
function boundsOfPath({ ks }: Shape): Rectangle | undefined {
  const k: unknown = ks?.k;
  const first = Array.isArray(k) ? (k[0] as { s?: unknown } | undefined)?.s : k;
  const path = (Array.isArray(first) ? first[0] : first) as { v?: number[][] } | undefined;
  let bounds: Rectangle | undefined;
  for (const [x = 0, y = 0] of path?.v ?? [])
    bounds = bounds ? union(bounds, [x, y, x, y]) : [x, y, x, y];
  return bounds;
}

/** Applies anchor, scale and position of a group; rotation and skew are ignored. */
function transformed(
  [left, top, right, bottom]: Rectangle,
  shape: Shape,
  frame: number,
): Rectangle {
  const [ax = 0, ay = 0] = vectorOf(shape, 'a', frame, [0, 0]);
  const [px = 0, py = 0] = vectorOf(shape, 'p', frame, [0, 0]);
  const [sx = 100, sy = 100] = vectorOf(shape, 's', frame, [100, 100]);
  const x = (value: number) => ((value - ax) * sx) / 100 + px;
  const y = (value: number) => ((value - ay) * sy) / 100 + py;
  return union([x(left), y(top), x(left), y(top)], [x(right), y(bottom), x(right), y(bottom)]);
}

function vectorOf(shape: Shape, name: string, frame: number, otherwise: number[]): number[] {
  return vectorAt(shape[name] as Property<number | number[]> | undefined, frame, otherwise);
}

/** The box around `a` and two opposite corners `b`, in any order. */
function union(a: Rectangle, b: Rectangle): Rectangle {
  return [
    Math.min(a[0], b[0], b[2]),
    Math.min(a[1], b[1], b[3]),
    Math.max(a[2], b[0], b[2]),
    Math.max(a[3], b[1], b[3]),
  ];
}
