import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  copyFile,
  link,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { defined, withoutSecrets } from '../../base/index.ts';
import { entriesBelow, sha256, storageError } from '../../system/index.ts';
import { tooLarge } from './fetch-failure.ts';
import type {
  FetchedFile,
  Fetcher,
  FetchOptions,
  FileFetcher,
  FreshFile,
  Validator,
} from './fetcher.ts';
import { Shared } from './shared.ts';

/** `fetchedMs`: when the server last said that the file is current. */
type Entry = {
  file: FetchedFile;
  validator?: Validator | undefined;
  content: string;
  fetchedMs?: number | undefined;
};
/** A file that stays available until all its users have released it. */
type Held = { file: FetchedFile; path: string };

type CachedFetch = {
  dir: string;
  url: string;
  path: string;
  options: FetchOptions;
  freshSinceMs: number | undefined;
};

type Keeping = {
  base: string;
  fresh: FreshFile;
  path: string;
  old: Entry | undefined;
  fetchedMs: number;
  /** Also keeps a file without a validator. */
  keepsAlways: boolean;
};

export type FetchCacheOptions = {
  fetcher: Fetcher;
  dir: string;
  /**
   * Limit for all accounts together; the least recently used files are removed. 0 caches nothing.
   */
  maxBytes: number;
  /** Called after each fetch with its source, and the bytes that were received. */
  onFetched?: (source: 'fetched' | 'cached' | 'failed', bytes: number) => void;
};

/**
 * Caches fetched files by URL and validator (`ETag`, `Last-Modified`). Each fetch sends a
 * conditional request, and the server sends the file only when it has changed. Simultaneous fetches
 * of the same URL share a download. Accounts do not share files.
 */
export class FetchCache {
  readonly #options: FetchCacheOptions;
  readonly #running = new Shared<Held>();
  #trimming: Promise<void> | undefined;

  constructor(options: FetchCacheOptions) {
    this.#options = options;
  }

  /**
   * Returns a fetcher with the cache of one account. It uses files that were fetched after `freshSinceMs`
   * without a request, such as those of other rows of a batch.
   */
  forAccount(accountId: string, freshSinceMs?: number): FileFetcher {
    const dir = join(this.#options.dir, fetchFolder(accountId));
    return {
      fetchToFile: (url, path, options = {}, signal) =>
        this.#fetch(
          { dir, url, path, options: { ...options, owner: accountId }, freshSinceMs },
          signal,
        ),
    };
  }

