import type { Sharp } from 'sharp';
import {
  AppError,
  assert,
  defined,
  type ErrorDetails,
  findMessage,
  say,
} from '../../base/index.ts';
import { keepBytes } from '../file/index.ts';
import { type Crop, type CropStrategy, checkCrop, type Layout, layOut, shownPart } from './crop.ts';
import type { FocalPoints } from './focal-points.ts';
import {
  decoding,
  hasOpaquePixels,
  MAX_PIXELS,
  openImage,
  rawImage,
  readHeader,
} from './image-decoder.ts';
import { imageSource } from './image-source.ts';
import type { IngestedImage } from './ingest-image.ts';
import type { FocalPoint } from './salient-point.ts';

/**
 * The place for an image, in pixels, which are rounded to whole pixels. `editable` is for errors.
 */
export type Fit = { width: number; height: number; editable?: string } & CropStrategy;

/** An image for the rasteriser: upright, in sRGB, PNG or JPEG, named by its digest. */
export type FittedImage = {
  sha256: string;
  path: string;
  width: number;
  height: number;
  contentType: 'image/png' | 'image/jpeg';
};

/**
 * Up to this size opaque images are PNG, because JPEG artifacts are visible in logos and drawings.
 */
const MAX_LOSSLESS_PIXELS = 512 * 512;

/**
 * Scales an image once to exactly the size of its place: upright, in sRGB, eight bits per channel. A
 * transparent or small image becomes a PNG, all others a JPEG with quality 96 without chroma
 * subsampling. The same image and place give the same bytes, stored as `dir`/<sha256>.png or .jpg.
 * Throws `crop_invalid`, `asset_corrupt`, `asset_timeout` and, above 100 megapixels,
 * `asset_too_large`.
 */
export async function fitImage(
  image: IngestedImage,
  fit: Fit,
  dir: string,
  signal?: AbortSignal,
): Promise<FittedImage> {
  const { details, what, place } = checkedPlace(image, fit);
  const encoded = await decoding(what, details, signal, async () => {
    const layout = checkedLayout(image, place, fit, what);
    const scaled = await scale(image, layout, what, signal);
    if (fit.strategy !== 'contain') return encode(scaled, true, place.width * place.height);
    const framed = await frame(scaled, layout, place, fit.background);
    return encode(framed, true, place.width * place.height);
  });
  return storeEncoded(encoded, dir);
}

/**
 * Returns the part of an image that `fitImage` shows, to the nearest pixel. Throws `crop_invalid`.
 */
export function shownCrop(image: IngestedImage, fit: Fit): Crop {
  const { what, place } = checkedPlace(image, fit);
  return shownPart(checkedLayout(image, place, fit, what));
}

/**
 * Returns the point around which a `smart` crop of an image is cut to the shape of its place.
 * Throws what `fitImage` throws for an image that cannot be read.
 */
export async function focalPointOf(
  image: IngestedImage,
  target: Pick<Fit, 'width' | 'height' | 'editable'>,
  points: FocalPoints,
  signal?: AbortSignal,
): Promise<FocalPoint> {
  const { details, what, place } = checkedPlace(image, target);
  return decoding(what, details, signal, () =>
    points.find(image, place, () => imageSource(image, image, what, signal)),
  );
}

/**
 * Returns the place in whole pixels, and the name and details of the image for errors. Throws
 * `asset_too_large` above 100 megapixels.
 */
function checkedPlace(image: IngestedImage, fit: Pick<Fit, 'width' | 'height' | 'editable'>) {
  const { editable } = fit;
  const details: ErrorDetails = { ...defined({ editable, url: image.url }) };
  const what = image.url ?? editable ?? 'the image';
  const width = Math.max(1, Math.round(fit.width));
  const height = Math.max(1, Math.round(fit.height));
  assert(Number.isFinite(width * height), 'the size of an image is a number');
  if (width * height > MAX_PIXELS) {
    const message = say`Expected at most ${MAX_PIXELS / 1e6} megapixels for the place of ${findMessage(what)} but received ${width}×${height}.`;
    throw new AppError('asset_too_large', message, details);
  }
  return { details, what, place: { width, height } };
}

/** Returns the layout of an image. Throws `crop_invalid` for a manual crop outside of it. */
function checkedLayout(
  image: IngestedImage,
  place: { width: number; height: number },
  fit: CropStrategy,
  what: string,
): Layout {
  if (fit.strategy === 'manual') checkCrop(fit.crop, image, what);
  return layOut(image, place, fit);
}

