import { AppError, findMessage, say } from '../../base/index.ts';

/** A part of an image, in pixels of the upright source. */
export type Crop = { x: number; y: number; width: number; height: number };

type Size = { width: number; height: number };

/** How an image is fitted into its place. */
export type CropStrategy =
  /**
   * Fills the place. `focalX`, `focalY` (0–1 from the left and the top) is nearest to the center.
   */
  | { strategy: 'cover'; focalX?: number; focalY?: number }
  /** The whole image, on `background` (hex, 3, 6 or 8 digits; default: transparent). */
  | { strategy: 'contain'; background?: string }
  /** The whole image, stretched. */
  | { strategy: 'fill' }
  /** Like `cover`, for a part of the image. */
  | { strategy: 'manual'; crop: Crop };

/** The part `from` of the source is scaled to the size `scaled`; of that, `window` is visible. */
export type Layout = { from: Crop; scaled: Size; window: Crop };

/** Returns the layout of an image in its place. The place's size is in whole pixels. */
export function layOut(image: Size, place: Size, fit: CropStrategy): Layout {
  const wholeCrop = { x: 0, y: 0, width: image.width, height: image.height };
  if (fit.strategy === 'fill') return wholeLayout(wholeCrop, place);
  if (fit.strategy === 'contain') {
    const scale = Math.min(place.width / image.width, place.height / image.height);
    const side = (length: number) => Math.max(1, Math.round(length * scale));
    return wholeLayout(wholeCrop, {
      width: Math.min(place.width, side(image.width)),
      height: Math.min(place.height, side(image.height)),
    });
  }
  if (fit.strategy === 'manual') return coverLayout(fit.crop, place, 0.5, 0.5);
  return coverLayout(wholeCrop, place, fit.focalX ?? 0.5, fit.focalY ?? 0.5);
}

/** Returns a layout in which all of the scaled part is visible. */
function wholeLayout(from: Crop, scaled: Size): Layout {
  return { from, scaled, window: { x: 0, y: 0, ...scaled } };
}

/**
 * Returns the layout in which `from` fills the place without gaps. Of the rest, the side that is
 * farther from the focal point (0–1) is cut off more.
 */
function coverLayout(from: Crop, { width, height }: Size, focalX: number, focalY: number): Layout {
  const scale = Math.max(width / from.width, height / from.height);
  if (scale < 1) {
    // When enlarging, crop in source pixels, which is more precise.
    const wide = Math.min(from.width, Math.round(width / scale));
    const high = Math.min(from.height, Math.round(height / scale));
    const x = from.x + cut(from.width, wide, focalX);
    const y = from.y + cut(from.height, high, focalY);
    return wholeLayout({ x, y, width: wide, height: high }, { width, height });
  }
  const scaled = {
    width: Math.max(width, Math.round(from.width * scale)),
    height: Math.max(height, Math.round(from.height * scale)),
  };
  const x = cut(scaled.width, width, focalX);
  const y = cut(scaled.height, height, focalY);
  return { from, scaled, window: { x, y, width, height } };
}

/** Returns how many pixels are cut off at the left or the top. */
function cut(scaled: number, shownLength: number, focal: number): number {
  return Math.round(Math.min(scaled - shownLength, Math.max(0, scaled * focal - shownLength / 2)));
}

/** Returns the visible part of the source, to the nearest pixel. */
export function shownPart({ from, scaled, window }: Layout): Crop {
  const [scaleX, scaleY] = [scaled.width / from.width, scaled.height / from.height];
  const width = Math.min(from.width, Math.max(1, Math.round(window.width / scaleX)));
  const height = Math.min(from.height, Math.max(1, Math.round(window.height / scaleY)));
  return {
    x: from.x + Math.min(Math.round(window.x / scaleX), from.width - width),
    y: from.y + Math.min(Math.round(window.y / scaleY), from.height - height),
    width,
    height,
  };
}

/** Throws `crop_invalid` unless a crop has a size and lies inside of the image. */
export function checkCrop({ x, y, width, height }: Crop, image: Size, what: string): void {
  const isInside = x >= 0 && y >= 0 && x + width <= image.width && y + height <= image.height;
  if (isInside && width >= 1 && height >= 1) return;
  throw new AppError(
    'crop_invalid',
    say`Expected a crop inside of the ${image.width}×${image.height} pixels of ${findMessage(what)} but received ${width}×${height} pixels at ${x}, ${y}.`,
    {
      hint: say`crop_x + crop_width is at most ${image.width}, crop_y + crop_height at most ${image.height}, in pixels of the upright image.`,
    },
  );
}
