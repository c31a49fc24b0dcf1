import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../base/index.ts';

/** Files of a process on their way: a folder in each of these. */
const SHARED = ['uploads', 'previews'] as const;
const LOCKS = 'processes';
/** Older versions called `previews` so. */
const OLD = 'proofs';

/** The folders that a process has for itself until it ends. */
export type ProcessFolders = AsyncDisposable & Record<(typeof SHARED)[number], string>;

/**
 * Makes this process the only worker of a data folder. The lock is SQLite's own on a file, so the
 * system frees it however the process ends. Throws `data_dir_locked`.
 */
export function lockDataFolder(folder: string): Disposable {
  try {
    return lockFile(join(folder, 'worker.lock'));
  } catch (cause) {
    throw new AppError(
      'data_dir_locked',
      `Expected ${folder} for this worker alone but another one is using it.`,
      { hint: 'Stop the other process, or give this one its own FRAMEPRESS_DATA_DIR.' },
      { cause },
    );
  }
}

/** Makes folders that no other process uses or removes while this one lives. */
export async function takeProcessFolders(folder: string): Promise<ProcessFolders> {
  await mkdir(join(folder, LOCKS), { recursive: true });
  const { id, lock } = takeId(folder);
  const [uploads, previews] = SHARED.map((name) => join(folder, name, id)) as [string, string];
  for (const path of [uploads, previews]) await mkdir(path, { recursive: true });
  return {
    ...{ uploads, previews },
    [Symbol.asyncDispose]: async () => {
      await removeOf(folder, id);
      lock[Symbol.dispose]();
    },
  };
}

/** Removes the folders of processes that have died. To be called by the one that holds the folder's lock. */
export async function removeDeadProcesses(folder: string): Promise<void> {
  await rm(join(folder, OLD), { recursive: true, force: true });
  const found = new Set<string>();
  for (const name of SHARED) {
    for (const id of await readdir(join(folder, name)).catch(() => [])) found.add(id);
  }
  for (const name of await readdir(join(folder, LOCKS)).catch(() => []))
    found.add(name.replace(/\.lock.*$/, ''));
  await mkdir(join(folder, LOCKS), { recursive: true });
  for (const id of found) {
    try {
      // Held while its folders go: a process that has just chosen this id then chooses another.
      using _lock = lockFile(lockPath(folder, id));
      await removeOf(folder, id);
    } catch {
      // It lives.
    }
  }
}

function takeId(folder: string): { id: string; lock: Disposable } {
  for (;;) {
    const id = randomUUID();
    const path = lockPath(folder, id);
    const lock = tryLock(path);
    // Between its making and the lock, the file may have been taken for a dead process's.
    if (lock && existsSync(path)) return { id, lock };
    lock?.[Symbol.dispose]();
  }
}

async function removeOf(folder: string, id: string): Promise<void> {
  for (const name of SHARED) await rm(join(folder, name, id), { recursive: true, force: true });
  for (const end of ['', '-journal']) await rm(lockPath(folder, id) + end, { force: true });
}

function lockPath(folder: string, id: string): string {
  return join(folder, LOCKS, `${id}.lock`);
}

function tryLock(path: string): Disposable | undefined {
  try {
    return lockFile(path);
  } catch {
    return undefined;
  }
}

/** Throws when another process holds it. */
function lockFile(path: string): Disposable {
  const file = new DatabaseSync(path);
  try {
    file.exec('PRAGMA locking_mode = EXCLUSIVE');
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    throw error;
  }
  return { [Symbol.dispose]: () => file.close() };
}
