import sharp from 'sharp';
import { openImage } from './image-decoder.ts';

type Size = { width: number; height: number };

/** Longest side of the analysed image. Smaller details have no influence on saliency. */
const ANALYSED_PIXELS = 320;

/**
 * Returns the point (0–1 from the left and the top) around which an image should be cropped for a
 * place: the area with color, contrast and skin tones (libvips' "attention").
 */
export async function salientPoint(
  source: string | Buffer,
  image: Size,
  place: Size,
): Promise<{ focalX: number; focalY: number }> {
  const cover = Math.max(place.width / image.width, place.height / image.height);
  const small = ANALYSED_PIXELS / Math.max(image.width, image.height) / cover;
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
