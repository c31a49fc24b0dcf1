import { open, stat } from 'node:fs/promises';
import { etagOf } from '../../http/index.ts';

/** Files of the service for browsers have 12 MB. Beyond this size of all files, none is remembered. */
const MAX_BYTES = 64 * 2 ** 20;

/** A file in memory. All its readers share the bytes. */
export type CachedFile = { bytes: Buffer; etag: string };

type Entry = { state: string; size: number; file: Promise<CachedFile | undefined> };

/**
 * Reads each file once, so that thousands of answers that nobody reads hold neither open files nor copies. A
 * file that has changed is read again.
 */
export class WebCache {
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  /** Returns undefined for everything that is not a file. */
  async read(path: string): Promise<CachedFile | undefined> {
    const facts = await stat(path).catch(undefinedIfMissing);
    if (!facts?.isFile()) return undefined;
    const state = `${facts.size} ${facts.mtimeMs} ${facts.ino}`;
    const cached = this.#entries.get(path);
    if (cached?.state === state) return cached.file;
    if (cached) this.#forget(path, cached);
    const entry = { state, size: facts.size, file: readWithEtag(path) };
    if (this.#bytes + entry.size <= MAX_BYTES) {
      this.#entries.set(path, entry);
      this.#bytes += entry.size;
      entry.file.catch(() => this.#forget(path, entry));
    }
    return entry.file;
  }

  /** Removes an entry, unless another one has replaced it. */
  #forget(path: string, entry: Entry): void {
    if (this.#entries.get(path) !== entry) return;
    this.#entries.delete(path);
    this.#bytes -= entry.size;
  }
}

/** Reads a file with its ETag; undefined if it does not exist. */
async function readWithEtag(path: string): Promise<CachedFile | undefined> {
  const file = await open(path).catch(undefinedIfMissing);
  if (!file) return undefined;
  try {
    const bytes = await file.readFile();
    return { bytes, etag: etagOf(bytes) };
  } finally {
    await file.close();
  }
}

/** Returns undefined for the error of a missing file; throws all others. */
function undefinedIfMissing(error: unknown): undefined {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EISDIR'].includes(code)) return undefined;
  throw error;
}
