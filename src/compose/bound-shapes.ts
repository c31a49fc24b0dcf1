import { quoted, say, worded } from '../base/index.ts';
import { allLayers, type Lottie } from '../lottie/index.ts';
import type { TextWarning } from './texts/text-warnings.ts';

/** More points of a star, or copies in a layer, take the rasteriser more than a second a frame. */
const MAX_POINTS = 500;
const MAX_COPIES = 200;
/** Minimum length of a dash and its gap together, in pixels. */
const MIN_PATTERN = 1;
const MAX_DEPTH = 60;
const MAX_NAME = 200;

type Json = Record<string, unknown>;
/** A value in the filled document, and the same value in the template. */
type Pair = { filled: unknown; original: unknown };

/**
 * Limits the values of shapes that make drawing slow without an end: points of stars, copies of
 * repeaters, and dashes of almost no length. Only values that differ from the template's own are
 * limited. Both documents have the same layers and shapes.
 */
export function boundShapes(lottie: Lottie, original: Lottie): TextWarning[] {
  const owned = allLayers(original);
  return allLayers(lottie).flatMap(({ layer, path }, index) => {
    const pair = { filled: layer.shapes, original: owned[index]?.layer.shapes };
    return boundItems(itemsIn(pair)) ? [warningFor(path)] : [];
  });
}

function warningFor(path: string): TextWarning {
  const layer = quoted(path.slice(0, MAX_NAME));
  const message = say`A value of the shapes in ${layer} would take too long to draw, so it is limited (${MAX_POINTS} points, ${MAX_COPIES} copies, dashes of ${MIN_PATTERN} pixel).`;
  return { code: 'control_limited', ...worded(message) };
}

/** The pairs of shapes in a layer, also those in groups. */
function itemsIn(shapes: Pair): Pair[] {
  const items: Pair[] = [];
  const open = [{ ...shapes, depth: 0 }];
  for (let at = open.pop(); at; at = open.pop()) {
    if (!Array.isArray(at.filled) || at.depth > MAX_DEPTH) continue;
    for (const [index, filled] of at.filled.entries()) {
      if (typeof filled !== 'object' || filled === null) continue;
      const originalItem = Array.isArray(at.original) ? (at.original[index] as unknown) : undefined;
      items.push({ filled, original: originalItem });
      const { it } = filled as Json;
      open.push({
        filled: it,
        original: (originalItem as Json | undefined)?.['it'],
        depth: at.depth + 1,
      });
    }
  }
  return items;
}

/** Returns whether a value was limited. */
function boundItems(items: readonly Pair[]): boolean {
  const [stars, repeaters] = ['sr', 'rp'].map((type) => items.filter((pair) => isOf(pair, type)));
  const points = (stars ?? []).map((pair) => part(pair, 'pt')).filter(isChanged);
  const copies = (repeaters ?? []).map((pair) => part(pair, 'c')).filter(isChanged);
  // Repeaters multiply each other.
  const maxCopies = Math.floor(MAX_COPIES ** (1 / Math.max(1, copies.length)));
  const limited = [
    ...points.map((pair) => limit(pair, { max: MAX_POINTS })),
    ...copies.map((pair) => limit(pair, { max: maxCopies })),
    ...items.map((pair) => boundDashes(part(pair, 'd'))),
  ];
  return limited.includes(true);
}

/**
 * Limits dashes to a pattern that is long enough, but changes only lengths that were filled; returns
 * whether it changed any. Tiny patterns on long lines would take very long to draw.
 */
function boundDashes({ filled, original }: Pair): boolean {
  if (!Array.isArray(filled)) return false;
  const lengths = (filled as unknown[])
    .map((dash, index) => ({
      filled: dash,
      original: Array.isArray(original) ? original[index] : undefined,
    }))
    .filter((pair) => isDash(pair.filled))
    .map((pair) => part(pair, 'v'));
  const pattern = lengths.reduce((sum, { filled: length }) => {
    const shortest = Math.min(...numbersOf(length));
    return sum + (Number.isFinite(shortest) ? Math.max(0, shortest) : 0);
  }, 0);
  if (pattern >= MIN_PATTERN) return false;
  return lengths
    .filter(isChanged)
    .map((pair) => limit(pair, { min: MIN_PATTERN }))
    .includes(true);
}

/** Whether an entry of a list of dashes is a dash or a gap, and not the offset. */
function isDash(dash: unknown): boolean {
  return typeof dash === 'object' && dash !== null && (dash as Json)['n'] !== 'o';
}

function isOf({ filled }: Pair, type: string): boolean {
  return (filled as Json)['ty'] === type;
}

function part({ filled, original }: Pair, key: string): Pair {
  return { filled: (filled as Json)[key], original: (original as Json | undefined)?.[key] };
}

/** Whether filling changed the numbers of the property. */
function isChanged({ filled, original }: Pair): boolean {
  return JSON.stringify(numbersOf(filled)) !== JSON.stringify(numbersOf(original));
}

/** The numbers of a property: its value, or those of its keyframes. */
function numbersOf(property: unknown): number[] {
  const { k } = (property ?? {}) as Json;
  return (Array.isArray(k) ? (k as unknown[]) : [k]).flatMap((item) => {
    const value = typeof item === 'object' && item !== null ? (item as Json)['s'] : item;
    return (Array.isArray(value) ? (value as unknown[]) : [value]).filter(
      Number.isFinite,
    ) as number[];
  });
}

/** Limits the numbers of a property, but never below the template's own. */
function limit({ filled, original }: Pair, bounds: { min?: number; max?: number }): boolean {
  const max = Math.max(bounds.max ?? Number.MAX_VALUE, ...numbersOf(original).slice(0, MAX_POINTS));
  const min = bounds.min ?? -Number.MAX_VALUE;
  if (numbersOf(filled).every((number) => number >= min && number <= max)) return false;
  const bounded = (value: unknown): unknown => {
    if (typeof value === 'number') return Math.min(max, Math.max(min, value));
    return Array.isArray(value) ? value.map(bounded) : value;
  };
  const property = filled as Json;
  const { k } = property;
  property['k'] =
    Array.isArray(k) && typeof k[0] === 'object'
      ? k.map((key: Json) => ({
          ...key,
          s: bounded(key['s']),
          ...(key['e'] !== undefined && { e: bounded(key['e']) }),
        }))
      : bounded(k);
  return true;
}
