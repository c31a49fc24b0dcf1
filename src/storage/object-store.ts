import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { AppError, deadline, orAbort } from '../base/index.ts';
import type { Body, Bucket } from '../cloud/index.ts';
import { sha256, storageError } from '../system/index.ts';
import type { BlobStore } from './blob-store.ts';
import { FileCache, linkOrCopy } from './file-cache.ts';
import { keyParts } from './keys.ts';

/** Folder of links to cached files, in the folder of the work that needs them. */
const LINKS = '.stored';
/** Folder of the objects of checks. No key begins with a dot. */
const CHECKED = '.check';
/** Cached files that were not used for this time are removed. */
const UNUSED_MS = 24 * 3600_000;
/** A download that has not grown for this time was left by a killed process. */
const UNFINISHED_MS = 600_000;
const CLEANUP_MS = 600_000;
const DISK_CHECK_MS = 60_000;
const CHECK_COUNTS_MS = 10_000;
const CHECK_SECONDS = 8;
/** A body that breaks off is continued this many times without a byte. */
const MAX_STALLS = 3;

type ObjectStoreOptions = {
  bucket: Bucket;
  /** Of all paths in the bucket: empty, or with a slash at its end. */
  prefix: string;
  cacheFolder: string;
  cacheBytes: number;
  /** Whether the disk of the cache is full, so that the cache must become smaller. */
  isDiskFull: () => Promise<boolean>;
};

/** Opens a store in a bucket, with a cache of its files on this machine. */
export function openObjectStore({
  bucket,
  prefix,
  cacheFolder,
  cacheBytes,
  isDiskFull,
}: ObjectStoreOptions): BlobStore {
  const cache = new FileCache(cacheFolder, cacheBytes);
  startCleanup(cache, isDiskFull);
  const at = (key: string) => prefix + keyParts(key).join('/');
  const fetchFile = (key: string, to: string) => download(bucket, at(key), to);
  // A process uses one path, so that a killed process leaves one object.
  const checked = `${prefix}${CHECKED}/${randomUUID()}`;

  const put = async (key: string, file: string) => {
    const path = at(key);
    const handle = await open(file).catch(throwStorageError);
    try {
      await bucket.write(path, await fileBody(handle));
    } finally {
      await handle.close();
    }
    await cache.remove(key);
  };

  return {
    isRemote: true,
    async put(key, file) {
      await put(key, file);
      // The file is stored. A failure to cache it costs a download.
      await cache.add(key, (to) => moveFile(file, to)).catch(() => undefined);
    },
    putLinked: put,
    async putBytes(key, bytes) {
      const path = at(key);
      const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      await bucket.write(path, {
        bytes: body.byteLength,
        read: async (start, length) => body.subarray(start, start + length),
      });
      await cache.remove(key);
    },
    stat: async (key) => bucket.facts(at(key)),
    read: (key, range) => Readable.from(chunks(bucket, at(key), range), { objectMode: false }),
    async localPath(key, folder) {
      const path = cache.path(keyParts(key).join('/'));
      if (folder === undefined) {
        await cache.add(key, (to) => fetchFile(key, to));
        return path;
      }
      const linkFolder = join(folder, LINKS, sha256(key));
      await mkdir(dirname(linkFolder), { recursive: true }).catch(throwStorageError);
      // Another process may remove the file between these steps.
      while (await cache.add(key, (to) => fetchFile(key, to)))
        if (await linkedOrThere(path, linkFolder)) break;
      return linkFolder;
    },
    async fetchTo(key, path) {
      at(key);
      if (await cache.linkTo(key, path)) return true;
      const temporary = `${path}.${randomUUID()}`;
      try {
        if (!(await fetchFile(key, temporary))) return false;
        await rename(temporary, path);
        return true;
      } catch (error) {
        throw storageError(error);
      } finally {
        await rm(temporary, { force: true });
      }
    },
    async remove(key) {
      await bucket.remove([at(key)]);
      await cache.remove(key);
    },
    async removeUnfinished(sinceMs) {
      await bucket.removeUnfinished(prefix, sinceMs);
    },
    async bytesBelow(below) {
      let sum = 0;
      for await (const page of bucket.pages(`${at(below)}/`))
        for (const { bytes } of page) sum += bytes;
      return sum;
    },
    async foldersBelow(below, sinceMs) {
      const folders: string[] = [];
      for await (const names of bucket.folders(`${at(below)}/`)) {
        for (const name of names)
          if (sinceMs === Infinity || (await isUnchanged(bucket, `${at(below)}/${name}/`, sinceMs)))
            folders.push(name);
      }
      return folders;
    },
    async *filesBelow(below, { fromMs, toMs }) {
      for await (const page of bucket.pages(`${at(below)}/`)) {
        const keys = page
          .filter(({ modifiedMs }) => modifiedMs >= fromMs && modifiedMs < toMs)
          .map(({ path }) => path.slice(prefix.length));
        yield keys.filter((key) => !key.slice(below.length + 1).includes('/'));
      }
    },
    async removePrefix(below) {
      for await (const page of bucket.pages(`${at(below)}/`)) {
        await bucket.remove(page.map(({ path }) => path));
        for (const { path } of page) await cache.remove(path.slice(prefix.length));
      }
    },
    link: async (key, options) => bucket.link(at(key), options),
    check: checking(() => check(bucket, checked), bucket.name),
  };
}

