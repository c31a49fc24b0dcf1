import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { AppError } from '../base/index.ts';
import type { BlobStore } from '../storage/index.ts';

/** The file to deliver. */
export type DeliverySource = { store: BlobStore; key: string; bytes: number };

/** Checksums of the whole file. */
export type Digests = { md5: Buffer; crc32: Buffer };

export type UploadPart = { number: number; start: number; bytes: Buffer; md5: Buffer };

/** Opens a file for delivery. Throws `delivery_source_gone` when it was removed, or was never made (empty key). */
export async function openSource(store: BlobStore, key: string): Promise<DeliverySource> {
  const facts = key === '' ? undefined : await store.stat(key);
  if (!facts) throw missingFileError();
  return { store, key, bytes: facts.bytes };
}

/** Returns the checksums of a file. Many stores need them before the first byte is sent. */
export async function digestsOf(source: DeliverySource, signal: AbortSignal): Promise<Digests> {
  const md5 = createHash('md5');
  let sum = 0;
  for await (const chunk of readStream(source, 0, source.bytes)) {
    signal.throwIfAborted();
    md5.update(chunk);
    sum = crc32(chunk, sum);
  }
  const four = Buffer.alloc(4);
  four.writeUInt32BE(sum);
  return { md5: md5.digest(), crc32: four };
}

/**
 * Reads the file in parts of the same size. The last part may be shorter; an empty file has one
 * part.
 */
export async function* partsOf(
  source: DeliverySource,
  partBytes: number,
): AsyncGenerator<UploadPart> {
  let number = 1;
  let start = 0;
  do {
    const bytes = await readRange(source, start, Math.min(partBytes, source.bytes - start));
    yield { number, start, bytes, md5: md5Of(bytes) };
    number += 1;
    start += bytes.byteLength;
  } while (start < source.bytes);
}

/** Reads a part of a file into memory. Throws if the file is missing or shorter. */
export async function readRange(
  source: DeliverySource,
  start: number,
  length: number,
): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for await (const chunk of readStream(source, start, length)) at += chunk.copy(bytes, at);
  if (at < length) throw missingFileError();
  return bytes;
}

function md5Of(bytes: Uint8Array): Buffer {
  return createHash('md5').update(bytes).digest();
}

/** Yields a part of a file. */
async function* readStream({ store, key }: DeliverySource, start: number, length: number) {
  if (length === 0) return;
  try {
    const stream = store.read(key, { start, end: start + length - 1 });
    for await (const chunk of stream as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw missingFileError();
    throw error;
  }
}

function missingFileError(): AppError {
  return new AppError(
    'delivery_source_gone',
    'The rendered file was removed before it was delivered.',
    { hint: 'Render again, and do not remove the session before its uploads are complete.' },
  );
}
