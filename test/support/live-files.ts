import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { entriesBelow } from '../../src/system/index.ts';

/** Returns the bytes of the files below a folder by path. Files that a process removes meanwhile are left out. */
export async function liveFiles(folder: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const entry of await entriesBelow(folder)) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    if (bytes) files.set(path, bytes);
  }
  return files;
}

/** Returns the files below a folder that contain a text. */
export async function filesWith(folder: string, text: string): Promise<string[]> {
  const files = await liveFiles(folder);
  return [...files].filter(([, bytes]) => bytes.includes(text)).map(([path]) => path);
}
