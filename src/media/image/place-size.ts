type Size = { width: number; height: number };

/** Maximum scale: a larger magnification in the animation does not get more pixels. */
const MAX_SCALE = 4;
const MAX_PIXELS = 32_000_000;
/** Maximum visible gap at an edge, in pixels. */
const MAX_GAP = 0.02;

/**
 * Returns the smallest size in whole pixels that is sharp for an image of `asset` at `scale`.
 * Players preserve an image's aspect ratio inside its asset, so both must have the same ratio.
 * Rounding each side separately would leave a gap at an edge.
 */
export function placeSize(asset: Size, scale: number): Size {
  const width = Math.max(1, Math.round(asset.width));
  const height = Math.max(1, Math.round(asset.height));
  const max = Math.min(MAX_SCALE, Math.sqrt(MAX_PIXELS / (width * height)));
  const wantedScale = Math.min(scale, Math.max(1, max));
  for (let across = Math.max(1, Math.ceil(width * wantedScale - 0.01)); ; across++) {
    const exact = (height * across) / width;
    const down = Math.max(1, Math.round(exact));
    const gap = Math.max(Math.abs(exact - down), Math.abs((width * down) / height - across));
    if (gap <= MAX_GAP || across % width === 0) return { width: across, height: down };
  }
}
