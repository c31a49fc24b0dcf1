import { copyFile, link, mkdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { orAbort } from '../base/index.ts';
import { isSealed } from '../mux/index.ts';
import { entriesBelow, storageError } from '../system/index.ts';

/** A segment by its digest, and the path to write it to. */
type Wanted = { digest: string; path: string };

/** Ensures that only one caller makes a segment at a time. */
export interface Claims {
  /**
   * Waits until no other caller makes the segment, then claims it; `onWait` is called if it has to wait.
   * Rejects if the signal is aborted before; then nothing is claimed. `release` must follow.
   */
  claim(
    key: string,
    onWait: (() => void) | undefined,
    signal: AbortSignal | undefined,
  ): Promise<void>;
  /** Lets the next caller that waits claim the segment. Does nothing without a claim. */
  release(key: string): void;
}

/** The claims of one process, or of all processes that ask this one. */
export class LocalClaims implements Claims {
  readonly #underway = new Map<string, PromiseWithResolvers<void>>();

  async claim(
    key: string,
    onWait: (() => void) | undefined,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    for (let current = this.#underway.get(key); current; current = this.#underway.get(key)) {
      onWait?.();
      await orAbort(current.promise, signal);
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
 * Caches segments in a folder under their digest, each complete or not at all, until they have not
 * been used for some time. Processes that share the folder share the segments.
 */
export class SegmentStore {
  readonly #folder: string;
  readonly #claims: Claims;

  /** Processes that use the folder at the same time must share `claims`. */
  constructor(folder: string, claims: Claims = ownClaims) {
    this.#folder = folder;
    this.#claims = claims;
  }

  /**
   * Writes segments to their paths. `draw` makes all missing ones together; they are then stored.
   * If another caller makes a segment, this call waits for it and calls `onWait`, so that each
   * segment is drawn once. Returns how many segments were stored before.
   */
  async fetchOrDraw<T extends Wanted>(
    requests: readonly T[],
    draw: (missing: readonly T[]) => Promise<void>,
    signal?: AbortSignal,
    onWait?: () => void,
  ): Promise<number> {
    await using locks = new AsyncDisposableStack();
    // Sorted, so that two callers never wait for each other.
    for (const key of requests.map((request) => this.#pathOf(request)).sort()) {
      await this.#claims.claim(key, onWait, signal);
      locks.defer(() => this.#claims.release(key));
    }
    const missing: T[] = [];
    for (const request of requests) if (!(await this.#link(request))) missing.push(request);
    if (missing.length > 0) await draw(missing);
    for (const request of missing) await this.#store(request);
    return requests.length - missing.length;
  }

  /** Removes segments that proved unusable. */
  async drop(segments: readonly Wanted[]): Promise<void> {
    for (const segment of segments) await rm(this.#pathOf(segment), { force: true });
  }

  /**
   * Links a stored segment to the path that its request names. Returns false if the store has none, or a damaged
   * one, which is removed.
   */
  async #link(segment: Wanted): Promise<boolean> {
    const path = this.#pathOf(segment);
    const to = segment.path;
    try {
      // A link stays valid if the store removes the segment.
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

  /**
   * Stores a sealed segment; the file itself is not moved. Storing the same segment twice is not an error.
   */
  async #store(segment: Wanted): Promise<void> {
    const path = this.#pathOf(segment);
    const file = segment.path;
    const part = `${path}.${process.pid}.${basename(file)}.part`;
    const linkOrCopy = async () => {
      await mkdir(dirname(path), { recursive: true });
      // A part that exists is that of the first attempt.
      await link(file, part).catch((error: NodeJS.ErrnoException) =>
        error.code === 'EEXIST' ? undefined : copyFile(file, part),
      );
    };
    try {
      // A cleanup may remove the folder while it is empty, so a second attempt follows.
      await linkOrCopy().catch(linkOrCopy);
      await markUsed(part);
      await rename(part, path);
    } catch (cause) {
      throw storageError(cause);
    } finally {
      // Renaming a file to another link of the same file leaves both links.
      await rm(part, { force: true });
    }
  }

  #pathOf({ digest, path }: Wanted): string {
    return join(this.#folder, digest.slice(0, 2), `${digest}${extname(path)}`);
  }
}

/**
 * Sets the access time to now. The modification time is part of the validator of streams that link
 * the same file, so it stays the same; storing a file rounds it to whole milliseconds, the
 * precision of `utimes`.
 */
async function markUsed(path: string): Promise<void> {
  const facts = await stat(path).catch(unlessAbsent);
  if (facts) await utimes(path, new Date(), facts.mtime).catch(unlessAbsent);
}

/**
 * Removes the segments below `folder` that have not been used since `sinceMs`, then the least
 * recently used ones until the rest is no larger than `maxBytes`, and then empty folders. Returns
 * the number of removed files.
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
  // Inner folders first; `rmdir` fails for folders that are not empty.
  for (const path of folders.sort((a, b) => b.length - a.length))
    await rmdir(path).catch(() => undefined);
  return removed;
}

/**
 * All files and folders of the store, with sizes and the times of their last use. Files that disappear
 * meanwhile are left out.
 */
async function allBelow(folder: string) {
  const entries = await entriesBelow(folder).catch((cause: unknown) =>
    Promise.reject(storageError(cause)),
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

/** For `catch`: undefined if the file does not exist; throws other errors as storage errors. */
function unlessAbsent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw storageError(error);
  return undefined;
}
