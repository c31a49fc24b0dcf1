import { randomUUID } from 'node:crypto';
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { sha256, storageError } from '../system/index.ts';

/** The facts that a step returned, and the folder of the files that it wrote. */
export type CachedStep<Facts> = { facts: Facts; folder: string };

/** Change it when an equal key stands for other files or facts than before. */
const FORMAT = 2;
const FACTS = 'facts.json';
/** Folder of steps that are running. A key is a digest, so it never has this name. */
const UNFINISHED = '.unfinished';
/** A step that runs longer than this has been killed. */
const UNFINISHED_MS = 2 * 3600 * 1000;
/** Other processes may make and remove the same entry at the same time. */
const MAX_ATTEMPTS = 10;
/** Digests and ids in a key. Other texts, such as addresses, are not stored. */
const NAME = /^\w{1,64}$/;
/** The least that a file counts, so that the number of files is limited, too. */
const MIN_FILE_BYTES = 4096;

/**
 * Caches the results of steps in a folder: for each key a folder with files and facts, which are plain
 * JSON. An entry is complete or absent, so processes may share the folder. A folder is for one account.
 */
export class StepCache {
  /** The results of `run` by this object. */
  readonly counts = { made: 0, cached: 0 };
  readonly #folder: string;
  readonly #unfinished: string;

  /** `run` is the name of the work whose steps may be killed; call `endRun` after it. */
  constructor(folder: string, run = '') {
    this.#folder = folder;
    this.#unfinished = join(folder, UNFINISHED, run);
  }

