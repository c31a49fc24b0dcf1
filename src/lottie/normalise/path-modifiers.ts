import type { Bezier, Layer, Shape } from '../types.ts';
import { numberAt } from '../value.ts';
import type { Budget } from './bake.ts';
import { ARC, pathOf, type Rewriting, rewritten } from './paths.ts';
import { type AnyProperty, isObject, isProperty, keyframesOf, shapeLists } from './properties.ts';
import { starToPath } from './stars.ts';

const MAX_RIDGES = 1000;
const MAX_DEPTH = 60;
const PATHS = new Set(['sh', 'rc', 'el', 'sr']);
/** Elements before a modifier that would have to be rewritten first. */
const BLOCKERS = new Set(['tm', 'op', 'pb', 'rp', 'mm', 'rd', 'zz', 'tw']);

/**
 * Replaces round corners and zig-zag by paths: Skottie rounds the corners of curves too, and draws
 * no zig-zag. A modifier after another modifier stays unchanged.
 */
export function fixPathModifiers(layer: Layer, budget: Budget): void {
  for (const list of shapeLists(layer.shapes)) rewriteModifiers(list, budget);
}

/**
 * Applies round corners and zig zags to the paths before them, in the order in which they stand, in place.
 * The first that cannot be applied stays, with all modifiers after it.
 */
function rewriteModifiers(list: (Shape | null)[], budget: Budget): void {
  const keptShapes: (Shape | null)[] = [];
  let isStopped = false;
  for (const shape of list) {
    const rewriting = isObject(shape) && shape.hd !== true ? rewritingOf(shape) : undefined;
    if (rewriting && !isStopped && modifyPaths(rewriting, keptShapes, budget)) continue;
    // Later modifiers would find this modifier before them.
    isStopped ||= rewriting !== undefined;
    keptShapes.push(shape);
  }
  for (const [index, shape] of keptShapes.entries()) list[index] = shape;
  list.length = keptShapes.length;
}

/**
 * Rewrites all paths of the shapes, or none: returns false if one of them cannot be rewritten. Even then
 * stars may have become plain paths, which draw the same.
 */
function modifyPaths(
  rewriting: Rewriting,
  sourceShapes: readonly (Shape | null)[],
  budget: Budget,
): boolean {
  const paths = pathsIn(sourceShapes, budget);
  if (!paths) return false;
  for (const shape of paths) if (shape.ty === 'sr') starToPath(shape, undefined, budget);
  const results = paths.map((shape) => {
    const source = pathOf(shape);
    return source && rewritten(source, rewriting, budget);
  });
  if (results.some((result) => result === undefined)) return false;
  for (const [index, shape] of paths.entries()) {
    if (shape.ty !== 'sh') for (const key of ['p', 's', 'r', 'd']) delete shape[key];
    shape.ty = 'sh';
    shape.ks = results[index] as NonNullable<Shape['ks']>;
  }
  return true;
}

/**
 * The visible paths, also those in groups; undefined if another modifier changes them before, or
 * without work left.
 */
function pathsIn(
  shapes: readonly (Shape | null)[],
  budget: Budget,
  depth = 0,
): Shape[] | undefined {
  const pathShapes: Shape[] = [];
  for (const shape of shapes) {
    budget.work -= 1;
    if (depth > MAX_DEPTH || budget.work < 0) return undefined;
    if (!isObject(shape) || shape.hd === true) continue;
    if (BLOCKERS.has(shape.ty)) return undefined;
    if (PATHS.has(shape.ty)) pathShapes.push(shape);
    if (shape.ty !== 'gr' || !Array.isArray(shape.it)) continue;
    const inner = pathsIn(shape.it, budget, depth + 1);
    if (!inner) return undefined;
    pathShapes.push(...inner);
  }
  return pathShapes;
}

/**
 * Returns how to rewrite a path for a modifier; undefined for other shapes, and for more ridges than the
 * limit.
 */
function rewritingOf(shape: Shape): Rewriting | undefined {
  const property = (key: string) => (isProperty(shape[key]) ? shape[key] : undefined);
  const at = (p: AnyProperty | undefined, frame: number, otherwise: number) => {
    const value = numberAt(p as never, frame, otherwise);
    return Number.isFinite(value) ? value : otherwise;
  };
  const r = property('r');
  if (shape.ty === 'rd') {
    return {
      of: (path, frame) => rounded(path, Math.max(0, at(r, frame, 0))),
      points: (points) => 2 * points,
      properties: [r],
    };
  }
  if (shape.ty !== 'zz') return undefined;
  const [size, kind] = [property('s'), property('pt')];
  const ridges = (frame: number) => Math.max(0, Math.round(at(r, frame, 0)));
  const most =
    (r && keyframesOf(r)?.reduce((max, { t }) => Math.max(max, ridges(t)), 0)) ?? ridges(0);
  if (most > MAX_RIDGES) return undefined;
  return {
    of: (path, frame) => {
      const smooth = at(kind, frame, 1) === 2;
      return zigZag(path, {
        size: at(size, frame, 0),
        ridges: Math.min(most, ridges(frame)),
        smooth,
      });
    },
    points: (points) => points * (most + 1) + 1,
    properties: [size, r, kind],
  };
}

