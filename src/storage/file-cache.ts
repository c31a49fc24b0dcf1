import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256, storageError } from '../system/index.ts';

const UNFINISHED = '.unfinished';
/** A file whose path was returned just now is not removed before its caller opens it. */
const JUST_USED_MS = 60_000;
/** Old files are looked for when the cache has grown by this share of its size. */
const GROWTH = 1 / 16;
/** The share of the size that is left by a removal. */
const LEFT = 0.9;

type Entry = { path: string; bytes: number; usedMs: number };

/**
 * Caches files that never change in a folder, by key: the least recently used are removed beyond
 * `maxBytes`. A file is complete or absent, so processes may share the folder. A job that needs a file
 * for longer links it to its own folder.
 */
export class FileCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  /** Files that are being fetched, by key. */
  readonly #fetching = new Map<string, Promise<boolean>>();
  #grownBytes = Infinity;
  #trimming: Promise<void> | undefined;

  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** Returns the path at which the file of a key is cached, whether it is there or not. */
  path(key: string): string {
    const name = sha256(key);
    return join(this.#folder, name.slice(0, 2), name);
  }

  /** Marks a file as used. Returns whether it is cached. */
  async use(key: string): Promise<boolean> {
    const usedAt = new Date();
    try {
      await utimes(this.path(key), usedAt, usedAt);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw storageError(error);
      return false;
    }
  }

  /**
   * Caches a file unless it is cached. `fetch` writes it to a path, and returns false when it does not
   * exist. Callers at the same time share one fetch. Returns whether the file exists.
   */
  async add(key: string, fetch: (to: string) => Promise<boolean>): Promise<boolean> {
    if (await this.use(key)) return true;
    const running = this.#fetching.get(key) ?? this.#fetch(key, fetch);
    this.#fetching.set(key, running);
    const end = () => {
      if (this.#fetching.get(key) === running) this.#fetching.delete(key);
    };
    running.then(end, end);
    return running;
  }

  /** Links a cached file to a path. Returns false when it is not cached. */
  async linkTo(key: string, path: string): Promise<boolean> {
    return (await this.use(key)) && linkOrCopy(this.path(key), path);
  }

  /** Removes a file from the cache only. */
  async remove(key: string): Promise<void> {
    await rm(this.path(key), { force: true });
  }

  /** Removes temporary files of killed processes that were not changed since `sinceMs`. */
  async removeUnfinished(sinceMs: number): Promise<void> {
    const unfinished = join(this.#folder, UNFINISHED);
    for (const name of await namesIn(unfinished)) {
      const path = join(unfinished, name);
      const { ctimeMs = Infinity } = (await stat(path).catch(() => undefined)) ?? {};
      if (ctimeMs < sinceMs) await rm(path, { force: true });
    }
  }

  /** Removes files that were not used since `sinceMs`, except those that were used just now. */
  async removeUnused(sinceMs: number): Promise<void> {
    const beforeMs = Math.min(sinceMs, Date.now() - JUST_USED_MS);
    for (const { path, usedMs } of await this.#entries())
      if (usedMs < beforeMs) await removeUnlessUsed(path, beforeMs);
  }

  /**
   * Removes the least recently used files until the disk is not full, and a few more, so that it is not full again at
   * once. Files that were used just now stay.
   */
  async shrink(isDiskFull: () => Promise<boolean>): Promise<void> {
    const beforeMs = Date.now() - JUST_USED_MS;
    let more = this.#maxBytes * GROWTH;
    for (const { path, bytes, usedMs } of await this.#oldestFirst()) {
      if (more <= 0 || usedMs >= beforeMs) return;
      if (!(await isDiskFull())) more -= bytes;
      await removeUnlessUsed(path, beforeMs);
    }
  }

  /**
   * Fetches a file to a temporary path and renames it, so that it is whole or absent. Returns whether it
   * exists.
   */
  async #fetch(key: string, fetch: (to: string) => Promise<boolean>): Promise<boolean> {
    const temporary = join(this.#folder, UNFINISHED, randomUUID());
    const path = this.path(key);
    try {
      await mkdir(dirname(temporary), { recursive: true });
      await mkdir(dirname(path), { recursive: true });
      if (!(await fetch(temporary))) return false;
      const { size } = await stat(temporary);
      await rename(temporary, path);
      await this.#countGrowth(size);
      return true;
    } catch (error) {
      throw storageError(error);
    } finally {
      await rm(temporary, { force: true });
    }
  }

  /**
   * Counts added bytes, and removes old files after a growth. The first file always causes a look, because the
   * size of the folder is not known.
   */
  async #countGrowth(bytes: number): Promise<void> {
    this.#grownBytes += bytes;
    if (this.#grownBytes < this.#maxBytes * GROWTH) return;
    this.#trimming ??= this.#trim().finally(() => {
      this.#trimming = undefined;
    });
    await this.#trimming;
  }

  /**
   * Removes the least recently used files until the cache is `LEFT` of its maximum, if it is larger than that.
   */
  async #trim(): Promise<void> {
    this.#grownBytes = 0;
    const entries = await this.#oldestFirst();
    let sum = entries.reduce((bytes, entry) => bytes + entry.bytes, 0);
    if (sum <= this.#maxBytes) return;
    const cutoffMs = Date.now() - JUST_USED_MS;
    for (const { path, bytes, usedMs } of entries) {
      if (sum <= this.#maxBytes * LEFT || usedMs > cutoffMs) return;
      await removeUnlessUsed(path, cutoffMs);
      sum -= bytes;
    }
  }

  /** Returns the cached files, the least recently used first. */
  async #oldestFirst(): Promise<Entry[]> {
    return (await this.#entries()).sort((a, b) => a.usedMs - b.usedMs);
  }

  /** Returns the cached files. A file that is removed meanwhile may be missing. */
  async #entries(): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (const folder of await namesIn(this.#folder)) {
      if (folder === UNFINISHED) continue;
      for (const name of await namesIn(join(this.#folder, folder))) {
        const path = join(this.#folder, folder, name);
        const facts = await stat(path).catch(() => undefined);
        if (facts?.isFile()) entries.push({ path, bytes: facts.size, usedMs: facts.mtimeMs });
      }
    }
    return entries;
  }
}

/** Removes a file, unless a caller has used it since all files were listed. */
async function removeUnlessUsed(path: string, beforeMs: number): Promise<void> {
  const facts = await stat(path).catch(() => undefined);
  if (facts && facts.mtimeMs < beforeMs) await rm(path, { force: true });
}

/** Returns false when the file does not exist any more. */
export async function linkOrCopy(from: string, to: string): Promise<boolean> {
  try {
    // Copy when linking fails: a different disk, a file system without links, or too many links.
    await link(from, to).catch(() => copyFile(from, to));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw storageError(error);
  }
}

/** Returns the names in a folder; none if it does not exist. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw storageError(error);
  });
}
