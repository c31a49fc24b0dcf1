import type { Bezier, Layer, Shape } from '../types.ts';
import { numberAt, vectorAt } from '../value.ts';
import { type Budget, bakedFrames } from './bake.ts';
import { pathKeyframes } from './paths.ts';
import { type AnyProperty, isObject, isProperty, keyframesOf } from './properties.ts';

const MAX_POINTS = 500;
/** Values for each corner of a path: a point and two tangents. */
const VALUES_PER_CORNER = 6;

/**
 * Replaces stars and polygons by paths if they are round, reversed, have pucker & bloat, or a number
 * of points that is not whole: Skottie supports none of these, and rounds points instead of cutting
 * them off.
 */
export function fixStars(layer: Layer, budget: Budget): void {
  rewriteStars(layer.shapes, budget);
}

/**
 * Turns the stars into paths that Skottie draws differently, in place, also within groups. A bloat that
 * applies to nothing else becomes part of them.
 */
function rewriteStars(shapes: unknown, budget: Budget): void {
  if (!Array.isArray(shapes)) return;
  const list = (shapes as (Shape | null)[]).filter((shape) => isObject(shape)) as Shape[];
  const bloats = list.filter((shape) => shape.ty === 'pb');
  const [bloat] = bloats;
  // A bloat that applies only to stars becomes part of their paths. Skottie draws any other bloat
  // itself.
  const isStarBloat =
    bloats.length === 1 &&
    bloat &&
    list.some((s) => s.ty === 'sr') &&
    list.every((s) => !['sh', 'rc', 'el', 'gr'].includes(s.ty));
  for (const shape of list) {
    if (
      shape.ty === 'sr' &&
      (isStarBloat || isRound(shape) || isReversed(shape) || hasParts(shape))
    )
      starToPath(shape, isStarBloat ? property(bloat, 'a') : undefined, budget);
    rewriteStars(shape.it, budget);
  }
  if (isStarBloat && list.every((shape) => shape.ty !== 'sr'))
    shapes.splice(shapes.indexOf(bloat), 1);
}

function property(shape: Shape, key: string): AnyProperty | undefined {
  const value = shape[key];
  return isProperty(value) ? value : undefined;
}

/** Whether the star has rounded points, in any frame. */
function isRound(shape: Shape): boolean {
  return ['is', 'os'].some((key) => {
    const shapeProperty = property(shape, key);
    return (
      shapeProperty !== undefined &&
      (keyframesOf(shapeProperty) !== undefined || numberAt(shapeProperty as never, 0, 0) !== 0)
    );
  });
}

/** Direction 3 draws the path counterclockwise. */
function isReversed(shape: Shape): boolean {
  return shape['d'] === 3;
}

/** Whether the number of points is not whole at any time. */
function hasParts(shape: Shape): boolean {
  const points = property(shape, 'pt');
  if (!points) return false;
  return keyframesOf(points) !== undefined || !Number.isInteger(numberAt(points as never, 0, 5));
}

/** Replaces a star by its path, unless this would exceed the budget. */
export function starToPath(shape: Shape, bloat: AnyProperty | undefined, budget: Budget): void {
  const keys = ['pt', 'p', 'r', 'or', 'ir', 'os', 'is'];
  const animated = [...keys.map((key) => property(shape, key)), bloat].filter(
    (p) => p !== undefined && keyframesOf(p) !== undefined,
  );
  const points = maxPoints(shape);
  const size = 2 * points * VALUES_PER_CORNER;
  const frames = bakedFrames(animated, budget, size);
  if (animated.length > 0 && !frames) return;
  if (!frames) {
    if (size > budget.work) return;
    budget.work -= size;
  }
  const source = structuredClone(shape);
  const at = (frame: number) =>
    bloated(outline(source, frame, points), numberAt(bloat as never, frame, 0) / 100);
  shape.ks = frames ? pathKeyframes(frames, at) : { a: 0, k: at(0) };
  shape.ty = 'sh';
  for (const key of [...keys, 'sy']) delete shape[key];
}

/** The maximum number of points that a star has at any time. */
function maxPoints(shape: Shape): number {
  const count = property(shape, 'pt');
  const times = count && keyframesOf(count)?.map(({ t }) => t);
  const counts = (times ?? [0]).map((t) => numberAt(count as never, t, 5));
  const max = counts.reduce((a, b) => Math.max(a, b), 1);
  return Math.min(MAX_POINTS, Math.floor(max));
}

/**
 * The star's path at a frame: corners on one or two radii, with tangents perpendicular to the
 * radius.
 */
function outline(shape: Shape, frame: number, maxPoints: number): Bezier {
  const at = (key: string, otherwise: number) =>
    numberAt(property(shape, key) as never, frame, otherwise);
  const [px = 0, py = 0] = vectorAt(property(shape, 'p') as never, frame, [0, 0]);
  const star = shape['sy'] !== 2;
  const corners = Math.min(maxPoints, Math.max(1, Math.floor(at('pt', 5)))) * (star ? 2 : 1);
  const direction = shape['d'] === 3 ? -1 : 1;
  const turn = (at('r', 0) * Math.PI) / 180 - Math.PI / 2;
  const path: Bezier = { i: [], o: [], v: [], c: true };
  for (let n = 0; n < corners; n++) {
    const inner = star && n % 2 === 1;
    const radius = at(inner ? 'ir' : 'or', 0);
    const angle = turn + (direction * n * 2 * Math.PI) / corners;
    // A roundness of 100% reaches over half of the arc to the next corner (star: a quarter of the
    // inner corner's arc).
    const reach =
      ((2 * Math.PI * radius) / (corners * (star ? 2 : 4))) *
      (at(inner ? 'is' : 'os', 0) / 100) *
      direction;
    const tangent = [-Math.sin(angle) * reach, Math.cos(angle) * reach];
    path.v.push([px + radius * Math.cos(angle), py + radius * Math.sin(angle)]);
    path.o.push(tangent);
    path.i.push(tangent.map((c) => -c));
  }
  return path;
}

/**
 * Pucker & bloat: moves corners by a share of their distance towards the middle, and the ends of
 * tangents by the same share away from it.
 */
function bloated(path: Bezier, share: number): Bezier {
  if (share === 0) return path;
  const count = path.v.length;
  const middle = [0, 1].map((d) => path.v.reduce((sum, v) => sum + (v[d] ?? 0), 0) / count);
  const move = (point: number[], by: number) =>
    point.map((c, d) => c + ((middle[d] ?? 0) - c) * by);
  const bent: Bezier = { i: [], o: [], v: [], c: true };
  for (const [n, v] of path.v.entries()) {
    const corner = move(v, share);
    const tangent = (t: number[] | undefined) =>
      move(
        v.map((c, d) => c + (t?.[d] ?? 0)),
        -share,
      ).map((c, d) => c - (corner[d] ?? 0));
    bent.v.push(corner);
    bent.i.push(tangent(path.i[n]));
    bent.o.push(tangent(path.o[n]));
  }
  return bent;
}
