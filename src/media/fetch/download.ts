import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { say } from '../../base/index.ts';
import type { Arrival } from './arrival.ts';
import { failure, tooLarge } from './fetch-failure.ts';

type Headers = Dispatcher.ResponseData['headers'];

/** Called when bytes arrive. `total` is undefined when the server does not send it. */
export type OnProgress = (bytes: number, total: number | undefined) => void;

type Receiving = { url: string; maxBytes: number; onProgress: OnProgress | undefined };

/** Some servers compress although the request forbids it. */
const DECODERS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * Appends the body of a response to the arrival, decompressed if necessary. Status 206 continues
 * the file, status 200 replaces it. Throws above `maxBytes`, by the header and by the bytes that
 * come, because the header may be missing or false.
 */
export async function download(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  arrival: Arrival,
  receiving: Receiving,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { url, maxBytes, onProgress } = receiving;
    const encoding = encodingOf(headers);
    const isRest = statusCode === 206;
    if (isRest) await checkRest(headers, encoding, arrival, url);
    else if (arrival.bytes > 0) await arrival.restart();
    const total = totalOf(headers, encoding, isRest ? arrival.bytes : 0);
    if (total !== undefined && total > maxBytes) throw tooLarge(url, maxBytes, `${total}`);
    const decoder = DECODERS.get(encoding);
    if (!decoder && encoding !== 'identity') {
      throw failure({
        code: 'asset_unreachable',
        url,
        but: say`it is encoded as ${encoding.slice(0, 40)}`,
        details: { hint: 'Serve the file without compression.', retryable: false },
      });
    }
    if (!isRest) arrival.resumeBy = encoding === 'identity' ? strongValidator(headers) : undefined;
    const receive = async (source: AsyncIterable<Buffer>) => {
      for await (const chunk of source) {
        if (arrival.bytes + chunk.byteLength > maxBytes) throw tooLarge(url, maxBytes, say`more`);
        await arrival.append(chunk);
        onProgress?.(arrival.bytes, total);
      }
    };
    if (decoder) await pipeline(body as Readable, decoder(), receive, { signal });
    else await pipeline(body as Readable, receive, { signal });
    if (total !== undefined && arrival.bytes !== total) {
      throw failure({
        code: 'asset_unreachable',
        url,
        but: say`the download was interrupted`,
        details: { hint: 'Try again later.' },
      });
    }
  } finally {
    discard(body);
  }
}

/** Throws when a 206 response does not start at the end of the received bytes (RFC 9110, 15.3.7). */
async function checkRest(
  headers: Headers,
  encoding: string,
  arrival: Arrival,
  url: string,
): Promise<void> {
  const { first } = rangeOf(headers);
  if (encoding === 'identity' && first === arrival.bytes) return;
  await arrival.restart();
  throw failure({
    code: 'asset_unreachable',
    url,
    but: say`the server sent a different range`,
    details: { hint: 'Try again later.' },
  });
}

/** Returns the size of the whole file, from Content-Range or Content-Length. */
function totalOf(headers: Headers, encoding: string, there: number): number | undefined {
  const { total } = rangeOf(headers);
  const length = headers['content-length'];
  if (total !== undefined) return total;
  if (encoding !== 'identity' || typeof length !== 'string' || !/^\d+$/.test(length)) {
    return undefined;
  }
  return there + Number(length);
}

/**
 * Returns the first byte of a partial response and the length of the whole file; both may be
 * missing.
 */
function rangeOf(headers: Headers): { first?: number; total?: number } {
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(String(headers['content-range']));
  if (!range) return {};
  return { first: Number(range[1]), ...(range[2] !== '*' && { total: Number(range[2]) }) };
}

function encodingOf(headers: Headers): string {
  return String(headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase();
}

/**
 * Returns a strong validator of a response. A date is strong only when it is at least a second older
 * than the response (RFC 9110, 8.8.1 and 8.8.2.2).
 */
function strongValidator(headers: Headers): string | undefined {
  const { etag, date, 'last-modified': modified } = headers;
  if (headers['accept-ranges'] === 'none') return undefined;
  if (typeof etag === 'string') return etag.startsWith('"') ? etag : undefined;
  const age = Date.parse(String(date)) - Date.parse(String(modified));
  return typeof modified === 'string' && age >= 1000 ? modified : undefined;
}

/** Ends a response that is not needed. */
export function discard(body: Readable): void {
  // Destroying the body emits an error, which nothing else handles.
  body.on('error', () => undefined);
  body.destroy();
}
