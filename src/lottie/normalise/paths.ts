import type { Bezier, Layer, Property, Shape, ShapeProperty } from '../types.ts';
import { numberAt, vectorAt } from '../value.ts';
import { type Budget, bakedFrames, linearKeyframes } from './bake.ts';
import { type AnyProperty, isObject, isProperty, keyframesOf, shapeLists } from './properties.ts';

const MAX_POINTS = 500;
/** Numbers for each point of a path: the point and two tangents. */
const NUMBERS_PER_POINT = 6;
/** The tangents of a quarter of a circle, as a share of its radius. */
export const ARC = 0.5519;

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
  const of = (frame: number) => [padded(paths.get(frame) ?? at(frame), most)];
  return { a: 1, k: linearKeyframes(frames, of, varies) as never };
}

/** The animated paths and masks of a layer whose keyframes have different numbers of points. */
export function unevenPaths({ shapes, masksProperties: masks }: Layer) {
  const outlines = [...shapeLists(shapes)].flat().map((shape) => shape?.ty === 'sh' && shape.ks);
  const masked = Array.isArray(masks) ? masks.map((mask) => isObject(mask) && mask.pt) : [];
  return [...outlines, ...masked].flatMap((property) => {
    const keys = isProperty(property) ? (keyframesOf(property) ?? []) : [];
    const paths = keys.flatMap(({ s, e }) => [s, e].map(only)).filter((one) => one !== undefined);
    if (!paths.every(isPath)) return [];
    const most = paths.reduce((max, { v }) => Math.max(max, v.length), 0);
    const isEven = paths.every(({ v }) => v.length === most);
    return isEven ? [] : [{ keys, most, size: paths.length * most * NUMBERS_PER_POINT }];
  });
}

/** Gives the keyframes of each path and mask of a layer equal numbers of points. */
export function evenPaths(layer: Layer, budget: Budget): void {
  for (const { keys, most, size } of unevenPaths(layer)) {
    if (size > budget.work) continue;
    budget.work -= size;
    for (const key of keys) {
      for (const name of ['s', 'e'] as const) {
        const path = only(key[name]);
        if (isPath(path)) key[name] = [padded(path, most)];
      }
    }
  }
}

/** Repeats the last point: Skottie draws no path whose number of points changes. */
function padded(path: Bezier, count: number): Bezier {
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
    return outline(x, y, width / 2, height / 2);
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

function flatten({ v, i, o }: Bezier): number[] {
  return v.flatMap((point, n) =>
    [point, i[n], o[n]].flatMap((pair) => [pair?.[0] ?? 0, pair?.[1] ?? 0]),
  );
}

function unflatten(numbers: readonly number[], c: boolean): Bezier {
  const path: Bezier = { v: [], i: [], o: [], c };
  for (let n = 0; n + NUMBERS_PER_POINT <= numbers.length; n += NUMBERS_PER_POINT) {
    path.v.push(numbers.slice(n, n + 2));
    path.i.push(numbers.slice(n + 2, n + 4));
    path.o.push(numbers.slice(n + 4, n + 6));
  }
  return path;
}

function rectangle(x: number, y: number, w: number, h: number): Bezier {
  const v = [
    [x + w, y - h],
    [x + w, y + h],
    [x - w, y + h],
    [x - w, y - h],
  ];
  return { v, i: v.map(() => [0, 0]), o: v.map(() => [0, 0]), c: true };
}

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
