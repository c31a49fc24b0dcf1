import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { entriesBelow } from '../../src/system/index.ts';
import { removeFolder } from './folder.ts';

/** The stored files of a service, by key. */
export type StoredFiles = {
  /** Keys below a folder, in order. */
  keys(folder: string): Promise<string[]>;
  read(key: string): Promise<Buffer>;
  write(key: string, bytes: Uint8Array | string): Promise<void>;
  /** Removes a file, or all files below a folder. */
  remove(key: string): Promise<void>;
};

/** Reads and writes the files below a folder. */
export function folderFiles(root: string): StoredFiles {
  return {
    keys: async (folder) => {
      const entries = await entriesBelow(join(root, folder));
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        .sort();
    },
    read: (key) => readFile(join(root, key)),
    write: async (key, bytes) => {
      await mkdir(dirname(join(root, key)), { recursive: true });
      await writeFile(join(root, key), bytes);
    },
    remove: (key) => removeFolder(join(root, key)),
  };
}
