import { setImmediate } from 'node:timers/promises';
import type { Metadata, OutputInfo, Sharp } from 'sharp';
import {
  AppError,
  deadline,
  type ErrorDetails,
  findMessage,
  orAbort,
  say,
  stopped,
  withDetails,
} from '../../base/index.ts';
import { SVG } from '../file/index.ts';
import { HEIC } from './heic-source.ts';
import { loadSharp } from './load-sharp.ts';

/** Larger images are a mistake or an attack. This size needs 400 MB when decoded. */
export const MAX_PIXELS = 100_000_000;

const LOADERS = {
  Jpeg: 'image/jpeg',
  Png: 'image/png',
  Webp: 'image/webp',
  Nsgif: 'image/gif',
  Heif: 'image/avif',
  Tiff: 'image/tiff',
};
/** Types that can be read. SVG is drawn, and HEIC decoded, in a separate process. */
export const READABLE: ReadonlySet<string> = new Set([...Object.values(LOADERS), HEIC, SVG]);
export const READABLE_NAMES = 'JPEG, PNG, WebP, AVIF, HEIC, GIF, TIFF or SVG';

let isGuarded = false;

/** Returns sharp for files from outside: only readable types may reach native code. */
function guardedSharp() {
  const sharp = loadSharp();
  if (!isGuarded) {
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: Object.keys(LOADERS).map((name) => `VipsForeignLoad${name}`) });
    isGuarded = true;
  }
  return sharp;
}

/**
 * Bytes that are checked before the event loop continues: a few ms. A multiple of 2 and 4 channels.
 */
const BATCH_BYTES = 4 * 2 ** 20;
const MAX_CONCURRENT = 2;
const TIMEOUT_MS = 60_000;

let free = MAX_CONCURRENT;
const waiting: (() => void)[] = [];

/** Opens an image upright. Warnings of libvips are ignored; missing data is an error. */
export async function openImage(source: string | Buffer): Promise<Sharp> {
  const { space, hasProfile } = await readHeader(source);
  const image = guardedSharp()(source, {
    failOn: 'error',
    limitInputPixels: MAX_PIXELS,
    autoOrient: true,
  }).timeout({
    // After the deadline of `decoding`, which has the better error message.
    seconds: TIMEOUT_MS / 1000 + 1,
  });
  // sharp processes these images in Display P3 and would not convert them to sRGB.
  const isInP3 = space === 'rgb16' && hasProfile;
  return isInP3 ? image.withIccProfile('srgb', { attach: false }) : image;
}

/** Reads the header of an image. Nothing is decoded, so any claimed size is safe. */
export function readHeader(source: string | Buffer): Promise<Metadata> {
  return guardedSharp()(source, { failOn: 'error', limitInputPixels: false }).metadata();
}

export function rawImage({ data, info }: { data: Buffer; info: OutputInfo }): Sharp {
  const { width, height, channels } = info;
  return loadSharp()(data, { limitInputPixels: MAX_PIXELS, raw: { width, height, channels } });
}

/**
 * Returns whether all pixels are opaque. With two or four channels the last channel is alpha.
 * sharp's statistics also read the colors and take thirty times as long; extracting the alpha
 * channel would need more memory.
 */
export async function hasOpaquePixels(data: Buffer, channels: number): Promise<boolean> {
  if (channels % 2 === 1) return true;
  for (let from = 0; from < data.length; from += BATCH_BYTES) {
    const to = Math.min(data.length, from + BATCH_BYTES);
    for (let at = from + channels - 1; at < to; at += channels) if (data[at] !== 255) return false;
    await setImmediate();
  }
  return true;
}

/**
 * Runs work on an image: at most two at the same time, each with a limit of one minute. A failure of
 * the decoder throws `asset_corrupt`; `what` names the image.
 */
export async function decoding<T>(
  what: string,
  details: ErrorDetails,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const late = say`Decoding ${findMessage(what)} took longer than ${TIMEOUT_MS / 1000} s.`;
  const turn = async () => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    using limit = deadline(TIMEOUT_MS, 'asset_timeout', late);
    try {
      signal?.throwIfAborted();
      return await work();
    } catch (error) {
      throw limit.signal.aborted ? limit.signal.reason : error;
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
  try {
    return await orAbort(turn(), signal);
  } catch (cause) {
    if (signal?.aborted) throw stopped(signal, `The decoding of ${what}`);
    if (cause instanceof AppError) throw withDetails(cause, details);
    // The decoder's message contains local paths, so it is only in the cause.
    throw corrupt(what, details, cause);
  }
}

function corrupt(what: string, details: ErrorDetails, cause: unknown): AppError {
  return new AppError(
    'asset_corrupt',
    say`Expected a complete image for ${findMessage(what)} but it cannot be decoded.`,
    {
      hint: 'Open it in an image viewer: it may be incomplete. Otherwise save it again as PNG or JPEG.',
      ...details,
    },
    { cause },
  );
}
