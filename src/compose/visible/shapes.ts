import {
  apply,
  inverse,
  numberAt,
  type Property,
  type Shape,
  type Transform,
  transformMatrix,
  vectorAt,
} from '../../lottie/index.ts';
import { distanceTo, windingAt } from './outline.ts';
import type { Outlines } from './outlines.ts';
import { CLEAR, fadeSample, over, type Sample, sampleOf } from './sample.ts';

/** Maximum depth of groups. */
const MAX_DEPTH = 20;
/** The work for an item of a group, in corners of outlines. */
const STEPS = 10;
const PATHS = new Set(['sh', 'rc', 'el']);
const PAINTS = new Set(['fl', 'st', 'gf', 'gs']);
/** Their changes of paths are not followed here. */
const MODIFIERS = new Set(['sr', 'rp', 'op', 'pb', 'zz', 'tw']);

type Place = { frame: number; x: number; y: number };
/** A point among shapes: what is painted there, and where it lies to the paths. */
type Found = {
  sample: Sample | undefined;
  winding: number;
  distance: number;
  /** Whether the paths are not known. */
  isUnclear: boolean;
};

/** Returns a point of a shape layer; undefined if it is not known what is painted there. */
export function shapesAt(shapes: readonly Shape[], place: Place, outlines: Outlines) {
  return groupAt(shapes, place, outlines, 0).sample;
}

/**
 * What a group paints at a point, and how its paths lie around the point: paints after it need that. The
 * first items are on top.
 */
function groupAt(
  items: readonly Shape[],
  { frame, ...point }: Place,
  outlines: Outlines,
  depth: number,
): Found {
  const hit: Found = {
    sample: CLEAR,
    winding: 0,
    distance: Number.POSITIVE_INFINITY,
    isUnclear: depth > MAX_DEPTH || items.some((item) => isUnclear(item, frame)),
  };
  outlines.count(items.length * STEPS);
  const placed = items.find(({ ty }) => ty === 'tr') as Transform | undefined;
  const inward = inverse(transformMatrix(placed, frame));
  if (!inward || hit.isUnclear) return { ...hit, sample: inward ? undefined : CLEAR };
  const [x, y] = apply(inward, point.x, point.y);
  for (const item of items) {
    if (item.hd === true) continue;
    if (item.ty === 'gr') {
      const inner = groupAt(item.it ?? [], { frame, x, y }, outlines, depth + 1);
      hit.sample = over(hit.sample, () => inner.sample);
      addPaths(hit, inner);
    } else if (PATHS.has(item.ty)) {
      const outline = outlines.ofShape(item, frame);
      if (!outline) hit.isUnclear = true;
      else
        addPaths(hit, {
          winding: windingAt(outline, x, y),
          distance: distanceTo(outline, x, y),
          isUnclear: false,
        });
    } else if (PAINTS.has(item.ty)) {
      hit.sample = over(hit.sample, () => paintAt(item, frame, hit));
    }
  }
  const opacity = numberAt(placed?.o, frame, 100) / 100;
  return { ...hit, sample: fadeSample(hit.sample, opacity) };
}

/** Adds the paths of an inner group or a shape to those of the group. */
function addPaths(hit: Found, { winding, distance, isUnclear }: Omit<Found, 'sample'>): void {
  hit.winding += winding;
  hit.distance = Math.min(hit.distance, distance);
  hit.isUnclear ||= isUnclear;
}

function isUnclear(item: Shape, frame: number): boolean {
  const value = (key: string, otherwise: number) =>
    numberAt(item[key] as Property<number> | undefined, frame, otherwise);
  if (item.hd === true) return false;
  if (item.ty === 'tm') return Math.abs(value('e', 100) - value('s', 0)) < 100;
  if (item.ty === 'mm') return item['mm'] !== 1;
  return MODIFIERS.has(item.ty) || (item.ty === 'tr' && value('sk', 0) !== 0);
}

/**
 * The sample of a fill or stroke over the paths so far; CLEAR beside them, undefined if it is not known.
 */
function paintAt(item: Shape, frame: number, { winding, distance, isUnclear: unclear }: Found) {
  if (unclear) return undefined;
  const isStroke = item.ty === 'st' || item.ty === 'gs';
  const width = isStroke ? numberAt(item['w'] as Property<number> | undefined, frame, 0) : 0;
  const isPainted = isStroke
    ? distance <= width / 2
    : item['r'] === 2
      ? winding % 2 !== 0
      : winding !== 0;
  if (!isPainted) return CLEAR;
  // The stops of gradients and the gaps of dashes are not followed.
  if (item.ty === 'gf' || item.ty === 'gs' || item['d'] !== undefined) return undefined;
  const alpha = Math.min(1, Math.max(0, numberAt(item.o, frame, 100) / 100));
  return sampleOf(vectorAt(item.c, frame, [0, 0, 0]), alpha);
}
