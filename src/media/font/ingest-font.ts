import { AppError, findMessage, say } from '../../base/index.ts';
import { describe, type FileOrigin, HEAD_BYTES, ingest, readHead, sniff } from '../file/index.ts';

/** An ingested font file. Only its first bytes are checked; the font reader reports other errors. */
export type IngestedFont = {
  sha256: string;
  path: string;
  contentType: string;
  bytes: number;
  /** The final URL without query; undefined when the font was not fetched from a URL. */
  url?: string;
};

/** Maximum size of a font. The CJK collections of Noto have 20 MB. */
export const MAX_FONT_BYTES = 64 * 1024 * 1024;

/**
 * Ingests a font: fetches or copies it, detects its type by its bytes, and stores it as
 * `dir`/<sha256>. A failure leaves no file in `dir`. Throws the errors of `Fetcher.fetchToFile`, and
 * `font_invalid` with a description of the received file, with `details.editable`.
 */
export async function ingestFont(origin: FileOrigin, signal?: AbortSignal): Promise<IngestedFont> {
  const limits = { maxBytes: MAX_FONT_BYTES };
  return ingest(origin, limits, ({ path, what }) => probeFont(path, what), signal);
}

/** Returns the type of a font by its first bytes. Throws `font_invalid`. */
export async function probeFont(path: string, what: string): Promise<{ contentType: string }> {
  const head = await readHead(path, HEAD_BYTES);
  const media = sniff(head);
  if (media?.kind === 'font') return { contentType: media.contentType };
  throw new AppError(
    'font_invalid',
    say`Expected a font for ${findMessage(what)} but received ${describe(head)}.`,
    { hint: 'Use a TTF, OTF, WOFF, WOFF2 or TTC file.' },
  );
}
