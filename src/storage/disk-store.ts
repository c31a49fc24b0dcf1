import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError, assert } from '../base/index.ts';

export type BlobFacts = { bytes: number; modifiedMs: number; etag: string };

/** Files by key. A key is letters, digits, `-`, `_`, `.` in parts joined by `/`. */
export type BlobStore = {
  /** Publishes a file under a key, whole or not at all; the file may be gone afterwards. */
  put(key: string, file: string): Promise<void>;
  stat(key: string): Promise<BlobFacts | undefined>;
  /** Bytes `start` to `end`, both included. */
  read(key: string, range?: { start: number; end: number }): Readable;
  /** A path for programs that need a file; not to be written to. */
  localPath(key: string): Promise<string>;
  remove(prefix: string): Promise<void>;
};

/** A store in a folder of the local disk. */
export function openDiskStore(root: string): BlobStore {
  const place = (key: string) => {
    const parts = key.split('/');
    assert(
      parts.every((part) => /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(part)),
      `not a storage key: ${key}`,
    );
    return join(root, ...parts);
  };
  return {
    async put(key, file) {
      const target = place(key);
      const temporary = `${target}.${randomUUID()}.part`;
      try {
        await mkdir(dirname(target), { recursive: true });
        await rename(file, temporary).catch(async (error: NodeJS.ErrnoException) => {
          if (error.code !== 'EXDEV') throw error;
          await copyFile(file, temporary);
        });
        await sync(temporary);
        await rename(temporary, target);
        await sync(dirname(target));
      } catch (cause) {
        await rm(temporary, { force: true });
        const full = (cause as NodeJS.ErrnoException).code === 'ENOSPC';
        throw new AppError(
          'storage_failed',
          full ? 'The disk is full.' : `A file could not be stored: ${(cause as Error).message}.`,
          { hint: 'Make room in the data folder and render again.' },
          { cause },
        );
      }
    },
    async stat(key) {
      const facts = await stat(place(key)).catch(() => undefined);
      if (!facts?.isFile()) return undefined;
      const { size, mtimeMs, ino } = facts;
      return {
        bytes: size,
        modifiedMs: mtimeMs,
        etag: `"${ino.toString(36)}-${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`,
      };
    },
    read: (key, range) => createReadStream(place(key), range),
    localPath: async (key) => place(key),
    remove: (prefix) => rm(place(prefix), { recursive: true, force: true }),
  };
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
