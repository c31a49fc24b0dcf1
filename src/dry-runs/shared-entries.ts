import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { forEachAtOnce } from '../base/index.ts';
import { type BlobStore, StepCache } from '../storage/index.ts';
import { type Clock, storageError } from '../system/index.ts';

const PREFIX = 'previews';
const DAY_MS = 24 * 3600 * 1000;
/** An entry is published again each day on which it is used. */
const KEPT_MS = 2 * DAY_MS;
const AT_ONCE = 4;
const MAX_KNOWN = 100_000;
const NAME = /^[\w-][\w.-]{0,199}$/;

type SharedEntriesOptions = {
  store: BlobStore;
  clock: Clock;
  /** Contains the step cache of each account. */
  cacheFolder: string;
  /** Contains a folder for each running request. */
  folder: string;
};

/**
 * Entries of step caches that other APIs may need, because a player may request a composition's files
 * from another API than the one that composed it. Does nothing unless the store is on a network.
 */
export class SharedEntries {
  readonly #options: SharedEntriesOptions;
  readonly #published = new Set<string>();

  constructor(options: SharedEntriesOptions) {
    this.#options = options;
  }

  /** Publishes entries that are not published yet. `plan` names the entries that the audio is mixed from. */
  async publish(accountId: string, entries: readonly string[], plan: string | null): Promise<void> {
    if (!this.#options.store.isRemote) return;
    const sources = plan === null ? [] : [plan, ...(await this.#sourcesOf(accountId, plan))];
    const names = new Set([...entries, ...sources]);
    await forEachAtOnce(names, AT_ONCE, (entry) => this.#publish(accountId, entry));
  }

  /** Entries may have been removed: all are published again when they are used. */
  reset(): void {
    this.#published.clear();
  }

  /** Fetches an entry that this machine lacks, if another API has published it. */
  async fetch(accountId: string, entry: string): Promise<void> {
    const { store, cacheFolder, clock } = this.#options;
    if (!store.isRemote || (await this.#has(accountId, entry))) return;
    await this.#inFolder(async (folder) => {
      const packed = join(folder, 'packed');
      const nowMs = clock.nowMs();
      const isThere =
        (await store.fetchTo(keyOf(nowMs, accountId, entry), packed)) ||
        (await store.fetchTo(keyOf(nowMs - DAY_MS, accountId, entry), packed));
      if (!isThere) return;
      const unpacked = join(folder, 'entry');
      await unpack(packed, unpacked);
      await mkdir(join(cacheFolder, accountId), { recursive: true });
      await rename(unpacked, join(cacheFolder, accountId, entry)).catch(unlessThere);
    });
  }

  /** Like `fetch`, with the entries that the audio of a plan is mixed from. */
  async fetchPlan(accountId: string, plan: string): Promise<void> {
    if (!this.#options.store.isRemote) return;
    await this.fetch(accountId, plan);
    for (const entry of await this.#sourcesOf(accountId, plan)) await this.fetch(accountId, entry);
  }

  /** Writes an entry to the store, unless this object or another API has done so today. */
  async #publish(accountId: string, entry: string): Promise<void> {
    const { store, clock, cacheFolder } = this.#options;
    const key = keyOf(clock.nowMs(), accountId, entry);
    if (this.#published.has(key)) return;
    if (!(await store.stat(key)))
      await this.#inFolder(async (folder) => {
        const packed = join(folder, 'packed');
        await pack(join(cacheFolder, accountId, entry), packed);
        await store.putLinked(key, packed);
      });
    if (this.#published.size >= MAX_KNOWN) this.#published.clear();
    this.#published.add(key);
  }

  /** Marks an entry as used. Returns whether this machine has it. */
  async #has(accountId: string, entry: string): Promise<boolean> {
    return new StepCache(join(this.#options.cacheFolder, accountId)).use(entry);
  }

  /** A plan's paths begin with the names of entries. */
  async #sourcesOf(accountId: string, plan: string): Promise<string[]> {
    const cache = new StepCache(join(this.#options.cacheFolder, accountId));
    const step = await cache.findEntry<{ paths?: Record<string, string> }>(plan);
    const paths = Object.values(step?.facts.paths ?? {});
    return [...new Set(paths.map((path) => path.split('/')[0] ?? ''))];
  }

  /**
   * Runs `work` with a new folder, which is removed afterwards. Throws `storage_failed` for an error of the
   * disk.
   */
  async #inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const folder = join(this.#options.folder, randomUUID());
    await mkdir(folder, { recursive: true });
    try {
      return await work(folder);
    } catch (error) {
      throw storageError(error);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** Removes published entries. */
export async function unpublish(
  store: BlobStore,
  clock: Clock,
  accountId: string,
  entries: readonly string[],
): Promise<void> {
  if (!store.isRemote) return;
  const nowMs = clock.nowMs();
  await forEachAtOnce(entries, AT_ONCE, async (entry) => {
    for (const ms of [nowMs, nowMs - DAY_MS]) await store.remove(keyOf(ms, accountId, entry));
  });
}

/** Removes published entries that no API used for days. */
export async function removeSharedEntries(store: BlobStore, clock: Clock): Promise<void> {
  if (!store.isRemote) return;
  for (const day of await store.foldersBelow(PREFIX, clock.nowMs() - KEPT_MS))
    await store.removePrefix(`${PREFIX}/${day}`);
}

/** Returns the key of an entry that is published on the day (UTC) of a time. */
function keyOf(nowMs: number, accountId: string, entry: string): string {
  return `${PREFIX}/${new Date(nowMs).toISOString().slice(0, 10)}/${accountId}/${entry}`;
}

/** Throws an error, except when another request has put the entry there meanwhile. */
function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
}

type Packed = { name: string; bytes: number }[];

/** Writes the files of a folder, at any depth, to one file: the length of the list, the list, and the bytes. */
async function pack(folder: string, to: string): Promise<void> {
  const files: Packed = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const name = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (entry.isFile() && isPlainPath(name))
      files.push({ name, bytes: (await stat(join(folder, name))).size });
  }
  await pipeline(async function* () {
    const list = Buffer.from(JSON.stringify(files));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(list.byteLength);
    yield Buffer.concat([length, list]);
    for (const { name, bytes } of files)
      if (bytes > 0) yield* createReadStream(join(folder, name), { end: bytes - 1 });
  }, createWriteStream(to));
}

/** Writes the files of a packed entry to a new folder. Throws for a name that is not a plain path. */
async function unpack(path: string, folder: string): Promise<void> {
  await mkdir(folder);
  await using file = await open(path);
  const length = (await readAt(file, 0, 4)).readUInt32BE();
  const files = JSON.parse((await readAt(file, 4, length)).toString()) as Packed;
  let at = 4 + length;
  for (const { name, bytes } of files) {
    if (!isPlainPath(name)) throw new Error(`The shared entry names ${JSON.stringify(name)}.`);
    await mkdir(dirname(join(folder, name)), { recursive: true });
    const to = createWriteStream(join(folder, name));
    const from = bytes === 0 ? [] : createReadStream(path, { start: at, end: at + bytes - 1 });
    await pipeline(from, to);
    at += bytes;
  }
}

/**
 * Whether a path, such as `images/a.jpg`, has only parts of letters, digits, `_`, `-` and dots, and no part begins with
 * a dot. Such a path cannot leave the folder of its entry: packed entries come from a store that others may write to.
 */
function isPlainPath(name: string): boolean {
  return name.split('/').every((part) => NAME.test(part));
}

/** Returns `length` bytes of a file from `start`; zeros where the file is shorter. */
async function readAt(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  await file.read(bytes, 0, length, start);
  return bytes;
}
