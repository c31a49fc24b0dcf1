import { chmod, mkdir, stat } from 'node:fs/promises';

const OTHERS = 0o077;
const STICKY = 0o1000;

/**
 * Makes a folder that nobody else can look into, or closes one that is there; from now on whatever this process makes is its
 * owner's alone. Gives why others can look into it all the same: it belongs to somebody else, or to all (such as `/tmp`).
 */
export async function openPrivately(folder: string): Promise<string | undefined> {
  process.umask(OTHERS);
  await mkdir(folder, { recursive: true });
  const { mode } = await stat(folder);
  if ((mode & OTHERS) === 0) return undefined;
  if ((mode & STICKY) !== 0) return 'the folder is shared';
  return chmod(folder, mode & ~OTHERS & 0o7777).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
}
