import { setImmediate } from 'node:timers/promises';
import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp';
import {
  AppError,
  deadline,
  type ErrorDetails,
  orAbort,
  stopped,
  withDetails,
} from '../../base/index.ts';
import { SVG } from '../file/index.ts';

/** An image above this is a mistake or an attack: 400 MB when decoded. */
export const MAX_PIXELS = 100_000_000;

const LOADERS = {
  Jpeg: 'image/jpeg',
  Png: 'image/png',
  Webp: 'image/webp',
  Nsgif: 'image/gif',
  Heif: 'image/avif',
  Tiff: 'image/tiff',
};
/** Drawings are read elsewhere, in a process of their own. */
export const READABLE: ReadonlySet<string> = new Set([...Object.values(LOADERS), SVG]);
export const READABLE_NAMES = 'JPEG, PNG, WebP, AVIF, GIF, TIFF or SVG';

// Only what is announced as readable reaches native code.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: Object.keys(LOADERS).map((name) => `VipsForeignLoad${name}`) });
// One image would take all cores otherwise; renders need them.
sharp.concurrency(1);
// It goes by file name and would not see that the file is another one.
sharp.cache(false);

/** Looked at before others have their turn: some milliseconds. Whole pixels of two and of four channels. */
const TURN_BYTES = 4 * 2 ** 20;
const AT_ONCE = 2;
const TIMEOUT_MS = 60_000;

let free = AT_ONCE;
const waiting: (() => void)[] = [];

/** Opens an image upright; what libvips only warns of is let pass, missing data is not. */
export async function openImage(source: string | Buffer): Promise<Sharp> {
  const { space, hasProfile } = await readHeader(source);
  const image = sharp(source, {
    failOn: 'error',
    limitInputPixels: MAX_PIXELS,
    autoOrient: true,
  }).timeout({
    // After the deadline of `decoding`, which tells why.
    seconds: TIMEOUT_MS / 1000 + 1,
  });
  // sharp works on these in Display P3, and would leave the numbers so.
  const isInP3 = space === 'rgb16' && hasProfile;
  return isInP3 ? image.withIccProfile('srgb', { attach: false }) : image;
}

/** What the file says of itself; nothing is decoded, however large it claims to be. */
export function readHeader(source: string | Buffer): Promise<Metadata> {
  return sharp(source, { failOn: 'error', limitInputPixels: false }).metadata();
}

export function rawImage({ data, info }: { data: Buffer; info: OutputInfo }): Sharp {
  const { width, height, channels } = info;
  return sharp(data, { limitInputPixels: MAX_PIXELS, raw: { width, height, channels } });
}

/**
 * Whether nothing shows through pixels of up to four channels, of which an even last one is alpha. sharp's own statistics
 * look at all of the colors, too, and take thirty times as long; its alpha channel alone would be held beside the image.
 */
export async function isOpaque(data: Buffer, channels: number): Promise<boolean> {
  if (channels % 2 === 1) return true;
  for (let from = 0; from < data.length; from += TURN_BYTES) {
    const to = Math.min(data.length, from + TURN_BYTES);
    for (let at = from + channels - 1; at < to; at += channels) if (data[at] !== 255) return false;
    await setImmediate();
  }
  return true;
}

/**
 * Runs work on an image when its turn comes, at most two at a time and each within a minute. Any
 * failure of the decoder is `asset_corrupt`; `what` names the image.
 */
export async function decoding<T>(
  what: string,
  details: ErrorDetails,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const late = `Expected ${what} to be decoded within ${TIMEOUT_MS / 1000} s but it took longer.`;
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
    // The decoder's own words name files of this machine; they stay in the cause.
    throw corrupt(what, details, cause);
  }
}

function corrupt(what: string, details: ErrorDetails, cause: unknown): AppError {
  return new AppError(
    'asset_corrupt',
    `Expected a whole image for ${what} but it cannot be decoded.`,
    {
      hint: 'Open it in an image viewer: it may be cut off. Else save it anew as PNG or JPEG.',
      ...details,
    },
    { cause },
  );
}
