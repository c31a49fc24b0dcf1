import { createHash, randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { diskFailure, failure, tooLarge } from './fetch-failure.ts';
import { withoutSecrets } from './public-url.ts';

/** A file that has arrived; `url` is where the file came from in the end, without query. */
export type FetchedFile = { bytes: number; sha256: string; url: string };

/** Some servers compress although they are asked not to. */
const DECODERS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Writes the body of an answer to `path`, decoded if need be, whole or not at all. */
export async function download(
  { headers, body }: Dispatcher.ResponseData,
  from: string,
  path: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const url = withoutSecrets(from);
  const declared = headers['content-length'];
  const encoding = String(headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase();
  const decoder = DECODERS.get(encoding);
  if (Number(declared) > maxBytes || (!decoder && encoding !== 'identity')) {
    discard(body);
    if (Number(declared) > maxBytes) throw tooLarge(url, maxBytes, `${declared}`);
    throw failure('asset_unreachable', url, `it is encoded as ${encoding.slice(0, 40)}`, {
      hint: 'Serve it as it is.',
      retryable: false,
    });
  }
  const temporary = `${path}.${randomUUID()}.part`;
  let writing: ReturnType<typeof write> | undefined;
  const receive = (source: AsyncIterable<Buffer>) => {
    writing = write(source, temporary, maxBytes, url);
    return writing;
  };
  try {
    const file = decoder
      ? await pipeline(body as Readable, decoder(), receive, { signal })
      : await pipeline(body as Readable, receive, { signal });
    await rename(temporary, path).catch(throwDiskFailure);
    return { ...file, url };
  } catch (error) {
    // An aborted pipeline does not wait for its last part, which may just be making the file.
    await writing?.catch(() => undefined);
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function write(source: AsyncIterable<Buffer>, path: string, maxBytes: number, url: string) {
  const file = await open(path, 'wx').catch(throwDiskFailure);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of source) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw tooLarge(url, maxBytes, 'more');
      hash.update(chunk);
      await file.appendFile(chunk).catch(throwDiskFailure);
    }
    // The digest is relied on after a power failure too.
    await file.datasync().catch(throwDiskFailure);
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

function throwDiskFailure(cause: unknown): never {
  throw diskFailure(cause);
}

export function discard(body: Readable): void {
  // Destroying reports an abort to whoever reads on; nobody does.
  body.on('error', () => undefined);
  body.destroy();
}
