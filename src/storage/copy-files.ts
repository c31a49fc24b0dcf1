import { createReadStream } from 'node:fs';
import { appendFile, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { AppError, forEachAtOnce } from '../base/index.ts';
import { digestOfStream, entriesBelow, storageError } from '../system/index.ts';
import type { BlobStore } from './blob-store.ts';

/** A file that was copied and read back. */
type Copied = { key: string; bytes: number; modifiedMs: number };

type Copying = {
  /** A file of JSON lines that records the files copied to this store, so that a later call continues. */
  record: string;
  /** Called after each file. */
  onFile: (progress: { files: number; bytes: number }, count: number) => void;
};

/** Files that are copied at the same time. */
const AT_ONCE = 8;

/**
 * Copies the files of a disk store to another store, and reads each back to compare its SHA-256. Files that
 * an earlier call copied are not copied again. Returns the number and size of all files.
 */
export async function copyFiles(
  folder: string,
  to: BlobStore,
  { record, onFile }: Copying,
  signal: AbortSignal,
): Promise<{ files: number; bytes: number }> {
  const copiedFiles = await readRecord(record);
  const keys = await keysIn(folder);
  const progress = { files: 0, bytes: 0 };
  await forEachAtOnce(keys, AT_ONCE, async (key) => {
    signal.throwIfAborted();
    const path = join(folder, ...key.split('/'));
    const { size, mtimeMs } = await stat(path).catch((cause) =>
      Promise.reject(storageError(cause)),
    );
    const previousCopy = copiedFiles.get(key);
    const isSame = previousCopy?.bytes === size && previousCopy.modifiedMs === mtimeMs;
    if (!isSame || (await to.stat(key))?.bytes !== size) {
      await copy(path, key, to);
      const copied: Copied = { key, bytes: size, modifiedMs: mtimeMs };
      // A line break first: a kill may have left half a line.
      await appendFile(record, `\n${JSON.stringify(copied)}`);
    }
    progress.files += 1;
    progress.bytes += size;
    onFile(progress, keys.length);
  });
  return progress;
}

/** Copies a file and reads the copy back. Throws `storage_failed` if it has other bytes. */
async function copy(path: string, key: string, to: BlobStore): Promise<void> {
  const sha256 = await digestOfStream(createReadStream(path));
  await to.putLinked(key, path);
  if ((await digestOfStream(to.read(key))) === sha256) return;
  throw new AppError('storage_failed', `The copy of the file ${key} has other bytes.`, {
    hint: 'Move the folder again. If this repeats, the store or the network changes files.',
  });
}

/** Returns the keys of all files of a disk store, in order. */
export async function keysIn(folder: string): Promise<string[]> {
  const entries = await entriesBelow(folder);
  return (
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
      // Temporary files of processes that have ended.
      .filter((key) => !key.startsWith('.'))
      .sort()
  );
}

/** Returns the files that earlier calls have copied, by key; none without a record. */
async function readRecord(path: string): Promise<Map<string, Copied>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw storageError(error);
  });
  const copiedFiles = new Map<string, Copied>();
  for (const line of text.split('\n')) {
    const copied = parseLine(line);
    if (copied) copiedFiles.set(copied.key, copied);
  }
  return copiedFiles;
}

/** Returns the file of a line; undefined for an empty or cut line. */
function parseLine(line: string): Copied | undefined {
  try {
    return JSON.parse(line) as Copied;
  } catch {
    return undefined;
  }
}
