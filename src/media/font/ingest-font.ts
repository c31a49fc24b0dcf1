import { AppError } from '../../base/index.ts';
import { describe, type FileOrigin, HEAD_BYTES, ingest, readHead, sniff } from '../file/index.ts';

/** A font file by its first bytes; whether it can be read is for its reader to say. */
export type IngestedFont = {
  sha256: string;
  path: string;
  contentType: string;
  bytes: number;
  /** Where it came from in the end, without query; absent when it did not come by URL. */
  url?: string;
};

/** The largest font that is read: the CJK collections of Noto have 20 MB. */
export const MAX_FONT_BYTES = 64 * 1024 * 1024;

/**
 * Takes in a font: fetches or copies it, tells its type by its bytes, and keeps it as `dir`/<sha256>.
 * Nothing stays in `dir` on failure. Throws what `Fetcher.fetchToFile` does, and `font_invalid`
 * (saying what came instead), with `details.editable`.
 */
export async function ingestFont(origin: FileOrigin, signal?: AbortSignal): Promise<IngestedFont> {
  const limits = { maxBytes: MAX_FONT_BYTES };
  return ingest(origin, limits, ({ path, what }) => probeFont(path, what), signal);
}

/** A font's type by its first bytes. */
export async function probeFont(path: string, what: string): Promise<{ contentType: string }> {
  const head = await readHead(path, HEAD_BYTES);
  const media = sniff(head);
  if (media?.kind === 'font') return { contentType: media.contentType };
  throw new AppError(
    'font_invalid',
    `Expected a font for ${what} but received ${describe(head)}.`,
    { hint: 'Give a TTF, OTF, WOFF, WOFF2 or TTC file.' },
  );
}
