import { openImage } from './image-decoder.ts';
import { loadSharp } from './load-sharp.ts';

type Size = { width: number; height: number };

/** A point of an image, 0–1 from the left and the top. */
export type FocalPoint = { focalX: number; focalY: number };

/**
 * The search scales an image down to this many pixels on its longer side, because finer details do
 * not attract the eye.
 */
const LOOKED_AT_PIXELS = 320;

/** Returns the size in pixels to which the search scales and crops an image for a place. */
export function lookSize(image: Size, place: Size): Size {
  const cover = Math.max(place.width / image.width, place.height / image.height);
  const small = LOOKED_AT_PIXELS / Math.max(image.width, image.height) / cover;
  return {
    width: Math.max(1, Math.round(place.width * small)),
    height: Math.max(1, Math.round(place.height * small)),
  };
}

/**
 * Returns the point around which an image is best cropped to the aspect ratio of a place. The
 * strategy "attention" of libvips looks for color, contrast and skin tones.
 */
export async function salientPoint(
  source: string | Buffer,
  image: Size,
  place: Size,
): Promise<FocalPoint> {
  const { width, height } = lookSize(image, place);
  const { info } = await (await openImage(source))
    .resize(width, height, { fit: 'cover', position: loadSharp().strategy.attention })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { cropOffsetLeft = 0, cropOffsetTop = 0 } = info;
  const scale = Math.max(width / image.width, height / image.height);
  return {
    focalX: (width / 2 - cropOffsetLeft) / (image.width * scale),
    focalY: (height / 2 - cropOffsetTop) / (image.height * scale),
  };
}
