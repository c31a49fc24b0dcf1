import { say, type Wording } from '../../base/index.ts';
import type { Effect, Layer, Shape } from '../types.ts';
import type { Difference } from './differences/index.ts';
import { isObject, isProperty, keyframesOf } from './properties.ts';

/**
 * Limits of one layer. Measured at 1920×1080 on one core: a star of 10,000 points takes more than 15 s
 * for each frame, 20,000 copies in nested groups 0.4 s, ten blurs in a row 0.5 s and 100 more than 15 s.
 */
const MAX_POINTS = 1000;
const MAX_COPIES = 20_000;
const MAX_SOFT_EFFECTS = 10;
/** Skottie draws no more copies of one repeater. */
const MAX_OF_REPEATER = 1024;
/** Blurs and drop shadows. */
const SOFT_EFFECTS = new Set<unknown>([25, 29]);
const MAX_DEPTH = 60;

const FEWER = 'Use fewer points, copies or effects.';

/**
 * Limits the points of stars, the copies of repeaters and the number of blurs in a layer, without
 * which a single frame could take minutes. Returns warnings for what was limited. Changes the layer.
 */
export function boundDrawing(layer: Layer, path: string): Difference[] {
  const findings: [code: string, message: Wording][] = [];
  if (boundStars(layer.shapes, 0))
    findings.push([
      'shape_unsupported',
      say`A star has only ${MAX_POINTS} points: it would take too long to draw.`,
    ]);
  if (boundCopies(layer.shapes, MAX_COPIES, 0))
    findings.push([
      'shape_unsupported',
      say`Repeaters draw only ${MAX_COPIES} copies in all: it would take too long to draw.`,
    ]);
  if (boundEffects(layer))
    findings.push([
      'effect_unsupported',
      say`Only ${MAX_SOFT_EFFECTS} blurs and shadows of the layer are drawn: it would take too long to draw.`,
    ]);
  return findings.map(([code, message]) => ({ code, message, layer_path: path, hint: FEWER }));
}

/** Limits the points of all stars, and returns whether it changed any. */
function boundStars(shapes: unknown, depth: number): boolean {
  let isLimited = false;
  for (const shape of shapesIn(shapes, depth)) {
    if (shape.ty === 'sr') isLimited = limit(shape['pt'], MAX_POINTS) || isLimited;
    isLimited = boundStars(shape.it, depth + 1) || isLimited;
  }
  return isLimited;
}

/** Repeaters of a group multiply each other, and those of the groups in it. */
function boundCopies(shapes: unknown, allowed: number, depth: number): boolean {
  const list = shapesIn(shapes, depth);
  const copies = list.filter(({ ty }) => ty === 'rp').map(({ c }) => c as unknown);
  const counts = copies.map((property) => Math.min(MAX_OF_REPEATER, largest(property)));
  const product = counts.reduce((total, count) => total * Math.max(1, count), 1);
  const isLimited = product > allowed;
  if (isLimited) {
    const each = Math.max(1, Math.floor(allowed ** (1 / copies.length)));
    for (const property of copies) limit(property, each);
  }
  const share = isLimited ? 1 : allowed / product;
  return list
    .map(({ it }) => boundCopies(it, Math.max(1, share), depth + 1))
    .reduce((any, hasLimit) => any || hasLimit, isLimited);
}

/** Removes slow, soft effects beyond the limit, and returns whether it removed any. The first ones stay. */
function boundEffects(layer: Layer): boolean {
  const effects: unknown = layer.ef;
  if (!Array.isArray(effects)) return false;
  let count = 0;
  const keptEffects = (effects as (Effect | null)[]).filter(
    (effect) => !SOFT_EFFECTS.has(effect?.ty) || ++count <= MAX_SOFT_EFFECTS,
  );
  if (keptEffects.length === effects.length) return false;
  layer.ef = keptEffects as Effect[];
  return true;
}

function shapesIn(shapes: unknown, depth: number): Shape[] {
  if (!Array.isArray(shapes) || depth > MAX_DEPTH) return [];
  return (shapes as unknown[]).filter((shape) => isObject(shape)) as Shape[];
}

function numbersOf(value: unknown): number[] {
  return [value].flat().filter((number) => typeof number === 'number');
}

/** The largest number of a property over its keyframes; 0 if it has none. */
function largest(property: unknown): number {
  if (!isProperty(property)) return 0;
  const keys = keyframesOf(property);
  const values = keys ? keys.flatMap(({ s, e }) => [s, e]) : [property.k];
  return values.flatMap(numbersOf).reduce((most, number) => Math.max(most, number), 0);
}

/** Returns whether a value of the property was larger. */
function limit(property: unknown, max: number): boolean {
  if (largest(property) <= max || !isProperty(property)) return false;
  const bounded = (value: unknown): unknown => {
    if (typeof value === 'number') return Math.min(max, value);
    return Array.isArray(value) ? value.map(bounded) : value;
  };
  const keys = keyframesOf(property);
  if (!keys) property.k = bounded(property.k);
  for (const key of keys ?? []) {
    if (key.s !== undefined) key.s = bounded(key.s);
    if (key.e !== undefined) key.e = bounded(key.e);
  }
  return true;
}
