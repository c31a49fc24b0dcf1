import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** ESTALE: a folder on a network that another machine has removed. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ESTALE']);

/**
 * Returns the files and folders below a folder, at any depth. A folder that does not exist, or is
 * removed meanwhile, has no entries. (`readdir` with `recursive` fails when one inner folder is
 * removed.)
 *
 * @throws the error of the system for any other failure
 */
export async function entriesBelow(folder: string): Promise<Dirent[]> {
  const below: Dirent[] = [];
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const entries = await readdir(next, { withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (!ABSENT.has(error.code ?? '')) throw error;
        return [];
      },
    );
    for (const entry of entries) {
      below.push(entry);
      if (entry.isDirectory()) folders.push(join(next, entry.name));
    }
  }
  return below;
}
