import type { Bezier, Layer, Property, Shape, ShapeProperty } from '../types.ts';
import { numberAt, vectorAt } from '../value.ts';
import { type Budget, bakedFrames, linearKeyframes } from './bake.ts';
import { type AnyProperty, isObject, isProperty, keyframesOf, shapeLists } from './properties.ts';

const MAX_POINTS = 500;
/** Numbers for each point of a path: the point and two tangents. */
const NUMBERS_PER_POINT = 6;
/** The tangents of a quarter of a circle, as a share of its radius. */
export const ARC = 0.5519;

/** The direction of a rectangle or an ellipse that runs counterclockwise. */
const REVERSED = 3;

/** A path over time. `properties`: the animated parts. `points`: the number of its points. */
export type PathSource = {
  at: (frame: number) => Bezier;
  points: number;
  properties: AnyProperty[];
};

/** A rewriting of a path at a frame. `points`: the maximum number of points of a result. */
export type Rewriting = {
  of: (path: Bezier, frame: number) => Bezier;
  points: (points: number) => number;
  properties: (AnyProperty | undefined)[];
};

/**
 * Returns a path property with the rewritten path, frame by frame if it is animated; undefined if
 * this would exceed the budget.
 */
export function rewritten(
  source: PathSource,
  rewriting: Rewriting,
  budget: Budget,
): ShapeProperty | undefined {
  const properties = [...source.properties, ...rewriting.properties].filter(
    (p) => p !== undefined && keyframesOf(p) !== undefined,
  );
  const points = rewriting.points(source.points);
  const size = points * NUMBERS_PER_POINT;
  if (!(points <= 4 * MAX_POINTS && size <= budget.work)) return undefined;
  const at = (frame: number) => rewriting.of(source.at(frame), frame);
  if (properties.length === 0) {
    budget.work -= size;
    return { a: 0, k: at(0) };
  }
  const frames = bakedFrames(properties, budget, size);
  if (!frames) return undefined;
  return pathKeyframes(frames, at);
}

/** Returns a path frame by frame; with hold keyframes if the number of its points changes. */
export function pathKeyframes(
  frames: readonly number[],
  at: (frame: number) => Bezier,
): ShapeProperty {
  const paths = new Map(frames.map((frame) => [frame, at(frame)]));
  const counts = [...paths.values()].map(({ v }) => v.length);
  const most = counts.reduce((a, b) => Math.max(a, b), 0);
  const varies = counts.some((count) => count !== most);
  const of = (frame: number) => [padPath(paths.get(frame) ?? at(frame), most)];
  return { a: 1, k: linearKeyframes(frames, of, varies) as never };
}

/** Repeats the last point up to `count` points: Skottie draws no path whose number of points changes. */
function padPath(path: Bezier, count: number): Bezier {
  const missing = count - path.v.length;
  const [last, out] = [path.v.at(-1), path.o.at(-1)];
  if (missing <= 0 || !last || !out) return path;
  const zeros = Array.from({ length: missing }, () => [0, 0]);
  return {
    ...path,
    v: [...path.v, ...zeros.map(() => [...last])],
    i: [...path.i, ...zeros],
    o: [...path.o.slice(0, -1), ...zeros, out],
  };
}

/** How the keyframes of paths were changed; see `fixOutlines`. */
export type Unevenness = 'cut' | 'filled';

/**
 * Gives the keyframes of each path as many points as the first, as lottie-web does, and its ends:
 * Skottie draws no path whose number of points changes. Missing points are filled with the last
 * point; lottie-web fails there. Rectangles without a direction run counterclockwise, as in
 * lottie-web. Returns how keyframes were changed. Beyond the budget, keyframes stay as they are: many short ones
 * after a long one would fill the memory.
 */
export function fixOutlines(layer: Layer, budget: Budget): Set<Unevenness> {
  const changes = new Set<Unevenness>();
  const even = (property: unknown) => {
    const keys = isProperty(property) ? keyframesOf(property) : undefined;
    const paths = (keys ?? []).flatMap(({ s, e }) => [s, e].map(only)).filter(isOutline);
    const [first] = paths;
    for (const path of paths) {
      if (!first || path === first) continue;
      const missing = first.v.length - path.v.length;
      if (missing !== 0) changes.add(missing < 0 ? 'cut' : 'filled');
      if (missing <= budget.work) Object.assign(path, matchFirst(path, first));
      budget.work -= Math.min(budget.work, Math.max(0, missing));
    }
  };
  for (const list of shapeLists(layer.shapes)) {
    for (const shape of list) {
      if (shape?.ty === 'sh') even(shape.ks);
      if (shape?.ty === 'rc' && shape['d'] !== 1 && shape['d'] !== 2) shape['d'] = REVERSED;
    }
  }
  const masks: unknown = layer.masksProperties;
  if (Array.isArray(masks)) for (const mask of masks) even(mask?.pt);
  return changes;
}

function isOutline(value: unknown): value is Bezier {
  return isObject(value) && [value['v'], value['i'], value['o']].every(Array.isArray);
}

/**
 * The path with as many points as `first`, and open or closed as it is. A path without points becomes one
 * point.
 */