/**
 * Removes cached files that no job has used for a day: they may be gone from the store. While the disk is full, the
 * worker takes no job, so the cache shrinks at once.
 */
function startCleanup(cache: FileCache, isDiskFull: () => Promise<boolean>): void {
  let isRunning = false;
  let cleanedMs = -Infinity;
  const clean = async () => {
    const isFull = await isDiskFull();
    if (!isFull && performance.now() - cleanedMs < CLEANUP_MS) return;
    cleanedMs = performance.now();
    await cache.removeUnfinished(Date.now() - UNFINISHED_MS);
    await cache.removeUnused(Date.now() - UNUSED_MS);
    if (isFull) await cache.shrink(isDiskFull);
  };
  const start = async () => {
    if (isRunning) return;
    isRunning = true;
    await clean().catch(() => undefined);
    isRunning = false;
  };
  setInterval(() => void start(), DISK_CHECK_MS).unref();
  void start();
}

/** Throws the `storage_failed` of an error. */
function throwStorageError(cause: unknown): never {
  throw storageError(cause);
}

/**
 * Returns the bytes of an open file for an upload. Throws `storage_failed` if the file gets shorter meanwhile.
 */
async function fileBody(handle: FileHandle): Promise<Body> {
  const { size } = await handle.stat();
  return {
    bytes: size,
    async read(start, length) {
      const bytes = Buffer.allocUnsafeSlow(length);
      let at = 0;
      while (at < length) {
        const { bytesRead } = await handle.read(bytes, at, length - at, start + at);
        if (bytesRead === 0) throw storageError(new Error('the file became shorter'));
        at += bytesRead;
      }
      return bytes;
    },
  };
}

/** Moves a file, or links or copies it to another disk. Returns true, as `FileCache.add` expects. */
async function moveFile(from: string, to: string): Promise<boolean> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error;
    return linkOrCopy(from, to);
  });
  return true;
}

/** Two callers may link the same file. Returns false when the file does not exist any more. */
async function linkedOrThere(from: string, to: string): Promise<boolean> {
  const temporary = `${to}.${randomUUID()}`;
  if (!(await linkOrCopy(from, temporary))) return false;
  await rename(temporary, to).catch(throwStorageError);
  await rm(temporary, { force: true });
  return true;
}

