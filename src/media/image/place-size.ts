type Size = { width: number; height: number };

/** Beyond this an image is not drawn sharper, however close the animation comes to it. */
const MAX_SCALE = 4;
const MAX_PIXELS = 32_000_000;
/** Of a pixel at an edge, through which the ground may shine. */
const MAX_GAP = 0.02;

/**
 * The smallest size in whole pixels that is sharp where an image of `asset` is shown at `scale`.
 * Players keep an image's own shape inside of its asset, so its shape must be the asset's: rounding
 * each side by itself would leave an edge open.
 */
export function placeSize(asset: Size, scale: number): Size {
  const width = Math.max(1, Math.round(asset.width));
  const height = Math.max(1, Math.round(asset.height));
  const max = Math.min(MAX_SCALE, Math.sqrt(MAX_PIXELS / (width * height)));
  const wanted = Math.min(scale, Math.max(1, max));
  for (let across = Math.max(1, Math.ceil(width * wanted - 0.01)); ; across++) {
    const exact = (height * across) / width;
    const down = Math.max(1, Math.round(exact));
    const gap = Math.max(Math.abs(exact - down), Math.abs((width * down) / height - across));
    if (gap <= MAX_GAP || across % width === 0) return { width: across, height: down };
  }
}
