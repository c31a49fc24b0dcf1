import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type ErrorDetails, sha256 } from '../base/index.ts';
import { digestOfFile, readHead } from './content-store.ts';
import { withDetails } from './failure.ts';
import type { Fetcher } from './fetcher.ts';
import { decoding, MOST_PIXELS, openPicture, READABLE, readHeader } from './picture-decoder.ts';
import { withoutSecrets } from './public-url.ts';
import { describe, HEAD_BYTES, sniff } from './sniff.ts';

/** A picture that can be relied on. Width and height are those of the upright picture. */
export type PinnedImage = {
  sha256: string;
  path: string;
  contentType: string;
  bytes: number;
  width: number;
  height: number;
  /** Where it came from in the end, without query; absent when it did not come by URL. */
  url?: string;
};

/** Where a picture comes from, and the folder `dir` in which it is kept. `editable` is for errors. */
export type ImageSource = { dir: string; editable?: string } & (
  | { url: string; fetcher: Fetcher }
  | { path: string }
);

/**
 * Takes in a picture: fetches or copies it, tells its type by its bytes, reads all of it once, and
 * keeps it as `dir`/<sha256>. Nothing stays in `dir` on failure. Throws what `Fetcher.fetchToFile`
 * does, `asset_not_media` (saying what came instead), `asset_too_large` (by its header, above 100
 * megapixels) and `asset_corrupt`, all with `details.editable`.
 */
export async function pinImage(source: ImageSource, signal?: AbortSignal): Promise<PinnedImage> {
  const { dir, editable } = source;
  const details: ErrorDetails = {
    ...(editable !== undefined && { editable }),
    ...('url' in source && { url: withoutSecrets(source.url) }),
  };
  const what = details.url ?? editable ?? 'the picture';
  return keep(dir, what, details, signal, async (arrival) => {
    if ('url' in source) return source.fetcher.fetchToFile(source.url, arrival, signal);
    await copyFile(source.path, arrival, constants.COPYFILE_FICLONE);
    return digestOfFile(arrival, signal);
  });
}

/** `pinImage` for bytes in memory, as they are in a template's package; `what` names them in errors. */
export async function pinBytes(
  bytes: Uint8Array,
  dir: string,
  what: string,
  details: ErrorDetails = {},
  signal?: AbortSignal,
): Promise<PinnedImage> {
  return keep(dir, what, details, signal, async (arrival) => {
    await writeFile(arrival, bytes);
    return { sha256: sha256(bytes), bytes: bytes.byteLength };
  });
}

/** Under its digest only once it is known to be a picture. */
async function keep(
  dir: string,
  what: string,
  details: ErrorDetails,
  signal: AbortSignal | undefined,
  arrive: (path: string) => Promise<{ sha256: string; bytes: number; url?: string }>,
): Promise<PinnedImage> {
  await mkdir(dir, { recursive: true });
  const arrival = join(dir, `${randomUUID()}.new`);
  try {
    const file = await arrive(arrival);
    const facts = await probe(arrival, what, details, signal);
    const path = join(dir, file.sha256);
    await rename(arrival, path);
    return { ...file, path, ...facts };
  } catch (error) {
    await rm(arrival, { force: true }).catch(() => undefined);
    throw withDetails(error, details);
  }
}

async function probe(
  path: string,
  what: string,
  details: ErrorDetails,
  signal: AbortSignal | undefined,
): Promise<Pick<PinnedImage, 'contentType' | 'width' | 'height'>> {
  const head = await readHead(path, HEAD_BYTES);
  const { contentType } = sniff(head) ?? {};
  if (contentType === undefined || !READABLE.has(contentType)) {
    const hint = 'Give the address of a JPEG, PNG, WebP, AVIF, GIF or TIFF file.';
    const message = `Expected a picture for ${what} but received ${describe(head)}.`;
    throw new AppError('asset_not_media', message, { ...details, hint });
  }
  return decoding(what, details, signal, async () => {
    const { width, height, autoOrient } = await readHeader(path);
    if (width * height > MOST_PIXELS) {
      throw new AppError(
        'asset_too_large',
        `Expected at most ${MOST_PIXELS / 1e6} megapixels for ${what} but received ${width}×${height}.`,
        { hint: 'Serve a smaller picture.' },
      );
    }
    // All of the file is read, at a fraction of the cost of its pixels, to see whether it is whole.
    await openPicture(path).resize(8, 8, { fit: 'fill' }).raw().toBuffer();
    return { contentType, width: autoOrient.width, height: autoOrient.height };
  });
}
