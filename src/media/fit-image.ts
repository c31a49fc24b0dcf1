import type { Sharp } from 'sharp';
import { AppError, assert, type ErrorDetails } from '../base/index.ts';
import { keepBytes } from './content-store.ts';
import { decoding, MOST_PIXELS, openPicture, rawPicture, readHeader } from './picture-decoder.ts';
import type { PinnedImage } from './pin-image.ts';

/** The place that a picture is to fill. */
export type Fit = {
  /** Pixels; rounded to whole ones. */
  width: number;
  height: number;
  strategy: 'cover';
  /** The point, 0–1 from the left and from the top, that stays as near the center as can be. */
  focalX?: number;
  focalY?: number;
  /** For errors. */
  editable?: string;
};

/** A picture as the rasteriser reads it: upright, in sRGB, PNG or JPEG, named by its digest. */
export type FittedImage = {
  sha256: string;
  path: string;
  width: number;
  height: number;
  contentType: 'image/png' | 'image/jpeg';
};

/** Up to this size an opaque picture is kept without loss: logos and flat drawings show JPEG's marks. */
const MOST_LOSSLESS_PIXELS = 512 * 512;

/**
 * Scales a picture, once, to exactly the size of its place: upright, in sRGB, eight bits a channel.
 * PNG when something shows through or when it is small, else JPEG at quality 96 without chroma
 * subsampling. The same picture and place give the same bytes, kept as `dir`/<sha256>.png or .jpg.
 * Throws `asset_corrupt`, `asset_timeout` and, above 100 megapixels, `asset_too_large`.
 */
export async function fitImage(
  image: PinnedImage,
  fit: Fit,
  dir: string,
  signal?: AbortSignal,
): Promise<FittedImage> {
  const { editable, focalX = 0.5, focalY = 0.5 } = fit;
  const details: ErrorDetails = {
    ...(editable !== undefined && { editable }),
    ...(image.url !== undefined && { url: image.url }),
  };
  const what = image.url ?? editable ?? 'the picture';
  const width = Math.max(1, Math.round(fit.width));
  const height = Math.max(1, Math.round(fit.height));
  assert(Number.isFinite(width * height), 'the size of a picture is a number');
  if (width * height > MOST_PIXELS) {
    const message = `Expected at most ${MOST_PIXELS / 1e6} megapixels for the place of ${what} but received ${width}×${height}.`;
    throw new AppError('asset_too_large', message, details);
  }
  const encoded = await decoding(what, details, signal, () => {
    const scale = Math.max(width / image.width, height / image.height);
    const scaledWidth = Math.max(width, Math.round(image.width * scale));
    const scaledHeight = Math.max(height, Math.round(image.height * scale));
    const picture = openPicture(image.path)
      .resize(scaledWidth, scaledHeight, {
        fit: 'fill',
        kernel: 'lanczos3',
        fastShrinkOnLoad: false,
      })
      .extract({
        left: cut(scaledWidth, width, focalX),
        top: cut(scaledHeight, height, focalY),
        width,
        height,
      });
    return encode(picture, true, width * height);
  });
  return keep(encoded, dir);
}

/** A part of a picture, in pixels of the upright source. */
export type Crop = { x: number; y: number; width: number; height: number };

/** What `fitImage` shows of a picture, to the nearest pixel. */
export function coverCrop(image: Pick<PinnedImage, 'width' | 'height'>, fit: Fit): Crop {
  const { focalX = 0.5, focalY = 0.5 } = fit;
  const scale = Math.max(fit.width / image.width, fit.height / image.height);
  const width = Math.min(image.width, Math.max(1, Math.round(fit.width / scale)));
  const height = Math.min(image.height, Math.max(1, Math.round(fit.height / scale)));
  const [x, y] = [cut(image.width, width, focalX), cut(image.height, height, focalY)];
  return { x, y, width, height };
}

/** `fitImage` at the picture's own size; `what` names it in errors. */
export async function convertImage(
  image: PinnedImage,
  dir: string,
  what: string,
  signal?: AbortSignal,
): Promise<FittedImage> {
  const encoded = await decoding(what, {}, signal, async () => {
    const { hasAlpha } = await readHeader(image.path);
    return encode(openPicture(image.path), hasAlpha, image.width * image.height);
  });
  return keep(encoded, dir);
}

type Encoded = Pick<FittedImage, 'width' | 'height' | 'contentType'> & { data: Buffer };

/** `mayHaveAlpha: false` saves holding all pixels at once. */
async function encode(source: Sharp, mayHaveAlpha: boolean, pixelCount: number): Promise<Encoded> {
  let picture = source.toColourspace('srgb');
  let isOpaque = true;
  if (mayHaveAlpha) {
    const pixels = await picture.raw().toBuffer({ resolveWithObject: true });
    picture = rawPicture(pixels);
    isOpaque = pixels.info.channels === 3 || (await picture.stats()).isOpaque;
  }
  if (isOpaque) picture = picture.removeAlpha();
  const contentType = isOpaque && pixelCount > MOST_LOSSLESS_PIXELS ? 'image/jpeg' : 'image/png';
  const output =
    contentType === 'image/png'
      ? picture.png({ compressionLevel: 6 })
      : picture.jpeg({ quality: 96, chromaSubsampling: '4:4:4' });
  const { data, info } = await output.toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, contentType };
}

async function keep({ data, ...facts }: Encoded, dir: string): Promise<FittedImage> {
  const extension = facts.contentType === 'image/png' ? '.png' : '.jpg';
  return { ...(await keepBytes(data, dir, extension)), ...facts };
}

/** How much of the left or the top is cut off. */
function cut(scaled: number, shown: number, focal: number): number {
  return Math.round(Math.min(scaled - shown, Math.max(0, scaled * focal - shown / 2)));
}
