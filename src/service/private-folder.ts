import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AppError } from '../base/index.ts';

const OTHERS = 0o077;
const STICKY = 0o1000;

/**
 * Makes a folder that only its owner can read, or closes an existing one. From then on, all files of
 * this process are only for their owner. Returns the reason when others can still read the folder: it
 * belongs to another user, or it is shared, such as `/tmp`. Throws `config_invalid` when the folder
 * cannot be created.
 */
export async function openPrivately(folder: string): Promise<string | undefined> {
  process.umask(OTHERS);
  try {
    await makeFolder(resolve(folder));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new AppError(
      'config_invalid',
      `The data folder ${folder} cannot be created (${code}).`,
      { hint: 'Give --data-dir or FRAMEPRESS_DATA_DIR a folder that this user may write to.' },
      { cause },
    );
  }
  const { mode } = await stat(folder);
  if ((mode & OTHERS) === 0) return undefined;
  if ((mode & STICKY) !== 0) return 'the folder is shared';
  return chmod(folder, mode & ~OTHERS & 0o7777).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
}

/**
 * This does not use `recursive`: below a folder such as /proc, which reports every failure as "not found",
 * Node would try forever.
 */
async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  try {
    await mkdir(folder);
  } catch (error) {
    // Another process has made it meanwhile.
    if (!(await isFolder(folder))) throw error;
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
