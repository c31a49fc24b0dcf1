import { copyFile, link, mkdir, readdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { orAbort } from '../base/index.ts';
import { isSealed } from '../mux/index.ts';
import { storageFailed } from '../system/index.ts';

/** A segment by its digest, and where it is put. */
type Wanted = { digest: string; path: string };

/** Says who makes what now, so that the same is not made twice. */
export interface Claims {
  /** Settles when nobody else makes `key` any more; `onWait` says that somebody does. */
  claim(
    key: string,
    onWait: (() => void) | undefined,
    signal: AbortSignal | undefined,
  ): Promise<void>;
  release(key: string): void;
}

/** The claims of one process, or of all that ask it. */
export class LocalClaims implements Claims {
  readonly #underway = new Map<string, PromiseWithResolvers<void>>();

  async claim(
    key: string,
    onWait: (() => void) | undefined,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    for (let before = this.#underway.get(key); before; before = this.#underway.get(key)) {
      onWait?.();
      await orAbort(before.promise, signal);
    }
    this.#underway.set(key, Promise.withResolvers<void>());
  }

  release(key: string): void {
    const claim = this.#underway.get(key);
    this.#underway.delete(key);
    claim?.resolve();
  }
}

const ownClaims = new LocalClaims();

/**
 * Segments that are kept in a folder under their digest, whole or not at all, until they have not been
 * used for a time. Whoever shares the folder shares the segments.
 */
export class SegmentStore {
  readonly #folder: string;
  readonly #claims: Claims;

  /** Whoever shares the folder at the same time shares `claims`. */
  constructor(folder: string, claims: Claims = ownClaims) {
    this.#folder = folder;
    this.#claims = claims;
  }

  /**
   * Takes segments to their paths; those that are not there are made by `draw`, all at once, and kept. What is being
   * made for another is waited for, so that the same is drawn once; `onWait` says so. Answers how many were there.
   */
  async takeOr<T extends Wanted>(
    wanted: readonly T[],
    draw: (missing: readonly T[]) => Promise<void>,
    signal?: AbortSignal,
    onWait?: () => void,
  ): Promise<number> {
    await using held = new AsyncDisposableStack();
    // In one order, so that no two wait for each other.
    for (const key of wanted.map((one) => this.#place(one)).sort()) {
      await this.#claims.claim(key, onWait, signal);
      held.defer(() => this.#claims.release(key));
    }
    const missing: T[] = [];
    for (const one of wanted) if (!(await this.#take(one))) missing.push(one);
    if (missing.length > 0) await draw(missing);
    for (const one of missing) await this.#keep(one);
    return wanted.length - missing.length;
  }

  /** Removes segments that turned out to be of no use. */
  async drop(segments: readonly Wanted[]): Promise<void> {
    for (const one of segments) await rm(this.#place(one), { force: true });
  }

  /** Puts the segment at its path and answers true when there is one; a damaged one is removed. */
  async #take(wanted: Wanted): Promise<boolean> {
    const path = this.#place(wanted);
    const to = wanted.path;
    try {
      // From here on it is the taker's own, even when it is dropped here.
      await link(path, to).catch((error: NodeJS.ErrnoException) =>
        error.code === 'ENOENT' ? Promise.reject(error) : copyFile(path, to),
      );
      if (await isSealed(to)) {
        await markUsed(path);
        return true;
      }
      await rm(path, { force: true });
      await rm(to, { force: true });
      return false;
    } catch (error) {
      unlessAbsent(error);
      return false;
    }
  }

  /** Keeps a sealed segment; the file stays where it is. Keeping the same twice is no error. */
  async #keep(made: Wanted): Promise<void> {
    const path = this.#place(made);
    const file = made.path;
    const part = `${path}.${process.pid}.${basename(file)}.part`;
    const place = async () => {
      await mkdir(dirname(path), { recursive: true });
      await link(file, part).catch((error: NodeJS.ErrnoException) =>
        error.code === 'EEXIST' ? undefined : copyFile(file, part),
      );
    };
    try {
      // The folder, while it is empty, may be removed in between.
      await place().catch(place);
      await markUsed(part);
      await rename(part, path);
    } catch (cause) {
      throw storageFailed(cause);
    } finally {
      // A rename of a file to itself, under two names, leaves both.
      await rm(part, { force: true });
    }
  }

  #place({ digest, path }: Wanted): string {
    return join(this.#folder, digest.slice(0, 2), `${digest}${extname(path)}`);
  }
}

/**
 * As the time of the last reading. That of the last change is in the validators of streams that have the same file; it is
 * made whole milliseconds, which is what is passed on, when the file is kept.
 */
async function markUsed(path: string): Promise<void> {
  const facts = await stat(path).catch(unlessAbsent);
  if (facts) await utimes(path, new Date(), facts.mtime).catch(unlessAbsent);
}

/**
 * Removes below `folder` what has not been used since `sinceMs`, then what was used longest ago until
 * the rest is no larger than `mostBytes`, and the folders that are empty then. Answers how many files went.
 */
export async function dropSegments(
  folder: string,
  { sinceMs, maxBytes }: { sinceMs: number; maxBytes: number },
): Promise<number> {
  const { files, folders } = await allBelow(folder);
  files.sort((a, b) => b.usedMs - a.usedMs);
  let room = maxBytes;
  let removed = 0;
  for (const { path, usedMs, bytes } of files) {
    room -= bytes;
    if (usedMs >= sinceMs && room >= 0) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  // Those within others first; what is not empty stays.
  for (const path of folders.sort((a, b) => b.length - a.length))
    await rmdir(path).catch(() => undefined);
  return removed;
}

async function allBelow(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: unknown) => {
      unlessAbsent(error);
      return [];
    },
  );
  const files: { path: string; usedMs: number; bytes: number }[] = [];
  const folders: string[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) folders.push(path);
    if (!entry.isFile()) continue;
    const facts = await stat(path).catch(unlessAbsent);
    if (facts) files.push({ path, usedMs: facts.atimeMs, bytes: facts.size });
  }
  return { files, folders };
}

function unlessAbsent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw storageFailed(error);
  return undefined;
}
