import sharp from 'sharp';
import { openImage } from './image-decoder.ts';

type Size = { width: number; height: number };

/** Of the image that is looked at; more detail is not what draws the eye. */
const LOOKED_AT_PIXELS = 320;

/**
 * Around which point (0–1 from the left and the top) an image is best cut to the shape of a place:
 * where color, contrast and skin tones are (libvips' "attention").
 */
export async function salientPoint(
  source: string | Buffer,
  image: Size,
  place: Size,
): Promise<{ focalX: number; focalY: number }> {
  const cover = Math.max(place.width / image.width, place.height / image.height);
  const small = LOOKED_AT_PIXELS / Math.max(image.width, image.height) / cover;
  const width = Math.max(1, Math.round(place.width * small));
  const height = Math.max(1, Math.round(place.height * small));
  const { info } = await (await openImage(source))
    .resize(width, height, { fit: 'cover', position: sharp.strategy.attention })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { cropOffsetLeft = 0, cropOffsetTop = 0 } = info;
  const scale = Math.max(width / image.width, height / image.height);
  return {
    focalX: (width / 2 - cropOffsetLeft) / (image.width * scale),
    focalY: (height / 2 - cropOffsetTop) / (image.height * scale),
  };
}