/** Reads an object. When its body breaks off, the rest of the same object is requested. */
async function* chunks(
  bucket: Bucket,
  path: string,
  range: { start: number; end: number } | undefined,
): AsyncGenerator<Buffer> {
  let at = range?.start ?? 0;
  let end = range?.end ?? Infinity;
  let etag: string | undefined;
  for (let stalls = 0; at <= end; stalls += 1) {
    if (stalls > MAX_STALLS) throw brokenError(bucket, path);
    const object = await bucket.read(path, { start: at, end: range?.end, etag });
    if (!object) throw missingError(path);
    ({ etag } = object);
    end = at + object.bytes - 1;
    try {
      for await (const chunk of object.body as AsyncIterable<Buffer>) {
        at += chunk.byteLength;
        stalls = 0;
        yield chunk;
      }
    } catch (error) {
      // An SDK may check the whole body only when it has ended.
      if (stalls === MAX_STALLS || at > end) throw brokenError(bucket, path, error);
    }
  }
}

/** Writes an object to a path. Returns false, and may leave an empty file, if the object does not exist. */
async function download(bucket: Bucket, path: string, to: string): Promise<boolean> {
  try {
    await pipeline(chunks(bucket, path, undefined), createWriteStream(to));
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT' && error instanceof MissingObject)
      return false;
    throw storageError(error);
  }
}

/** An error like that of a file which does not exist. */
class MissingObject extends Error {
  readonly code = 'ENOENT';
}

/** The error of an object that does not exist. */
function missingError(path: string): MissingObject {
  return new MissingObject(`the object ${path} does not exist`);
}

/** The error of a body that breaks off again and again. */
function brokenError(bucket: Bucket, path: string, cause?: unknown): AppError {
  const message = `Cannot read ${bucket.name}/${path}: the connection was interrupted.`;
  const hint = 'The work is retried. If this repeats, check the network to the store.';
  return new AppError('storage_failed', message, { hint }, { cause });
}

/** Whether no object below a folder was written since a time. */
async function isUnchanged(bucket: Bucket, folder: string, sinceMs: number): Promise<boolean> {
  for await (const page of bucket.pages(folder))
    if (page.some(({ modifiedMs }) => modifiedMs >= sinceMs)) return false;
  return true;
}

/** Probes ask often: checks at the same time are one, and a success counts for a while. */
function checking(check: () => Promise<void>, name: string): () => Promise<void> {
  let goodUntilMs = -Infinity;
  let running: Promise<void> | undefined;
  const run = async () => {
    await check();
    goodUntilMs = performance.now() + CHECK_COUNTS_MS;
  };
  return async () => {
    if (performance.now() < goodUntilMs) return;
    running ??= run().finally(() => {
      running = undefined;
    });
    const message = `${name} did not answer within ${CHECK_SECONDS} seconds.`;
    using limit = deadline(CHECK_SECONDS * 1000, 'storage_failed', message);
    await orAbort(running, limit.signal);
  };
}

/** Uses each right that the service needs. The error names the missing right. */
async function check(bucket: Bucket, path: string): Promise<void> {
  const folder = dirname(path);
  // At once, because a slow store answers each request late.
  const outcomes = await Promise.allSettled([
    checkObject(bucket, path),
    bucket.pages(`${folder}/`)[Symbol.asyncIterator]().next(),
    // Amazon and Google deny this to a key that may not list.
    bucket.facts(`${folder}/missing`),
  ]);
  // The answer to a write has the most exact reason, that to a HEAD request none.
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** Writes, reads and removes an object. Throws `storage_failed` if other bytes are read than were written. */
async function checkObject(bucket: Bucket, path: string): Promise<void> {
  const bytes = Buffer.from(randomUUID());
  await bucket.write(path, { bytes: bytes.byteLength, read: async () => bytes });
  const object = await bucket.read(path, { start: 0 });
  const content = object && (await buffer(object.body));
  await bucket.remove([path]);
  if (content?.equals(bytes)) return;
  const message = `${bucket.name}/${path} was read with other bytes than were written.`;
  const hint = 'The store must return the bytes of an object as soon as it is written.';
  throw new AppError('storage_failed', message, { hint });
}
