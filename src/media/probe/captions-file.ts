import { readFile } from 'node:fs/promises';
import { AppError } from '../../base/index.ts';
import {
  type CaptionFormat,
  type ParsedCaptions,
  parseCaptionBytes,
} from '../../captions/index.ts';

const CONTENT_TYPES: Readonly<Record<CaptionFormat, string>> = {
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  ass: 'text/x-ssa',
  json: 'application/json',
};

/** Reads a file with captions. Throws `captions_invalid`. */
export async function readCaptions(
  path: string,
): Promise<ParsedCaptions & { contentType: string }> {
  const captions = parseCaptionBytes(await readFile(path));
  return { ...captions, contentType: CONTENT_TYPES[captions.format] };
}

/** The beginning of a file with captions; `-->` stands in all SRT files. */
const MARKED = /^(?:\ufeff)?\s*(?:WEBVTT|\[script info)/i;

/**
 * Returns the content type of a file whose first bytes are no other media, if it has captions; undefined for
 * other files. Throws `captions_invalid` for captions with a mistake.
 */
export async function probeCaptions(path: string, head: Uint8Array): Promise<string | undefined> {
  const encoding = head[0] === 0xff ? 'utf-16le' : head[0] === 0xfe ? 'utf-16be' : 'utf-8';
  const start = new TextDecoder(encoding).decode(head);
  try {
    return (await readCaptions(path)).contentType;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (MARKED.test(start) || start.includes(' --> ')) throw error;
    return undefined;
  }
}
