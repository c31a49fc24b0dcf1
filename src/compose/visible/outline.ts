import type { Bezier } from '../../lottie/index.ts';

/** The corners of a path whose curves are lines: x and y in turn. The last corner is joined to the first. */
export type Outline = readonly number[];

/** Lines of a curve. */
const STEPS = 8;

/** Returns a path with lines instead of curves. */
export function outlineOf({ v, i, o }: Bezier): Outline {
  const points: number[] = [];
  for (const [n, [x = 0, y = 0]] of v.entries()) {
    points.push(x, y);
    const next = (n + 1) % v.length;
    const [endX = 0, endY = 0] = v[next] ?? [];
    const [outX = 0, outY = 0] = o[n] ?? [];
    const [inX = 0, inY = 0] = i[next] ?? [];
    if (outX === 0 && outY === 0 && inX === 0 && inY === 0) continue;
    for (let step = 1; step < STEPS; step++) {
      const t = step / STEPS;
      points.push(
        coordinateAt(t, [x, x + outX, endX + inX, endX]),
        coordinateAt(t, [y, y + outY, endY + inY, endY]),
      );
    }
  }
  return points;
}

type Values = readonly [number, number, number, number];

/** One coordinate of a cubic curve at `t` (0 to 1). */
function coordinateAt(t: number, [a, b, c, d]: Values): number {
  const complement = 1 - t;
  return (
    complement ** 3 * a +
    3 * complement * complement * t * b +
    3 * complement * t * t * c +
    t ** 3 * d
  );
}

/** How often an outline runs around a point; 0 outside of it. */
export function windingAt(outline: Outline, x: number, y: number): number {
  let winding = 0;
  let [x1, y1] = outline.slice(-2) as [number, number];
  for (let n = 0; n < outline.length; n += 2) {
    const [x2, y2] = [outline[n] ?? 0, outline[n + 1] ?? 0];
    if (y1 <= y !== y2 <= y) {
      const crossing = x1 + ((y - y1) / (y2 - y1)) * (x2 - x1);
      if (crossing > x) winding += y2 > y1 ? 1 : -1;
    }
    [x1, y1] = [x2, y2];
  }
  return winding;
}

/** The distance from a point to the nearest line of an outline. */
export function distanceTo(outline: Outline, x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  let [x1, y1] = outline.slice(-2) as [number, number];
  for (let n = 0; n < outline.length; n += 2) {
    const [x2, y2] = [outline[n] ?? 0, outline[n + 1] ?? 0];
    const [dx, dy] = [x2 - x1, y2 - y1];
    const along = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1);
    const t = Math.min(1, Math.max(0, along));
    nearest = Math.min(nearest, Math.hypot(x - x1 - t * dx, y - y1 - t * dy));
    [x1, y1] = [x2, y2];
  }
  return nearest;
}