  /**
   * Puts the file of a URL at `path`. Fetches of the same URL with the same limit share one
   * download. The limit is checked again, because the cached file may have come with a larger one.
   */
  async #fetch(
    { dir, url, path, options: { maxBytes, onProgress, owner }, freshSinceMs }: CachedFetch,
    signal: AbortSignal | undefined,
  ): Promise<FetchedFile> {
    const base = join(dir, sha256(Buffer.from(url)));
    await using shared = await this.#running.join(
      `${base} ${maxBytes}`,
      async (reportAll, whenAllLeave) => {
        const options = { ...defined({ maxBytes, owner }), onProgress: reportAll };
        return this.#renew(base, { url, options, freshSinceMs }, whenAllLeave);
      },
      onProgress,
      signal,
    );
    const { file, path: keptPath } = shared.value;
    if (maxBytes !== undefined && file.bytes > maxBytes) {
      throw tooLarge(withoutSecrets(url), maxBytes, `${file.bytes}`);
    }
    await linkOrCopy(keptPath, path);
    return file;
  }

  /**
   * Returns the current file of a URL: the cached file when it is unchanged, or was fetched after
   * `freshSinceMs`; else a new download. `path` is a link of its own, which `release` removes.
   */
  async #renew(
    base: string,
    { url, options, freshSinceMs }: Omit<CachedFetch, 'dir' | 'path'>,
    signal: AbortSignal,
  ): Promise<{ value: Held; release: () => Promise<void> }> {
    const { fetcher } = this.#options;
    const entry = await readEntry(base);
    const temporary = `${base}.${randomUUID()}.held`;
    await mkdir(join(base, '..'), { recursive: true }).catch(throwDiskFailure);
    // Link the cached file before the request, because the cache may remove it meanwhile.
    const isHeld = entry && (await hold(base, entry, temporary));
    const release = () => rm(temporary, { force: true });
    const isFresh = (entry?.fetchedMs ?? 0) >= (freshSinceMs ?? Infinity);
    const { onFetched } = this.#options;
    if (entry && isHeld && isFresh) {
      onFetched?.('cached', 0);
      return { value: { file: entry.file, path: temporary }, release };
    }
    const fetchedMs = Date.now();
    try {
      const arrival = `${temporary}.new`;
      const knownValidator = isHeld ? entry.validator : undefined;
      const fresh = await fetcher.fetchChanged(
        { url, path: arrival, knownValidator, options },
        signal,
      );
      if (!fresh) {
        onFetched?.('cached', 0);
        const usedAt = new Date();
        await utimes(temporary, usedAt, usedAt).catch(() => undefined);
        if (freshSinceMs !== undefined) await writeEntry(base, { ...(entry as Entry), fetchedMs });
        return { value: { file: (entry as Entry).file, path: temporary }, release };
      }
      onFetched?.('fetched', fresh.file.bytes);
      await rename(arrival, temporary).catch(throwDiskFailure);
      const keepsAlways = freshSinceMs !== undefined;
      await this.#store({ base, fresh, path: temporary, old: entry, fetchedMs, keepsAlways });
      return { value: { file: fresh.file, path: temporary }, release };
    } catch (error) {
      onFetched?.('failed', 0);
      await release();
      throw error;
    }
  }

  /**
   * Replaces the cached file of a URL with `path`. Caches nothing if the file is above a quarter of
   * the cache, or has no validator and `keepsAlways` is false. Then removes files above the size of
   * the cache.
   */
  async #store({ base, fresh, path, old, fetchedMs, keepsAlways }: Keeping): Promise<void> {
    const { file, validator } = fresh;
    const { maxBytes } = this.#options;
    if (old) await rm(join(base, '..', old.content), { force: true });
    if (!(validator || keepsAlways) || file.bytes > maxBytes / 4)
      return rm(`${base}.json`, { force: true });
    const content = `${sha256(Buffer.from(base)).slice(0, 16)}-${randomUUID()}.kept`;
    const entry: Entry = { file, validator, content, fetchedMs };
    await linkOrCopy(path, join(base, '..', content));
    await writeEntry(base, entry);
    this.#trimming ??= this.#trim().finally(() => {
      this.#trimming = undefined;
    });
    await this.#trimming;
  }

  /** Removes the least recently used files, and temporary files of killed processes. */
  async #trim(): Promise<void> {
    const { dir, maxBytes } = this.#options;
    const entries = await entriesBelow(dir);
    const cachedFiles = await Promise.all(
      entries
        .filter(({ name }) => /\.(kept|held|new|part)$/.test(name))
        .map(async ({ parentPath, name }) => {
          const path = join(parentPath, name);
          const facts = await stat(path).catch(() => undefined);
          return facts ? [{ path, bytes: facts.size, usedMs: facts.mtimeMs }] : [];
        }),
    );
    const oldMs = Date.now() - LEFT_BEHIND_MS;
    let bytes = 0;
    for (const file of cachedFiles.flat().sort((a, b) => b.usedMs - a.usedMs)) {
      const isKept = file.path.endsWith('.kept');
      if (isKept) bytes += file.bytes;
      if (isKept ? bytes > maxBytes : file.usedMs < oldMs) await rm(file.path, { force: true });
    }
  }
}

const LEFT_BEHIND_MS = 24 * 3600 * 1000;

/** Writes an entry at once as a whole, because other processes may read it. */
async function writeEntry(base: string, entry: Entry): Promise<void> {
  const temporary = `${base}.${randomUUID()}.part`;
  await writeFile(temporary, JSON.stringify(entry)).catch(throwDiskFailure);
  await rename(temporary, `${base}.json`).catch(throwDiskFailure);
}

/** Returns the entry of a cached file; undefined if it is missing or damaged. */
async function readEntry(base: string): Promise<Entry | undefined> {
  try {
    return JSON.parse(await readFile(`${base}.json`, 'utf8')) as Entry;
  } catch {
    return undefined;
  }
}

/** Links the cached content to `path`. Returns whether it exists and is complete. */
async function hold(base: string, { file, content }: Entry, path: string): Promise<boolean> {
  try {
    await linkOrCopy(join(base, '..', content), path);
    return (await stat(path)).size === file.bytes;
  } catch {
    return false;
  }
}

/** Returns the name of the folder with the cached files of an account. */
export function fetchFolder(accountId: string): string {
  return sha256(Buffer.from(accountId)).slice(0, 32);
}

/** Creates a hard link to a file, or a copy when the folders are on different disks. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    await copyFile(from, to, constants.COPYFILE_FICLONE).catch(throwDiskFailure);
  }
}

function throwDiskFailure(cause: unknown): never {
  throw storageError(cause);
}
