import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { sha256, storageError } from '../../system/index.ts';
import { tooLarge } from './fetch-failure.ts';
import type {
  FetchedFile,
  Fetcher,
  FetchOptions,
  FileFetcher,
  FreshFile,
  Validator,
} from './fetcher.ts';
import { withoutSecrets } from './public-url.ts';
import { Shared } from './shared.ts';

type Entry = { file: FetchedFile; validator: Validator; content: string };
/** Content that is there as long as somebody holds it. */
type Held = { file: FetchedFile; path: string };

export type FetchCacheOptions = {
  fetcher: Fetcher;
  dir: string;
  /** Of all accounts together; the files used longest ago make room. 0 keeps nothing. */
  maxBytes: number;
};

/**
 * Keeps fetched files by address and by what their servers know them by (`ETag`, `Last-Modified`):
 * the server is asked each time, and sends the file only when it is another one. Whoever wants
 * a file while it is being fetched waits for that fetch. Nothing is shared between accounts.
 */
export class FetchCache {
  readonly #options: FetchCacheOptions;
  readonly #running = new Shared<Held>();
  #trimming: Promise<void> | undefined;

  constructor(options: FetchCacheOptions) {
    this.#options = options;
  }

  /** A fetcher for one account, with what that account fetched before. */
  forAccount(accountId: string): FileFetcher {
    const dir = join(this.#options.dir, sha256(Buffer.from(accountId)).slice(0, 32));
    return {
      fetchToFile: (url, path, options = {}, signal) =>
        this.#fetch(dir, url, path, { ...options, line: accountId }, signal),
    };
  }

  async #fetch(
    dir: string,
    url: string,
    path: string,
    { maxBytes, onProgress, line }: FetchOptions,
    signal: AbortSignal | undefined,
  ): Promise<FetchedFile> {
    const base = join(dir, sha256(Buffer.from(url)));
    await using shared = await this.#running.join(
      `${base} ${maxBytes}`,
      async (reportAll, whenAllLeave) => {
        const options = {
          ...(maxBytes !== undefined && { maxBytes }),
          ...(line !== undefined && { line }),
          onProgress: reportAll,
        };
        return this.#renew(base, url, options, whenAllLeave);
      },
      onProgress,
      signal,
    );
    const { file, path: kept } = shared.value;
    if (maxBytes !== undefined && file.bytes > maxBytes) {
      throw tooLarge(withoutSecrets(url), maxBytes, `${file.bytes}`);
    }
    await place(kept, path);
    return file;
  }

  /** The file of an address as it is now: the one that is kept, or a new one. */
  async #renew(
    base: string,
    url: string,
    options: FetchOptions,
    signal: AbortSignal,
  ): Promise<{ value: Held; release: () => Promise<void> }> {
    const { fetcher } = this.#options;
    const entry = await readEntry(base);
    const temporary = `${base}.${randomUUID()}.held`;
    await mkdir(join(base, '..'), { recursive: true }).catch(throwDiskFailure);
    // Held before the server is asked: what is kept may be making room just then.
    const held = entry && (await hold(base, entry, temporary));
    const release = () => rm(temporary, { force: true });
    try {
      const arrival = `${temporary}.new`;
      const known = held ? entry.validator : undefined;
      const fresh = await fetcher.fetchChanged(url, arrival, known, options, signal);
      if (!fresh) {
        const now = new Date();
        await utimes(temporary, now, now).catch(() => undefined);
        return { value: { file: (entry as Entry).file, path: temporary }, release };
      }
      await rename(arrival, temporary).catch(throwDiskFailure);
      await this.#keep(base, fresh, temporary, entry);
      return { value: { file: fresh.file, path: temporary }, release };
    } catch (error) {
      await release();
      throw error;
    }
  }

  async #keep(base: string, fresh: FreshFile, path: string, old: Entry | undefined): Promise<void> {
    const { file, validator } = fresh;
    const { maxBytes } = this.#options;
    if (old) await rm(join(base, '..', old.content), { force: true });
    if (!validator || file.bytes > maxBytes / 4) return rm(`${base}.json`, { force: true });
    const content = `${sha256(Buffer.from(base)).slice(0, 16)}-${randomUUID()}.kept`;
    const entry: Entry = { file, validator, content };
    await place(path, join(base, '..', content));
    const temporary = `${base}.${randomUUID()}.part`;
    await writeFile(temporary, JSON.stringify(entry)).catch(throwDiskFailure);
    await rename(temporary, `${base}.json`).catch(throwDiskFailure);
    this.#trimming ??= this.#trim().finally(() => {
      this.#trimming = undefined;
    });
    await this.#trimming;
  }

  /** Takes out what was used longest ago, and what a process that was killed left behind. */
  async #trim(): Promise<void> {
    const { dir, maxBytes } = this.#options;
    const names = await readdir(dir, { recursive: true });
    const found = await Promise.all(
      names
        .filter((name) => /\.(kept|held|new|part)$/.test(name))
        .map(async (name) => {
          const path = join(dir, name);
          const facts = await stat(path).catch(() => undefined);
          return facts ? [{ path, bytes: facts.size, usedMs: facts.mtimeMs }] : [];
        }),
    );
    const oldMs = Date.now() - LEFT_BEHIND_MS;
    let bytes = 0;
    for (const file of found.flat().sort((a, b) => b.usedMs - a.usedMs)) {
      const isKept = file.path.endsWith('.kept');
      if (isKept) bytes += file.bytes;
      if (isKept ? bytes > maxBytes : file.usedMs < oldMs) await rm(file.path, { force: true });
    }
  }
}

const LEFT_BEHIND_MS = 24 * 3600 * 1000;

async function readEntry(base: string): Promise<Entry | undefined> {
  try {
    return JSON.parse(await readFile(`${base}.json`, 'utf8')) as Entry;
  } catch {
    return undefined;
  }
}

/** Whether what is kept is still there, and whole; it stays at `path` then. */
async function hold(base: string, { file, content }: Entry, path: string): Promise<boolean> {
  try {
    await place(join(base, '..', content), path);
    return (await stat(path)).size === file.bytes;
  } catch {
    return false;
  }
}

/** Another name for a file, or a copy where the two places are of different disks. */
async function place(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    await copyFile(from, to, constants.COPYFILE_FICLONE).catch(throwDiskFailure);
  }
}

function throwDiskFailure(cause: unknown): never {
  throw storageError(cause);
}
