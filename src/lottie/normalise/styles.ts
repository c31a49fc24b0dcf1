import type { Effect, Layer, LayerStyle, Property } from '../types.ts';
import { isObject, isProperty, keyframesOf } from './properties.ts';

/** Layer styles (`ty` of `sy`); After Effects allows one of each on a layer. */
export const STYLE = {
  stroke: 0,
  dropShadow: 1,
  innerShadow: 2,
  outerGlow: 3,
  innerGlow: 4,
  colorOverlay: 7,
} as const;

/** After Effects' maximum size of a style, in pixels. */
const MAX_SIZE = 250;
/** Maximum number of shadows that strokes of one document may need: each is a pass over pixels. */
const MAX_STROKE_SHADOWS = 500;
/** Maximum number of shadows for one stroke, and the pixels between two of them. */
const MAX_SHADOWS = 25;
const SHADOW_STEP = 4;

/** The remaining shadows for strokes in one document. */
export type StyleBudget = { shadows: number };

export function styleBudget(): StyleBudget {
  return { shadows: MAX_STROKE_SHADOWS };
}

/** The styles of a layer that are switched on: the first of each type. */
export function stylesOf({ sy }: Layer): LayerStyle[] {
  if (!Array.isArray(sy)) return [];
  const types = new Set<unknown>();
  return (sy as unknown[]).filter((style): style is LayerStyle => {
    if (!isObject(style) || typeof style['ty'] !== 'number' || types.has(style['ty'])) return false;
    if (style['en'] === false || style['en'] === 0) return false;
    types.add(style['ty']);
    return true;
  });
}

/**
 * Rewrites layer styles to those that Skottie draws, in the order in which it must draw them. A
 * color overlay becomes a Tint effect whose colors are equal. A stroke becomes a chain of shadows
 * that widens the layer on all sides. Styles that cannot be drawn are removed. Returns false
 * if a stroke was left out because the document has too many.
 */
export function fixStyles(layer: Layer, budget: StyleBudget): boolean {
  if (layer.sy === undefined) return true;
  const styles = stylesOf(layer);
  const only = (type: number) => styles.filter(({ ty }) => ty === type);
  const [overlay] = only(STYLE.colorOverlay);
  if (overlay) layer.ef = [...(Array.isArray(layer.ef) ? layer.ef : []), tintOf(overlay)];
  const strokes = only(STYLE.stroke).map((style) => strokeShadows(style, budget));
  const isComplete = strokes.every((shadows) => shadows !== undefined);
  const drawnStyles = [
    // Skottie applies each style to the result of the styles before it.
    ...only(STYLE.innerGlow),
    ...only(STYLE.innerShadow),
    ...strokes.flatMap((shadows) => shadows ?? []),
    ...only(STYLE.outerGlow),
    ...only(STYLE.dropShadow),
  ];
  if (drawnStyles.length > 0) layer.sy = drawnStyles;
  else delete layer.sy;
  return isComplete;
}

/** A Tint effect keeps the layer's alpha, and mixes its colors with the new one. */
function tintOf({ c, so, o }: LayerStyle): Effect {
  const color = isProperty(c) ? c : { a: 0, k: [1, 0, 0, 1] };
  const amount = [so, o].find(isProperty) ?? { a: 0, k: 100 };
  const parameters = [color, color, amount] as Property<number | number[]>[];
  return {
    ty: 20,
    nm: 'Color Overlay',
    mn: 'ADBE Tint',
    en: 1,
    ef: parameters.map((v, index) => ({
      ty: index === 2 ? 0 : 2,
      nm: '',
      mn: `ADBE Tint-000${index + 1}`,
      v: structuredClone(v),
    })),
  };
}

/**
 * Shadows that together draw a stroke of size `s` outside of the layer. Each shadow repeats the
 * layer and the shadows before it at a distance, so that they add up to a polygon that is nearly a
 * circle: its perimeter, twice the sum of the distances, is that of the circle. Undefined if the
 * document has too many.
 */
function strokeShadows({ c, s }: LayerStyle, budget: StyleBudget): LayerStyle[] | undefined {
  const size = isProperty(s) ? s : { a: 0, k: 3 };
  const largest = largestSize(size);
  // An odd number: then no two shadows lie in a line, and the corners have twice as many sides.
  const stepCount = Math.max(5, Math.ceil((Math.PI * largest) / SHADOW_STEP));
  const count = Math.min(MAX_SHADOWS, stepCount + 1 - (stepCount % 2));
  if (largest === 0) return [];
  if (budget.shadows < count) return undefined;
  budget.shadows -= count;
  const color = isProperty(c) ? c : { a: 0, k: [1, 0, 0, 1] };
  return Array.from({ length: count }, (_, index) => ({
    ty: STYLE.dropShadow,
    nm: 'Stroke',
    c: structuredClone(color),
    o: { a: 0, k: 100 },
    a: { a: 0, k: (index * 360) / count },
    d: scaled(size, Math.PI / count),
    s: { a: 0, k: 0 },
    ch: { a: 0, k: 0 },
  }));
}

function largestSize(size: Property<unknown>): number {
  const values = keyframesOf(size)?.flatMap(({ s, e }) => [s, e]) ?? [size.k];
  return values.reduce<number>((max, value) => Math.max(max, pixels(value)), 0);
}

/** A size in pixels, limited; 0 for a value that is no positive number. */
function pixels(value: unknown): number {
  const number: unknown = Array.isArray(value) ? value[0] : value;
  return typeof number === 'number' && number > 0 ? Math.min(number, MAX_SIZE) : 0;
}

/** Multiplies a size, or the values of its keyframes. */
function scaled(size: Property<unknown>, factor: number): Property<number> {
  const keys = keyframesOf(size);
  if (!keys) return { a: 0, k: pixels(size.k) * factor };
  const k = keys.map((key) => ({
    ...key,
    ...(key.s !== undefined && { s: [pixels(key.s) * factor] }),
    ...(key.e !== undefined && { e: [pixels(key.e) * factor] }),
  }));
  return { a: 1, k: k as never };
}
