import { writeFile } from 'node:fs/promises';
import { AppError, type ErrorDetails, findMessage, say } from '../../base/index.ts';
import { sha256 } from '../../system/index.ts';
import {
  describe,
  type FileOrigin,
  HEAD_BYTES,
  ingest,
  keepProbed,
  readHead,
  SVG,
  sniff,
} from '../file/index.ts';
import { drawHeic, HEIC, probeHeic } from './heic-source.ts';
import {
  decoding,
  MAX_PIXELS,
  openImage,
  READABLE,
  READABLE_NAMES,
  readHeader,
} from './image-decoder.ts';
import { probeSvg } from './image-source.ts';

/** An ingested image, which can be decoded. `width` and `height` are those of the upright image. */
export type IngestedImage = {
  sha256: string;
  path: string;
  contentType: string;
  bytes: number;
  width: number;
  height: number;
  /** The final URL without query; undefined when the image was not fetched from a URL. */
  url?: string;
};

/**
 * Ingests an image: fetches or copies it, detects its type by its bytes, decodes it once, and
 * stores it as `dir`/<sha256>. A failure leaves no file in `dir`. Throws the errors of
 * `Fetcher.fetchToFile`, `asset_not_media` with a description of the received file,
 * `asset_too_large` (by its header, above 100 megapixels) and `asset_corrupt`, all with
 * `details.editable`.
 */
export async function ingestImage(
  origin: FileOrigin,
  signal?: AbortSignal,
): Promise<IngestedImage> {
  return ingest(
    origin,
    {},
    ({ path, what, details }) => probeImage(path, what, details, signal),
    signal,
  );
}

type ImageBytes = {
  bytes: Uint8Array;
  dir: string;
  what: string;
  details?: ErrorDetails | undefined;
};

/**
 * Like `ingestImage`, for the bytes of an image in a template's package. Errors contain `what` as
 * the name of the image.
 */
export async function ingestImageBytes(
  { bytes, dir, what, details = {} }: ImageBytes,
  signal?: AbortSignal,
): Promise<IngestedImage> {
  return keepProbed(
    dir,
    details,
    async (arrival) => {
      await writeFile(arrival, bytes);
      return { sha256: sha256(bytes), bytes: bytes.byteLength };
    },
    (path) => probeImage(path, what, details, signal),
  );
}

/**
 * Returns the type and upright size of an image. Decodes it completely, so that a damaged file is
 * rejected now. Throws `asset_not_media`, `asset_corrupt` and `asset_too_large`.
 */
export async function probeImage(
  path: string,
  what: string,
  details: ErrorDetails,
  signal?: AbortSignal,
): Promise<Pick<IngestedImage, 'contentType' | 'width' | 'height'>> {
  const head = await readHead(path, HEAD_BYTES);
  const { contentType } = sniff(head) ?? {};
  if (contentType === undefined || !READABLE.has(contentType)) {
    const hint = say`Use a ${READABLE_NAMES} file.`;
    const message = say`Expected an image for ${findMessage(what)} but received ${describe(head)}.`;
    throw new AppError('asset_not_media', message, { ...details, hint });
  }
  return decoding(what, details, signal, async () => {
    if (contentType === SVG) {
      const size = await probeSvg(path, what, signal);
      checkSize(size, what);
      return { contentType, ...size };
    }
    if (contentType === HEIC) {
      const size = await probeHeic(path, what);
      checkSize(size, what);
      await drawHeic(path, what, signal);
      return { contentType, ...size };
    }
    const { format, width, height, autoOrient } = await readHeader(path);
    if (format !== (contentType === 'image/avif' ? 'heif' : contentType.slice('image/'.length))) {
      throw new Error(`the decoder detects ${format} instead of ${contentType}`);
    }
    checkSize({ width, height }, what);
    // Decoding to a tiny image reads the whole file, and is much faster than decoding to full size.
    const image = await openImage(path);
    await image.resize(8, 8, { fit: 'fill' }).raw().toBuffer();
    return { contentType, width: autoOrient.width, height: autoOrient.height };
  });
}

function checkSize({ width, height }: { width: number; height: number }, what: string): void {
  if (width * height <= MAX_PIXELS) return;
  throw new AppError(
    'asset_too_large',
    say`Expected at most ${MAX_PIXELS / 1e6} megapixels for ${findMessage(what)} but received ${width}×${height}.`,
    { hint: 'Serve a smaller image.' },
  );
}
