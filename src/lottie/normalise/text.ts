import { LAYER, type Layer } from '../types.ts';

/** Skottie's number of the line join. */
const ROUND = 2;

/**
 * Adds a missing line height, without which Skottie draws no text. Editors use 1.2 for "auto". Joins
 * the lines of strokes round, as lottie-web does.
 */
export function fixText(layer: Layer): void {
  const keys = layer.ty === LAYER.text ? layer.t?.d?.k : undefined;
  if (!Array.isArray(keys)) return;
  for (const key of keys) {
    const document = key?.s;
    if (typeof document !== 'object' || document === null) continue;
    if (typeof document.lh !== 'number' || document.lh <= 0) document.lh = (document.s ?? 0) * 1.2;
    if (Array.isArray(document.sc) && document.lj === undefined) document.lj = ROUND;
  }
}
