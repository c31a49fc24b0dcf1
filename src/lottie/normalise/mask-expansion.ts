import type { Bezier, Layer, Mask } from '../types.ts';
import { numberAt } from '../value.ts';
import type { Budget } from './bake.ts';
import { pathSource, rewritten } from './paths.ts';
import { isObject, isProperty, keyframesOf } from './properties.ts';

/** A corner moves at most this many times as far as its edges. */
const MAX_MITER = 4;

/** Moves the outlines of masks by their expansion, which Skottie ignores. */
export function fixMaskExpansion(layer: Layer, budget: Budget): void {
  const masks: unknown = layer.masksProperties;
  if (!Array.isArray(masks)) return;
  for (const mask of masks as (Mask | null)[]) {
    const x = mask?.x;
    if (!isObject(mask) || !isProperty(x) || !expands(x)) continue;
    const source = pathSource(mask.pt);
    // Open paths mask nothing.
    if (!source?.at(0).c) continue;
    const of = (path: Bezier, frame: number) => expanded(path, numberAt(x, frame, 0));
    const points = (count: number) => count;
    const pt = rewritten(source, { of, points, properties: [x] }, budget);
    if (!pt) continue;
    mask.pt = pt;
    delete mask.x;
  }
}

/** Whether an expansion has a visible value at any time. */
export function expands(x: unknown): boolean {
  if (!isProperty(x)) return false;
  const keys = keyframesOf(x);
  if (!keys) return numberAt(x as never, 0, 0) !== 0;
  return keys.some(({ s, e }) => [s, e].flat().some((v) => typeof v === 'number' && v !== 0));
}

/**
 * Moves each point along the mean normal of its edges, and scales the tangents with their segments.
 * A path that would turn inside out becomes a point.
 */
function expanded(path: Bezier, by: number): Bezier {
  if (by === 0 || !Number.isFinite(by)) return path;
  const count = path.v.length;
  const area = areaOf(path);
  if (area === 0) return path;
  const outward = by * Math.sign(area);
  const v = path.v.map((point, n) => {
    const [last, next] = [(n + count - 1) % count, (n + 1) % count];
    const into = direction(path, last, n, 1);
    const out = direction(path, n, next, 0);
    const [nx, ny] = [into[1] + out[1], -into[0] - out[0]];
    const square = nx * nx + ny * ny;
    // The mean of two normals is shorter than the miter by the square of its length.
    const scale = Math.min(MAX_MITER, square > 0 ? 2 / square : 0) * outward;
    return [(point[0] ?? 0) + nx * scale, (point[1] ?? 0) + ny * scale];
  });
  const movedPath = { ...path, v };
  if (areaOf(movedPath) * area <= 0 || !keepsDirection(path.v, v)) {
    const [middle = [0, 0]] = path.v;
    const zero = () => path.v.map(() => [0, 0]);
    return { c: true, v: path.v.map(() => [...middle]), i: zero(), o: zero() };
  }
  const ratio = (a: number, b: number) => {
    const sourceLength = distance(path.v[a], path.v[b]);
    return sourceLength > 0 ? distance(v[a], v[b]) / sourceLength : 1;
  };
  const scaled = (tangent: number[], by: number) => tangent.map((c) => c * by);
  return {
    c: true,
    v,
    i: path.i.map((t, n) => scaled(t, ratio((n + count - 1) % count, n))),
    o: path.o.map((t, n) => scaled(t, ratio(n, (n + 1) % count))),
  };
}

/** Whether the segments of two paths have the same directions, weighted with their lengths. */
function keepsDirection(
  sourcePoints: readonly number[][],
  movedPoints: readonly number[][],
): boolean {
  const edges = (points: readonly number[][]) =>
    points.map((p, n) => {
      const next = points[(n + 1) % points.length];
      return [(next?.[0] ?? 0) - (p[0] ?? 0), (next?.[1] ?? 0) - (p[1] ?? 0)];
    });
  const movedEdges = edges(movedPoints);
  const products = edges(sourcePoints).map(
    ([x = 0, y = 0], n) => x * (movedEdges[n]?.[0] ?? 0) + y * (movedEdges[n]?.[1] ?? 0),
  );
  return products.reduce((sum, product) => sum + product, 0) > 0;
}

/** The unit direction of a segment at its start (`end` 0) or end. */
function direction(path: Bezier, a: number, b: number, end: 0 | 1): [number, number] {
  const tangent = end === 0 ? path.o[a] : path.i[b];
  const sign = end === 0 ? 1 : -1;
  let [x, y] = [sign * (tangent?.[0] ?? 0), sign * (tangent?.[1] ?? 0)];
  if (Math.hypot(x, y) < 1e-6) {
    x = (path.v[b]?.[0] ?? 0) - (path.v[a]?.[0] ?? 0);
    y = (path.v[b]?.[1] ?? 0) - (path.v[a]?.[1] ?? 0);
  }
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}

/** Twice the signed area of the polygon of the vertices; its sign gives the direction. */
function areaOf({ v }: Bezier): number {
  return v.reduce((sum, [x = 0, y = 0], n) => {
    const [nextX = 0, nextY = 0] = v[(n + 1) % v.length] ?? [];
    return sum + x * nextY - nextX * y;
  }, 0);
}

function distance(a: readonly number[] = [], b: readonly number[] = []): number {
  return Math.hypot((a[0] ?? 0) - (b[0] ?? 0), (a[1] ?? 0) - (b[1] ?? 0));
}
