import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { AppError, type ErrorDetails, sha256 } from '../base/index.ts';
import { type Fetcher, withoutSecrets } from './fetcher.ts';
import { sniff } from './sniff.ts';

/** An outside picture, checked and kept under its digest; width and height as it stands upright. */
export type PinnedImage = {
  sha256: string;
  path: string;
  contentType: string;
  bytes: number;
  width: number;
  height: number;
};

/** A picture at the size at which it is shown. */
export type FittedImage = { sha256: string; path: string; width: number; height: number };

/** Decoded, four bytes each: a picture above this is a mistake or an attack. */
const MOST_PIXELS = 100_000_000;
const READABLE = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/tiff']);

// Each decoder would take all cores for one picture; renders need them.
sharp.concurrency(1);
sharp.cache(false);

/** Fetches a picture into `folder`, checks it, and keeps it there under its digest. */
export async function pinImage(url: string, fetcher: Fetcher, folder: string, editable: string, signal?: AbortSignal): Promise<PinnedImage> {
  await mkdir(folder, { recursive: true });
  const arrival = join(folder, `fetch-${randomUUID()}`);
  const where = { editable, url: withoutSecrets(url) };
  try {
    const { sha256: digest, bytes } = await fetcher.fetchToFile(url, arrival, signal).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      throw new AppError(error.code, error.message, { ...error.details, ...where }, { cause: error.cause });
    });
    const facts = await probeImage(arrival, where.url, where);
    const path = join(folder, digest);
    await rename(arrival, path);
    return { sha256: digest, path, bytes, ...facts };
  } finally {
    await rm(arrival, { force: true });
  }
}

/** Checks bytes that came inside of a template and keeps them like a fetched picture. */
export async function pinBytes(bytes: Uint8Array, folder: string, label: string, details: ErrorDetails = {}): Promise<PinnedImage> {
  await mkdir(folder, { recursive: true });
  const digest = sha256(bytes);
  const path = join(folder, digest);
  await publish(path, bytes);
  const facts = await probeImage(path, label, details);
  return { sha256: digest, path, bytes: bytes.byteLength, ...facts };
}

/** Type and upright size of a picture on disk. Throws `asset_not_media`, `asset_too_large` or `asset_corrupt`. */
async function probeImage(path: string, label: string, details: ErrorDetails): Promise<{ contentType: string; width: number; height: number }> {
  const contentType = sniff(await readHead(path));
  if (contentType === undefined || !READABLE.has(contentType)) {
    throw new AppError('asset_not_media', `Expected a picture for ${label} but received ${DESCRIPTIONS[contentType ?? ''] ?? contentType ?? 'something else'}.`, {
      ...details,
      hint: 'Use a JPEG, PNG, WebP, AVIF, GIF or TIFF file.',
    });
  }
  const metadata = await sharp(path, { limitInputPixels: false }).metadata().catch((cause: unknown) => {
    throw corrupt(label, details, cause);
  });
  const { autoOrient } = metadata;
  if (metadata.width * metadata.height > MOST_PIXELS) {
    throw new AppError('asset_too_large', `Expected at most ${MOST_PIXELS / 1e6} megapixels for ${label} but received ${metadata.width}×${metadata.height}.`, { ...details, hint: 'Serve a smaller picture.' });
  }
  return { contentType, width: autoOrient.width, height: autoOrient.height };
}

const DESCRIPTIONS: Record<string, string> = {
  'text/html': 'an HTML page',
  'application/json': 'JSON',
  'image/svg+xml': 'an SVG drawing',
  'image/heic': 'a HEIC picture',
  'image/bmp': 'a BMP picture',
  'video/mp4': 'a video',
  'video/webm': 'a video',
  'application/pdf': 'a PDF document',
  '': 'bytes of no known kind',
};

/**
 * Scales a picture once to exactly `width` × `height`, upright and in sRGB. `cover` fills the area
 * and crops what is over, keeping the point `focalX`, `focalY` (0–1) as near the center as can be.
 */
export async function fitImage(
  image: PinnedImage,
  area: { width: number; height: number; focalX?: number; focalY?: number },
  folder: string,
  details: ErrorDetails = {},
): Promise<FittedImage> {
  const width = Math.max(1, Math.round(area.width));
  const height = Math.max(1, Math.round(area.height));
  try {
    const scale = Math.max(width / image.width, height / image.height);
    const scaledWidth = Math.max(width, Math.round(image.width * scale));
    const scaledHeight = Math.max(height, Math.round(image.height * scale));
    const left = offset(scaledWidth, width, area.focalX ?? 0.5);
    const top = offset(scaledHeight, height, area.focalY ?? 0.5);
    const fitted = sharp(image.path, { limitInputPixels: MOST_PIXELS, failOn: 'error', autoOrient: true })
      .toColourspace('srgb')
      .resize(scaledWidth, scaledHeight, { fit: 'fill', kernel: 'lanczos3' })
      .extract({ left, top, width, height });
    return await encode(fitted, folder);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw corrupt(details.url ?? details.editable ?? 'the picture', details, cause);
  }
}

/** The same picture in a form that the rasteriser reads: upright, in sRGB, PNG or JPEG. */
export async function convertImage(image: PinnedImage, folder: string, label: string): Promise<FittedImage> {
  try {
    return await encode(sharp(image.path, { limitInputPixels: MOST_PIXELS, failOn: 'error', autoOrient: true }).toColourspace('srgb'), folder);
  } catch (cause) {
    throw corrupt(label, {}, cause);
  }
}

async function encode(picture: Sharp, folder: string): Promise<FittedImage> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const raw = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const opaque = info.channels === 3 || (await raw.stats()).isOpaque;
  const [bytes, extension] = opaque
    ? [await raw.removeAlpha().jpeg({ quality: 96, chromaSubsampling: '4:4:4' }).toBuffer(), '.jpg']
    : [await raw.png({ compressionLevel: 6 }).toBuffer(), '.png'];
  const digest = sha256(bytes);
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${digest}${extension}`);
  await publish(path, bytes);
  return { sha256: digest, path, width: info.width, height: info.height };
}

function offset(scaled: number, shown: number, focal: number): number {
  return Math.round(Math.min(scaled - shown, Math.max(0, scaled * focal - shown / 2)));
}

/** Whole or not at all: a reader never meets half a file under a digest. */
async function publish(path: string, bytes: Uint8Array): Promise<void> {
  if (await stat(path).then((s) => s.size === bytes.byteLength, () => false)) return;
  const temporary = `${path}.${randomUUID()}.part`;
  try {
    await writeFile(temporary, bytes);
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function corrupt(label: string, details: ErrorDetails, cause: unknown): AppError {
  return new AppError('asset_corrupt', `Expected a whole picture for ${label} but it cannot be decoded: ${(cause as Error).message.split('\n')[0]}.`, { ...details, hint: 'Open it in a picture viewer; it may be cut off.' }, { cause });
}