/** Returns the visible part of a layout, with its transparency. */
async function scale(
  image: IngestedImage,
  { from, scaled, window }: Layout,
  what: string,
  signal: AbortSignal | undefined,
): Promise<Sharp> {
  const size = {
    width: (image.width * scaled.width) / from.width,
    height: (image.height * scaled.height) / from.height,
  };
  const source = await imageSource(image, size, what, signal);
  const pipeline = await openImage(source);
  if (from.width !== image.width || from.height !== image.height) {
    // An SVG was drawn at a different size than its own.
    const { autoOrient } = await readHeader(source);
    pipeline.extract(scaleCrop(from, image, autoOrient));
  }
  return pipeline
    .resize(scaled.width, scaled.height, {
      fit: 'fill',
      kernel: 'lanczos3',
      fastShrinkOnLoad: false,
    })
    .extract({ left: window.x, top: window.y, width: window.width, height: window.height });
}

/**
 * Converts a crop in pixels of an image of size `from` into whole pixels of the same image at size
 * `to`. The result has at least one pixel and lies within the image.
 */
function scaleCrop(
  crop: Crop,
  from: { width: number; height: number },
  to: { width: number; height: number },
) {
  const [x, y] = [to.width / from.width, to.height / from.height];
  const left = Math.min(to.width - 1, Math.round(crop.x * x));
  const top = Math.min(to.height - 1, Math.round(crop.y * y));
  return {
    left,
    top,
    width: Math.min(to.width - left, Math.max(1, Math.round(crop.width * x))),
    height: Math.min(to.height - top, Math.max(1, Math.round(crop.height * y))),
  };
}

/**
 * Centers an image in its place, on the background; without one, what is around it is transparent.
 */
async function frame(
  pipeline: Sharp,
  { scaled }: Layout,
  place: { width: number; height: number },
  background: string | undefined,
): Promise<Sharp> {
  const pixels = await pipeline
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const left = Math.floor((place.width - scaled.width) / 2);
  const top = Math.floor((place.height - scaled.height) / 2);
  const color = background === undefined ? '#00000000' : `#${background.replace('#', '')}`;
  const framed = rawImage(pixels).extend({
    left,
    top,
    right: place.width - scaled.width - left,
    bottom: place.height - scaled.height - top,
    background: color,
  });
  if (background === undefined) return framed;
  // The background is also visible through transparent parts of the image.
  const framedPixels = await framed.raw().toBuffer({ resolveWithObject: true });
  const ground = { create: { ...place, channels: 4 as const, background: color } };
  return rawImage(framedPixels).composite([{ input: ground, blend: 'dest-over' }]);
}

/** Converts an image at its own size. `what` names it in errors. */
export async function convertImage(
  image: IngestedImage,
  dir: string,
  what: string,
  signal?: AbortSignal,
): Promise<FittedImage> {
  const encoded = await decoding(what, {}, signal, async () => {
    const source = await imageSource(image, image, what, signal);
    const { hasAlpha } = await readHeader(source);
    return encode(await openImage(source), hasAlpha, image.width * image.height);
  });
  return storeEncoded(encoded, dir);
}

type Encoded = Pick<FittedImage, 'width' | 'height' | 'contentType'> & { data: Buffer };

/** Encodes an image. `mayHaveAlpha: false` avoids holding all pixels in memory. */
async function encode(source: Sharp, mayHaveAlpha: boolean, pixelCount: number): Promise<Encoded> {
  let pipeline = source.toColourspace('srgb');
  let opaque = true;
  if (mayHaveAlpha) {
    const pixels = await pipeline.raw().toBuffer({ resolveWithObject: true });
    pipeline = rawImage(pixels);
    opaque = await hasOpaquePixels(pixels.data, pixels.info.channels);
  }
  if (opaque) pipeline = pipeline.removeAlpha();
  const contentType = opaque && pixelCount > MAX_LOSSLESS_PIXELS ? 'image/jpeg' : 'image/png';
  const output =
    contentType === 'image/png'
      ? pipeline.png({ compressionLevel: 6 })
      : pipeline.jpeg({ quality: 96, chromaSubsampling: '4:4:4' });
  const { data, info } = await output.toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, contentType };
}

/** Stores an encoded image in `dir` under its SHA-256. */
async function storeEncoded({ data, ...facts }: Encoded, dir: string): Promise<FittedImage> {
  const extension = facts.contentType === 'image/png' ? '.png' : '.jpg';
  return { ...(await keepBytes(data, dir, extension)), ...facts };
}