function matchFirst({ v, i, o }: Bezier, first: Bezier): Bezier {
  const count = first.v.length;
  const cut = { v: v.slice(0, count), i: i.slice(0, count), o: o.slice(0, count) };
  const path = { ...cut, c: first.c ?? false };
  if (v.length > 0) return padPath(path, count);
  // A path without points is not seen.
  const [point = [0, 0]] = first.v;
  return {
    ...path,
    v: first.v.map(() => point),
    i: first.v.map(() => [0, 0]),
    o: first.v.map(() => [0, 0]),
  };
}

/** Returns the path of a shape `sh`, `rc` or `el`; undefined if it cannot be read. */
export function pathOf(shape: Shape): PathSource | undefined {
  if (shape.ty === 'sh') return pathSource(shape.ks);
  const [p, s, r] = [shape['p'], shape['s'], shape['r']];
  if (!isProperty(p) || !isProperty(s)) return undefined;
  if (shape.ty === 'rc' && isProperty(r) && (keyframesOf(r) || numberAt(r as never, 0, 0) !== 0))
    return undefined;
  const outline = shape.ty === 'rc' ? rectangle : ellipse;
  const source = structuredClone({ p, s }) as Record<'p' | 's', Property<number[]>>;
  const at = (frame: number) => {
    const [x = 0, y = 0] = vectorAt(source.p, frame, [0, 0]);
    const [width = 0, height = 0] = vectorAt(source.s, frame, [0, 0]);
    const path = outline(x, y, width / 2, height / 2);
    return shape['d'] === REVERSED ? reversed(path) : path;
  };
  return { at, points: 4, properties: [source.p, source.s] };
}

/** Returns the path of a property; undefined if it cannot be read or its points are too many. */
export function pathSource(property: unknown): PathSource | undefined {
  if (!isProperty(property)) return undefined;
  const keys = keyframesOf(property);
  if (!keys) {
    const path: unknown = Array.isArray(property.k) ? property.k[0] : property.k;
    if (!isPath(path)) return undefined;
    const still = structuredClone(path);
    return { at: () => still, points: still.v.length, properties: [] };
  }
  const paths = keys.flatMap(({ s, e }) => [s, e].map(only).filter((path) => path !== undefined));
  const [first] = paths;
  if (!isPath(first)) return undefined;
  const points = first.v.length;
  if (!paths.every((path) => isPath(path) && path.v.length === points)) return undefined;
  const flat = keys.map((key) => {
    const [s, e] = [only(key.s), only(key.e)];
    return { ...key, s: isPath(s) ? flatten(s) : undefined, e: isPath(e) ? flatten(e) : undefined };
  });
  const numbers = { a: 1, k: flat } as unknown as Property<number[]>;
  const closed = first.c === true;
  const at = (frame: number) => unflatten(vectorAt(numbers, frame, flatten(first)), closed);
  return { at, points, properties: [numbers] };
}

function only(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

/** Whether a value is a path with finite points and a tangent on both sides of each. */
function isPath(value: unknown): value is Bezier {
  if (!isObject(value)) return false;
  const { v, i, o } = value;
  if (!Array.isArray(v) || v.length === 0 || v.length > MAX_POINTS) return false;
  return [v, i, o].every(
    (list) =>
      Array.isArray(list) &&
      list.length === v.length &&
      list.every((p) => Array.isArray(p) && Number.isFinite(p[0]) && Number.isFinite(p[1])),
  );
}

/** Six numbers for each point: the point, then its in and out tangents. */
function flatten({ v, i, o }: Bezier): number[] {
  return v.flatMap((point, n) =>
    [point, i[n], o[n]].flatMap((pair) => [pair?.[0] ?? 0, pair?.[1] ?? 0]),
  );
}

/**
 * Reads six numbers for each point: the point, then its in and out tangents; the reverse of the flat list.
 */
function unflatten(numbers: readonly number[], c: boolean): Bezier {
  const path: Bezier = { v: [], i: [], o: [], c };
  for (let n = 0; n + NUMBERS_PER_POINT <= numbers.length; n += NUMBERS_PER_POINT) {
    path.v.push(numbers.slice(n, n + 2));
    path.i.push(numbers.slice(n + 2, n + 4));
    path.o.push(numbers.slice(n + 4, n + 6));
  }
  return path;
}

/** The same closed path from the same point in the other direction. */
function reversed({ v, i, o }: Bezier): Bezier {
  const back = <T>([first, ...others]: T[]) =>
    first === undefined ? [] : [first, ...others.toReversed()];
  return { v: back(v), i: back(o), o: back(i), c: true };
}

/**
 * Centered at `x`, `y`; `w` and `h` are half of its sides. Clockwise from the top right, where After
 * Effects begins.
 */
function rectangle(x: number, y: number, w: number, h: number): Bezier {
  const v = [
    [x + w, y - h],
    [x + w, y + h],
    [x - w, y + h],
    [x - w, y - h],
  ];
  return { v, i: v.map(() => [0, 0]), o: v.map(() => [0, 0]), c: true };
}

/** Centered at `x`, `y`; `w` and `h` are its radii. Clockwise from the top. */
function ellipse(x: number, y: number, w: number, h: number): Bezier {
  const v = [
    [x, y - h],
    [x + w, y],
    [x, y + h],
    [x - w, y],
  ];
  const o = [
    [w * ARC, 0],
    [0, h * ARC],
    [-w * ARC, 0],
    [0, -h * ARC],
  ];
  return { v, i: o.map((t) => t.map((c) => -c)), o, c: true };
}
