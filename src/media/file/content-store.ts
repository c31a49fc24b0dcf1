import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../system/index.ts';

/**
 * Writes bytes to a file named by their digest, atomically. An existing file is not written again.
 */
export async function keepBytes(
  bytes: Uint8Array,
  dir: string,
  extension = '',
): Promise<{ sha256: string; path: string }> {
  const digest = sha256(bytes);
  const path = join(dir, digest + extension);
  await mkdir(dir, { recursive: true });
  const there = await stat(path).catch(() => undefined);
  if (there?.size === bytes.byteLength) return { sha256: digest, path };
  const temporary = `${path}.${randomUUID()}.part`;
  try {
    await writeFile(temporary, bytes);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  return { sha256: digest, path };
}

/** Returns the SHA-256 (hex) of a file and its length in bytes, without reading it into memory. */
export async function digestOfFile(path: string, signal?: AbortSignal) {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { ...(signal && { signal }) })) {
    bytes += (chunk as Buffer).byteLength;
    hash.update(chunk as Buffer);
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Reads `byteCount` bytes at `at`; fewer when the file ends earlier. */
export async function readHead(path: string, byteCount: number, at = 0): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(byteCount), 0, byteCount, at);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
