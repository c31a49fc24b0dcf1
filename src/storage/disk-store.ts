import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { entriesBelow, storageError } from '../system/index.ts';
import type { BlobStore } from './blob-store.ts';
import { linkOrCopy } from './file-cache.ts';
import { keyParts } from './keys.ts';

/** Folder of temporary files. No key can begin with a dot, so no key refers to it. */
const UNFINISHED = '.unfinished';
/** Files that are looked at together. */
const PAGE = 500;

/** Opens a store in a folder of the local disk or of a network. It is created with the first file. */
export function openDiskStore(root: string, isRemote = false): BlobStore {
  const unfinished = join(root, UNFINISHED);
  const place = (key: string) => join(root, ...keyParts(key));

  /** Lets `write` create a temporary file, and renames it to its key after it is synced to disk. */
  const publish = async (key: string, write: (temporary: string) => Promise<void>) => {
    const target = place(key);
    const folder = dirname(target);
    const temporary = join(unfinished, randomUUID());
    try {
      await mkdir(unfinished, { recursive: true });
      const createdFolder = await mkdir(folder, { recursive: true });
      await write(temporary);
      await sync(temporary);
      await rename(temporary, target);
      // Also sync the file's folder and the parent of each new folder, so that the entries are
      // durable.
      const last = createdFolder === undefined ? folder : dirname(createdFolder);
      for (let at = folder; ; at = dirname(at)) {
        await sync(at);
        if (at === last || at === dirname(at)) break;
      }
    } catch (cause) {
      throw storageError(cause);
    } finally {
      // A rename between two links of the same file removes neither. Errors of this cleanup are
      // ignored, because the first error is the cause.
      await rm(temporary, { force: true }).catch(() => undefined);
    }
  };

  return {
    isRemote,
    put: (key, file) =>
      publish(key, (temporary) =>
        rename(file, temporary).catch(async (error: NodeJS.ErrnoException) => {
          if (error.code !== 'EXDEV') throw error;
          await copyFile(file, temporary);
        }),
      ),

    // Copy when linking fails: a different disk, a file system without links, or too many links.
    putLinked: (key, file) =>
      publish(key, (temporary) => link(file, temporary).catch(() => copyFile(file, temporary))),

    putBytes: (key, bytes) => publish(key, (temporary) => writeFile(temporary, bytes)),

    async stat(key) {
      const path = place(key);
      try {
        const facts = await stat(path);
        if (!facts.isFile()) return undefined;
        const { ino, size, mtimeMs } = facts;
        const tag = [ino, size, Math.floor(mtimeMs * 1000)].map((n) => n.toString(36)).join('-');
        return { bytes: size, modifiedMs: mtimeMs, etag: `"${tag}"` };
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw storageError(error);
      }
    },

    read: (key, range) => createReadStream(place(key), range),
    localPath: async (key) => place(key),
    fetchTo: async (key, path) => linkOrCopy(place(key), path),
    remove: (key) => rm(place(key), { force: true }).catch(throwUnlessAbsent),
    async removeUnfinished(sinceMs) {
      for (const name of await readdir(unfinished).catch(() => [])) {
        const path = join(unfinished, name);
        // ctime, because linked and moved files keep their mtime.
        const { ctimeMs } = (await stat(path).catch(() => undefined)) ?? {};
        if (ctimeMs !== undefined && ctimeMs < sinceMs) await rm(path, { force: true });
      }
    },
    async bytesBelow(prefix) {
      const entries = await entriesBelow(place(prefix)).catch((cause: unknown) =>
        Promise.reject(storageError(cause)),
      );
      let bytes = 0;
      for (const entry of entries) {
        if (!entry.isFile()) continue;
        // A file that was removed meanwhile does not count.
        const facts = await stat(join(entry.parentPath, entry.name)).catch(() => undefined);
        bytes += facts?.size ?? 0;
      }
      return bytes;
    },
    async foldersBelow(prefix, sinceMs) {
      const folder = place(prefix);
      const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) =>
        isAbsent(error) ? [] : Promise.reject(storageError(error)),
      );
      const names: string[] = [];
      for (const entry of entries) {
        if (!entry.isDirectory()) continue;
        const { mtimeMs } = (await stat(join(folder, entry.name)).catch(() => undefined)) ?? {};
        if (mtimeMs !== undefined && mtimeMs < sinceMs) names.push(entry.name);
      }
      return names;
    },
    async *filesBelow(prefix, { fromMs, toMs }) {
      const folder = place(prefix);
      const names = await readdir(folder).catch((error: unknown) =>
        isAbsent(error) ? [] : Promise.reject(storageError(error)),
      );
      for (let first = 0; first < names.length; first += PAGE) {
        const keys: string[] = [];
        for (const name of names.slice(first, first + PAGE)) {
          // ctime, because linked and moved files keep their mtime.
          const facts = await stat(join(folder, name)).catch(() => undefined);
          if (!facts?.isFile()) continue;
          if (facts.ctimeMs >= fromMs && facts.ctimeMs < toMs) keys.push(`${prefix}/${name}`);
        }
        yield keys;
      }
    },
    removePrefix: (prefix) =>
      rm(`${place(prefix)}/`, { recursive: true, force: true }).catch(throwUnlessAbsent),
    link: async () => undefined,
    check: async () => {
      try {
        await mkdir(unfinished, { recursive: true });
        const path = join(unfinished, randomUUID());
        await writeFile(path, path);
        await readFile(path);
        await rm(path);
      } catch (cause) {
        throw storageError(cause);
      }
    },
  };
}

/** Whether an error says that a file does not exist. `ENOTDIR`: a part of its path is a file. */
function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Throws `storage_failed`, except for a file that does not exist. */
function throwUnlessAbsent(error: unknown): void {
  if (!isAbsent(error)) throw storageError(error);
}

/** Syncs a file or a folder to the disk. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
