import { type Layer, type Mask, numberAt } from '../../lottie/index.ts';
import { windingAt } from './outline.ts';
import type { Outlines } from './outlines.ts';

type Place = { frame: number; x: number; y: number };

/**
 * Returns how much of a point of a layer its masks let through, from 0 to 1; undefined if a path
 * cannot be read. Soft edges count as hard.
 */
export function maskedAt(layer: Layer, place: Place, outlines: Outlines): number | undefined {
  if (layer.hasMask === false) return 1;
  let share: number | undefined;
  outlines.count(layer.masksProperties?.length ?? 0);
  for (const mask of layer.masksProperties ?? []) {
    if (!mask?.pt || mask.mode === 'n') continue;
    const path = outlines.ofPath(mask.pt, place.frame);
    if (!path) return undefined;
    // Open paths mask nothing.
    if (!path.isClosed) continue;
    const isInside = windingAt(path.outline, place.x, place.y) !== 0;
    const maskOpacity = isInside === (mask.inv !== true) ? opacityOf(mask, place.frame) : 0;
    share = joined(share, maskOpacity, mask.mode);
  }
  return share ?? 1;
}

function opacityOf({ o }: Mask, frame: number): number {
  return Math.min(1, Math.max(0, numberAt(o, frame, 100) / 100));
}

/** Adds a mask to those before it. The first mask of a layer adds to nothing, or takes from everything. */
function joined(
  opacity: number | undefined,
  maskOpacity: number,
  mode: string | undefined,
): number {
  if (mode === 's') return (opacity ?? 1) * (1 - maskOpacity);
  if (mode === 'i') return (opacity ?? 1) * maskOpacity;
  if (mode === 'f') return Math.abs((opacity ?? 0) - maskOpacity);
  return 1 - (1 - (opacity ?? 0)) * (1 - maskOpacity);
}
