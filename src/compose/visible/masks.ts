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
    const own = isInside === (mask.inv !== true) ? opacityOf(mask, place.frame) : 0;
    share = joined(share, own, mask.mode);
  }
  return share ?? 1;
}

function opacityOf({ o }: Mask, frame: number): number {
  return Math.min(1, Math.max(0, numberAt(o, frame, 100) / 100));
}

/** Adds a mask to those before it. The first mask of a layer adds to nothing, or takes from everything. */
function joined(before: number | undefined, own: number, mode: string | undefined): number {
  if (mode === 's') return (before ?? 1) * (1 - own);
  if (mode === 'i') return (before ?? 1) * own;
  if (mode === 'f') return Math.abs((before ?? 0) - own);
  return 1 - (1 - (before ?? 0)) * (1 - own);
}
