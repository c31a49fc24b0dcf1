import type { Layer, Shape } from '../types.ts';
import { isObject, isProperty, keyframesOf } from './properties.ts';

/** The distance between two stops that Skia keeps apart. */
const STEP = 1e-4;
/** A stop's numbers: an offset with a color, or with an opacity. */
const [COLOR, OPACITY] = [4, 2];

/** Moves stops with equal offsets apart, because Skottie keeps only the first: the edge is lost. */
export function fixGradients(layer: Layer): void {
  separateStops(layer.shapes);
}

/** Moves apart the offsets of equal stops of all gradients in the shapes, in place. */
function separateStops(shapes: unknown): void {
  if (!Array.isArray(shapes)) return;
  for (const shape of shapes as (Shape | null)[]) {
    if (!isObject(shape)) continue;
    separateStops(shape.it);
    const gradient = shape.ty === 'gf' || shape.ty === 'gs' ? shape['g'] : undefined;
    if (!isObject(gradient) || !isProperty(gradient['k'])) continue;
    const { k: property, p } = gradient;
    const count = typeof p === 'number' && p > 0 ? Math.floor(p) : 0;
    for (const stops of keyframesOf(property)?.flatMap(({ s, e }) => [s, e]) ?? [property.k])
      if (Array.isArray(stops)) separate(stops, count);
  }
}

/** Changes the offsets of a list of stops: `count` colors, then opacities. */
function separate(stops: unknown[], count: number): void {
  const colors = Math.min(stops.length, count * COLOR);
  spread(stops, 0, colors, COLOR);
  spread(stops, colors, stops.length, OPACITY);
}

/**
 * Moves offsets apart, so that each is at least `STEP` after the one before and none is beyond the end.
 * `size` is the number of entries of a stop; its offset comes first.
 */
function spread(stops: unknown[], from: number, end: number, size: number): void {
  const indices: number[] = [];
  for (let at = from; at + size <= end; at += size) indices.push(at);
  const move = (at: number, neighbour: number | undefined, by: number) => {
    const [ownStop, other] = [stops[at], neighbour === undefined ? undefined : stops[neighbour]];
    if (typeof ownStop !== 'number' || typeof other !== 'number') return;
    if ((ownStop - other) / by < 1) stops[at] = other + by;
  };
  for (const [n, at] of indices.entries()) move(at, indices[n - 1], STEP);
  // Not beyond the end of the gradient.
  const last = indices.at(-1);
  const offset = last === undefined ? 0 : stops[last];
  if (last === undefined || typeof offset !== 'number' || !(offset > 1)) return;
  stops[last] = 1;
  for (let n = indices.length - 2; n >= 0; n--) move(indices[n] ?? 0, indices[n + 1], -STEP);
}
