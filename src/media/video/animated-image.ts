import type { Sharp } from 'sharp';
import { AppError, type ErrorDetails, findMessage, say } from '../../base/index.ts';
import { keepBytes } from '../file/index.ts';
import { decoding, hasOpaquePixels, loadSharp, MAX_PIXELS, readHeader } from '../image/index.ts';
import type { FrameImage } from './decode-span.ts';
import type { VideoPlace } from './video-place.ts';

/** An animated image. Times are in seconds. */
export type AnimationFacts = {
  width: number;
  height: number;
  /** Start time of each image. */
  starts: number[];
  durationSeconds: number;
  /** Number of times it is played; undefined: endless. */
  plays?: number;
};

const MAX_IMAGES = 2000;
/** Maximum pixels of all images that are decoded at the same time. */
const MAX_CONCURRENT_PIXELS = 25_000_000;
/** Browsers and ffmpeg replace delays below 20 ms by the default. */
const MIN_DELAY_MS = 20;
const DEFAULT_DELAY_MS = 100;

type AnimationFile = { path: string; contentType: string; what: string; details: ErrorDetails };

/**
 * Returns the start of each image of a GIF or WebP file in seconds; undefined for a still image.
 * Very short delays last as long as in browsers. `plays` is missing if it repeats for ever.
 */
export async function animationOf(
  { path, contentType, what, details }: AnimationFile,
  signal: AbortSignal | undefined,
): Promise<AnimationFacts | undefined> {
  if (contentType !== 'image/gif' && contentType !== 'image/webp') return undefined;
  return decoding(what, details, signal, async () => {
    const header = await readHeader(path);
    const { pages = 1, delay = [], loop = 0, width } = header;
    const height = header.pageHeight ?? header.height;
    if (pages < 2) return undefined;
    if (width * height > MAX_PIXELS) throw tooLarge(what, `${width}×${height} pixels`, details);
    if (contentType === 'image/webp' && pages > MAX_IMAGES) {
      throw tooLarge(what, `${pages} images`, details);
    }
    let ms = 0;
    const starts = Array.from({ length: pages }, (_, index) => {
      const start = ms / 1000;
      const reported = delay[index] ?? 0;
      ms += reported < MIN_DELAY_MS ? DEFAULT_DELAY_MS : reported;
      return start;
    });
    return { width, height, starts, durationSeconds: ms / 1000, ...(loop > 0 && { plays: loop }) };
  });
}

type AnimationDecoding = {
  file: { path: string; label: string; details?: ErrorDetails } & AnimationFacts;
  numbers: readonly number[];
  place: VideoPlace;
  dir: string;
};

/**
 * Decodes images of an animated WebP by their numbers (ascending), crops them to their place and
 * stores them in `dir`. (ffmpeg cannot read animated WebP.)
 */
export async function decodeAnimation(
  { file, numbers, place, dir }: AnimationDecoding,
  signal?: AbortSignal,
): Promise<Map<number, FrameImage>> {
  const { path, width, height, label, details = {} } = file;
  const atOnce = Math.max(1, Math.floor(MAX_CONCURRENT_PIXELS / (width * height)));
  const images = new Map<number, FrameImage>();
  const [first = 0, last = -1] = [numbers[0], numbers.at(-1)];
  const wantedNumbers = new Set(numbers);
  for (let page = first; page <= last; page += atOnce) {
    const pages = Math.min(atOnce, last + 1 - page);
    const raw = await decoding(label, details, signal, () =>
      loadSharp()(path, { page, pages, limitInputPixels: false })
        .toColourspace('srgb')
        .ensureAlpha()
        .raw()
        .toBuffer(),
    );
    for (let n = page; n < page + pages; n++) {
      if (!wantedNumbers.has(n)) continue;
      const size = width * height * 4;
      const data = raw.subarray((n - page) * size, (n - page + 1) * size);
      const image = loadSharp()(data, { raw: { width, height, channels: 4 } });
      images.set(n, await decoding(label, details, signal, () => storeFrame(image, place, dir)));
    }
  }
  return images;
}

/**
 * Crops and scales a frame to its place, and stores it in `dir`: as JPEG if all its pixels are
 * opaque, otherwise as PNG.
 */
async function storeFrame(source: Sharp, place: VideoPlace, dir: string): Promise<FrameImage> {
  const { region, image } = place;
  const [left, top] = [Math.round(region.x), Math.round(region.y)];
  const info = (await source.metadata()) as { width: number; height: number };
  const width = Math.max(1, Math.min(info.width - left, Math.round(region.width)));
  const height = Math.max(1, Math.min(info.height - top, Math.round(region.height)));
  const cropped = await source
    .extract({ left, top, width, height })
    .resize(image.width, image.height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer();
  const pixels = loadSharp()(cropped, { raw: { ...image, channels: 4 } });
  const opaque = await hasOpaquePixels(cropped, 4);
  const encoded = opaque
    ? await pixels.removeAlpha().jpeg({ quality: 96, chromaSubsampling: '4:4:4' }).toBuffer()
    : await pixels.png({ compressionLevel: 6 }).toBuffer();
  const keptFile = await keepBytes(encoded, dir, opaque ? '.jpg' : '.png');
  return { ...keptFile, contentType: opaque ? 'image/jpeg' : 'image/png', ...image };
}

function tooLarge(what: string, received: string, details: ErrorDetails): AppError {
  return new AppError(
    'asset_too_large',
    say`Expected a smaller image for ${findMessage(what)} but received ${received}.`,
    { ...details, hint: 'Serve a smaller image, or a video.' },
  );
}