/** Rounds the corners of a path that have no tangents. A radius ends in the middle of an edge. */
function rounded(path: Bezier, radius: number): Bezier {
  const to: Bezier = { v: [], i: [], o: [], c: path.c === true };
  const count = path.v.length;
  for (const [n, v] of path.v.entries()) {
    const [i = [], o = []] = [path.i[n], path.o[n]];
    const isEnd = !path.c && (n === 0 || n === count - 1);
    if ([...i, ...o].some((c) => c !== 0) || isEnd) {
      addPoint(to, v, i, o);
      continue;
    }
    const shifts = [path.v[(n + count - 1) % count], path.v[(n + 1) % count]].map((near) => {
      const toward = [0, 1].map((d) => (near?.[d] ?? 0) - (v[d] ?? 0));
      const length = Math.hypot(...toward);
      const share = length > 0 ? Math.min(length / 2, radius) / length : 0;
      return toward.map((c) => c * share);
    });
    const [back = [], ahead = []] = shifts;
    const shift = (by: number[]) => v.slice(0, 2).map((c, d) => c + (by[d] ?? 0));
    const tangent = (by: number[]) => by.map((c) => -c * ARC);
    addPoint(to, shift(back), [0, 0], tangent(back));
    addPoint(to, shift(ahead), tangent(ahead), [0, 0]);
  }
  return to;
}

type ZigZag = { size: number; ridges: number; smooth: boolean };

/** Puts ridges on both sides of each segment in turn, and moves the corners like ridges. */
function zigZag(path: Bezier, { size, ridges, smooth }: ZigZag): Bezier {
  const to: Bezier = { v: [], i: [], o: [], c: path.c === true };
  const count = path.v.length;
  const segments = path.c ? count : count - 1;
  let side = -1;
  const put = (
    point: number[],
    [dx = 0, dy = 0]: number[],
    inLength: number,
    outLength: number,
  ) => {
    const length = Math.hypot(dx, dy) || 1;
    const [x, y] = [dx / length, dy / length];
    const [px = 0, py = 0] = point;
    const reach = smooth ? 1 / ((ridges + 1) * 2) : 0;
    const ridge = [px + y * side * size, py - x * side * size];
    addPoint(
      to,
      ridge,
      [-x * inLength * reach, -y * inLength * reach],
      [x * outLength * reach, y * outLength * reach],
    );
  };
  const corner = (n: number) => {
    const [last = [], at = [], next = []] = [n + count - 1, n, n + 1].map((k) => path.v[k % count]);
    put(at, minus(next, last), Math.hypot(...minus(at, last)), Math.hypot(...minus(next, at)));
  };
  if (segments > 0) corner(0);
  for (let n = 0; n < segments; n++) {
    const [a = [], d = []] = [path.v[n], path.v[(n + 1) % count]];
    const [b, c] = [straightened(a, d, path.o[n]), straightened(d, a, path.i[(n + 1) % count])];
    const chord = Math.hypot(...minus(d, a));
    for (let k = 1; k <= ridges; k++) {
      side = -side;
      const { point, tangent } = curveAt([a, b, c, d], k / (ridges + 1));
      put(point, tangent, chord, chord);
    }
    side = -side;
    corner(n + 1);
  }
  return to;
}

/** A control point; that of a straight line for no tangent, which spaces the ridges evenly. */
function straightened(from: number[], to: number[], tangent: number[] = []): number[] {
  if (tangent.some((c) => c !== 0)) return plus(from, tangent);
  return plus(
    from,
    minus(to, from).map((c) => c / 3),
  );
}

/**
 * The point and the tangent of a cubic curve at `t`. The tangent has the right direction, not the right
 * length.
 */
function curveAt([a, b, c, d]: readonly [number[], number[], number[], number[]], t: number) {
  const s = 1 - t;
  const mix = (weights: readonly number[], points: readonly number[][]) =>
    [0, 1].map((k) => points.reduce((sum, p, n) => sum + (p[k] ?? 0) * (weights[n] ?? 0), 0));
  const point = mix([s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t], [a, b, c, d]);
  const tangent = mix([s * s, 2 * s * t, t * t], [minus(b, a), minus(c, b), minus(d, c)]);
  return { point, tangent };
}

/** Appends a point to a path: its position and its tangents, which are relative to it. */
function addPoint(path: Bezier, v: number[], i: number[], o: number[]): void {
  path.v.push(v);
  path.i.push(i);
  path.o.push(o);
}

function minus(a: readonly number[], b: readonly number[]): number[] {
  return [(a[0] ?? 0) - (b[0] ?? 0), (a[1] ?? 0) - (b[1] ?? 0)];
}

function plus(a: readonly number[], b: readonly number[] = []): number[] {
  return [(a[0] ?? 0) + (b[0] ?? 0), (a[1] ?? 0) + (b[1] ?? 0)];
}