  /** Removes what killed steps of a run have written: a video may have thousands of images. */
  static async endRun(folder: string, run: string): Promise<void> {
    const unfinished = join(folder, UNFINISHED, run);
    await rm(unfinished, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Returns the cached result for a key, and marks it as used; undefined if there is none. */
  find<Facts>(key: readonly unknown[]): Promise<CachedStep<Facts> | undefined> {
    return this.findEntry(entryNameOf(key));
  }

  /**
   * Like `find`, by the name of the entry's folder. It becomes a part of a path: check a name that comes from a
   * request.
   */
  async findEntry<Facts>(name: string): Promise<CachedStep<Facts> | undefined> {
    const folder = join(this.#folder, name);
    let file: FileHandle | undefined;
    try {
      file = await open(join(folder, FACTS));
      const { facts } = JSON.parse(await file.readFile('utf8')) as Stored<Facts>;
      const usedAt = new Date();
      await file.utimes(usedAt, usedAt);
      return { facts, folder };
    } catch (error) {
      // A damaged entry is made again.
      if (error instanceof SyntaxError) await rm(folder, { recursive: true, force: true });
      else if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw storageError(error);
      return undefined;
    } finally {
      await file?.close();
    }
  }

  /** Marks an entry as used. Returns whether it exists. */
  async use(name: string): Promise<boolean> {
    const usedAt = new Date();
    try {
      await utimes(join(this.#folder, name, FACTS), usedAt, usedAt);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw storageError(error);
      return false;
    }
  }

  /**
   * Returns the cached result for a key. Without one, `make` writes files to the folder that it gets,
   * and returns facts. A failure is not cached.
   */
  async run<Facts>(
    key: readonly unknown[],
    make: (folder: string) => Promise<Facts>,
  ): Promise<CachedStep<Facts>> {
    const cachedStep = await this.find<Facts>(key);
    if (cachedStep) {
      this.counts.cached += 1;
      return cachedStep;
    }
    this.counts.made += 1;
    const temporary = join(this.#unfinished, randomUUID());
    try {
      await mkdir(temporary, { recursive: true });
      const facts = await make(temporary);
      const storedStep: Stored<Facts> = { names: namesIn(key), facts };
      await writeFile(join(temporary, FACTS), JSON.stringify(storedStep));
      const folder = join(this.#folder, entryNameOf(key));
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        if (await publish(temporary, folder)) return { facts, folder };
        // Another process has made the entry meanwhile.
        const newStep = await this.find<Facts>(key);
        if (newStep) return newStep;
        // A crash while the entry was removed has left files without facts.
        await rm(folder, { recursive: true, force: true });
      }
      throw storageError(new Error(`The entry ${folder} cannot be replaced.`));
    } finally {
      await rm(temporary, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

/** The file `FACTS`. `names`: the digests and ids in the key. */
type Stored<Facts> = { names?: string[]; facts: Facts };

/** Returns the digests and ids in a key, at any depth. */
function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return NAME.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return [...new Set(Object.values(value).flatMap(namesIn))];
}

/**
 * Removes the entries of an account whose keys contain one of these digests and ids. Returns the names of the
 * removed entries.
 */
export async function removeFromStepCache(
  folder: string,
  names: ReadonlySet<string>,
): Promise<string[]> {
  const removed: string[] = [];
  for (const name of await filesIn(folder)) {
    if (name === UNFINISHED) continue;
    const path = join(folder, name);
    const text = await readFile(join(path, FACTS), 'utf8').catch(unlessMissing);
    if (text === undefined || !containsName(text, names)) continue;
    await removeEntry(path);
    removed.push(name);
  }
  return removed;
}

/** Whether the stored facts of an entry name one of these digests and ids. */
function containsName(text: string, names: ReadonlySet<string>): boolean {
  try {
    const { names: storedNames = [] } = JSON.parse(text) as Stored<unknown>;
    return storedNames.some((name) => names.has(name));
  } catch {
    // A damaged entry is removed when it is used.
    return false;
  }
}

/** Throws `storage_failed` unless the file is missing. Returns undefined. */
function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw storageError(error);
}

/** Nobody may find half an entry. */
async function removeEntry(path: string): Promise<void> {
  await rm(join(path, FACTS), { force: true });
  await rm(path, { recursive: true, force: true });
}

/** Returns the name of a key's folder. */
function entryNameOf(key: readonly unknown[]): string {
  return sha256(JSON.stringify([FORMAT, ...key]));
}

/** Returns false if the entry exists. */
async function publish(temporary: string, folder: string): Promise<boolean> {
  try {
    await rename(temporary, folder);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return false;
    throw storageError(error);
  }
}

type Entry = { path: string; usedMs: number; bytes: number };

/**
 * Removes entries of all step caches below `root`, one for each account: those that have not been
 * used since `sinceMs`, then the least recently used ones until the rest is no larger than
 * `maxBytes`. Returns the remaining bytes.
 */
export async function trimStepCaches(
  root: string,
  { sinceMs, maxBytes }: { sinceMs: number; maxBytes: number },
): Promise<number> {
  const entries: Entry[] = [];
  for (const account of await filesIn(root)) {
    await removeUnfinished(join(root, account, UNFINISHED));
    for (const name of await filesIn(join(root, account))) {
      const entry = name === UNFINISHED ? undefined : await entryAt(join(root, account, name));
      if (entry) entries.push(entry);
    }
  }
  entries.sort((a, b) => b.usedMs - a.usedMs);
  let sum = 0;
  for (const { path, usedMs, bytes } of entries) {
    if (usedMs >= sinceMs && sum + bytes <= maxBytes) {
      sum += bytes;
      continue;
    }
    await removeEntry(path);
  }
  return sum;
}

/** Reads the folder of an entry: the size of its files and its last use. Undefined if the folder has no files. */
async function entryAt(path: string): Promise<Entry | undefined> {
  let bytes = 0;
  let usedMs = 0;
  for (const name of await filesIn(path)) {
    const facts = await stat(join(path, name)).catch(() => undefined);
    if (!facts) continue;
    bytes += Math.max(MIN_FILE_BYTES, facts.size);
    if (name === FACTS) usedMs = facts.mtimeMs;
  }
  return bytes === 0 && usedMs === 0 ? undefined : { path, usedMs, bytes };
}

/** Removes what killed steps have left. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await filesIn(folder)) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => undefined);
    if (facts && facts.mtimeMs < Date.now() - UNFINISHED_MS)
      await rm(path, { recursive: true, force: true });
  }
}

/** Returns the names in a folder; none if it does not exist. */
async function filesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw storageError(error);
  });
}
