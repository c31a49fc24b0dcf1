import type { Lottie } from '../types.ts';
import { isObject, isProperty, keyframesOf } from './properties.ts';

/** The color of a solid with one digit for each channel. */
const SHORT_COLOR = /^#?([0-9a-f]{3})$/i;

/**
 * Removes the fourth component of fill and stroke colors, which Skottie wrongly uses as alpha, and
 * converts the 0–255 channels of exporters before 4.1.9. Writes out short colors of solids.
 */
export function fixColors({
  v,
  layers,
  assets = [],
}: Pick<Lottie, 'v' | 'layers' | 'assets'>): void {
  const scale = isBefore(v, [4, 1, 9]) ? 1 / 255 : 1;
  fixColorsBelow([layers, assets], scale);
}

/**
 * Writes short hexadecimal colors of solids in full, and fixes the colors of fills and strokes, in place.
 * `scale` is the factor for channels that an old file writes from 0 to 255; otherwise 1.
 */
function fixColorsBelow(node: unknown, scale: number): void {
  if (Array.isArray(node)) {
    for (const item of node) fixColorsBelow(item, scale);
    return;
  }
  if (!isObject(node)) return;
  const short = typeof node['sc'] === 'string' ? SHORT_COLOR.exec(node['sc'])?.[1] : undefined;
  // Skottie reads `#3a6` as a number.
  if (short !== undefined) node['sc'] = `#${short.replaceAll(/./g, '$&$&')}`;
  if (node['ty'] === 'fl' || node['ty'] === 'st') fixColor(node['c'], scale);
  for (const value of Object.values(node)) fixColorsBelow(value, scale);
}

/** Fixes the value, or the start and end of each keyframe. */
function fixColor(property: unknown, scale: number): void {
  if (!isProperty(property)) return;
  const keys = keyframesOf(property);
  if (!keys) property.k = normaliseColor(property.k, scale);
  for (const key of keys ?? []) {
    if (key.s !== undefined) key.s = normaliseColor(key.s, scale);
    if (key.e !== undefined) key.e = normaliseColor(key.e, scale);
  }
}

/**
 * Returns RGBA from 0 to 1 with an opaque alpha: opacity has a property of its own. Other values are
 * returned as they are.
 */
function normaliseColor(value: unknown, scale: number): unknown {
  if (!Array.isArray(value) || !value.every((v) => typeof v === 'number')) return value;
  const channels = value.slice(0, 3) as number[];
  // Some old files already have channels from 0 to 1; these stay unchanged.
  const factor = scale !== 1 && channels.some((c) => c > 1) ? scale : 1;
  return [...channels.map((c) => c * factor), 1];
}

/**
 * Compares dotted versions number by number; a missing number counts as 0. False if `version` is no
 * version.
 */
function isBefore(version: unknown, limit: readonly number[]): boolean {
  if (typeof version !== 'string') return false;
  const parts = version.split('.').map(Number);
  for (const [index, bound] of limit.entries()) {
    const part = parts[index] ?? 0;
    if (!Number.isFinite(part) || part > bound) return false;
    if (part < bound) return true;
  }
  return false;
}
