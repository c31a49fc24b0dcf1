import { constants } from 'node:fs';
import { copyFile, mkdir, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError, forEachAtOnce } from '../base/index.ts';
import { storageError } from '../system/index.ts';
import { keysIn } from './copy-files.ts';

/** Files that are copied at the same time. */
const AT_ONCE = 8;

/** `removed` is the number of files that were removed from the first folder during the copy. */
type Duplicated = { files: number; bytes: number; removed: number };

/**
 * Copies the files of a disk store to an empty folder, and syncs each to the disk. The copies share no data
 * with the originals, except on a file system that separates them at the next write. `onFile` is called after
 * each file. Throws `storage_failed`.
 */
export async function duplicateFiles(
  from: string,
  to: string,
  onFile: (finishedCount: number, count: number) => void,
  signal: AbortSignal,
): Promise<Duplicated> {
  const keys = await keysIn(from).catch((cause: unknown) => Promise.reject(storageError(cause)));
  const totals = { files: 0, bytes: 0, removed: 0 };
  await forEachAtOnce(keys, AT_ONCE, async (key) => {
    signal.throwIfAborted();
    const bytes = await duplicate(join(from, key), join(to, key));
    if (bytes === undefined) totals.removed += 1;
    else {
      totals.files += 1;
      totals.bytes += bytes;
    }
    onFile(totals.files + totals.removed, keys.length);
  });
  return totals;
}

/** Returns the size of the copy; undefined when the file does not exist any more. */
async function duplicate(from: string, to: string): Promise<number | undefined> {
  try {
    const sourceStats = await stat(from).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    if (!sourceStats) return undefined;
    await mkdir(dirname(to), { recursive: true });
    try {
      await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    } catch (error) {
      const isThere = await stat(from).then(
        () => true,
        () => false,
      );
      if (isThere) throw error;
      return undefined;
    }
    await using copy = await open(to, 'r');
    await copy.sync();
    const { size } = await copy.stat();
    if (size === sourceStats.size) return size;
  } catch (cause) {
    throw storageError(cause);
  }
  throw new AppError('storage_failed', `The copy of the file ${from} has another size.`, {
    hint: 'Repeat the command. If this repeats, another program changes the files.',
  });
}
