import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../base/index.ts';
import { isDiskFull } from '../system/index.ts';

/** Folders for temporary files. Each process has its own folder in each of them. */
const SHARED = ['uploads', 'previews'] as const;
const LOCKS = 'processes';

/** The folders of this process, which exist until it ends. */
export type ProcessFolders = AsyncDisposable & Record<(typeof SHARED)[number], string>;

/**
 * Makes this process the only worker of a data folder. The lock is SQLite's lock on a file, so the system
 * releases it even when the process is killed. Throws `data_dir_locked`, and `storage_failed` if the folder
 * cannot be used.
 */
export function lockDataFolder(folder: string): Disposable {
  return lockFolder('another worker', folder, 'worker.lock');
}

/** Takes a data folder that neither a worker nor an API uses. Throws `data_dir_locked`. */
export async function lockUnusedFolder(folder: string): Promise<Disposable> {
  using locks = new DisposableStack();
  locks.use(lockDataFolder(folder));
  for (const name of await readdir(join(folder, LOCKS)).catch(() => []))
    if (name.endsWith('.lock')) locks.use(lockFolder('a service', folder, join(LOCKS, name)));
  return locks.move();
}

/**
 * Locks a file in the data folder. Throws `data_dir_locked` if `other`, named in the error, holds
 * it.
 */
function lockFolder(other: string, folder: string, name: string): Disposable {
  try {
    return lockFile(join(folder, name));
  } catch (cause) {
    if (!isBusy(cause)) throw unusable(folder, cause);
    throw new AppError(
      'data_dir_locked',
      `The data folder ${folder} is used by ${other}.`,
      { hint: 'Stop the other process, or give this process its own FRAMEPRESS_DATA_DIR.' },
      { cause },
    );
  }
}

/**
 * Returns the error for a folder in which files cannot be written. The start of a service reports it once and
 * ends, because a repeated attempt would fail again.
 */
function unusable(folder: string, cause: unknown): AppError {
  const { code = 'unknown', errstr } = (cause ?? {}) as { code?: string; errstr?: string };
  const reason = isDiskFull(cause) ? 'the disk is full' : (errstr ?? code);
  const message = `Files cannot be written in the data folder ${folder}: ${reason}.`;
  const hint = 'Check the free space, the permissions and whether the file system is read-only.';
  return new AppError('storage_failed', message, { hint }, { cause });
}

/**
 * Makes folders that no other process uses or removes while this process runs. Throws `storage_failed` if
 * that is not possible.
 */
export async function takeProcessFolders(folder: string): Promise<ProcessFolders> {
  try {
    return await takeFolders(folder);
  } catch (cause) {
    throw cause instanceof AppError ? cause : unusable(folder, cause);
  }
}

/**
 * Takes an id, and makes the folders of this process. Disposing removes the folders before the lock
 * is released, so that no other process finds them without their owner.
 */
async function takeFolders(folder: string): Promise<ProcessFolders> {
  await mkdir(join(folder, LOCKS), { recursive: true });
  const { id, lock } = takeId(folder);
  const [uploads, previews] = SHARED.map((name) => join(folder, name, id)) as [string, string];
  try {
    for (const path of [uploads, previews]) await mkdir(path, { recursive: true });
  } catch (error) {
    lock[Symbol.dispose]();
    await removeOf(folder, id).catch(() => undefined);
    throw error;
  }
  return {
    uploads,
    previews,
    [Symbol.asyncDispose]: async () => {
      await removeOf(folder, id);
      lock[Symbol.dispose]();
    },
  };
}

/** Removes the folders of processes that have ended. Several processes may call it at once. */
export async function removeDeadProcesses(folder: string): Promise<void> {
  const names = new Set<string>();
  for (const name of SHARED) {
    for (const id of await readdir(join(folder, name)).catch(() => [])) names.add(id);
  }
  for (const name of await readdir(join(folder, LOCKS)).catch(() => []))
    names.add(name.replace(/\.lock.*$/, ''));
  await mkdir(join(folder, LOCKS), { recursive: true }).catch((cause: unknown) => {
    throw unusable(folder, cause);
  });
  for (const id of names) {
    try {
      // The lock is held while the folders are removed, so that no new process starts to use this id.
      using _lock = lockFile(lockPath(folder, id));
      await removeOf(folder, id);
    } catch {
      // The process still runs.
    }
  }
}

/** Returns a new id and its lock. */
function takeId(folder: string): { id: string; lock: Disposable } {
  for (;;) {
    const id = randomUUID();
    const path = lockPath(folder, id);
    const lock = tryLock(path);
    // Before the lock was taken, another process may have removed the file as that of a dead process.
    if (lock && existsSync(path)) return { id, lock };
    lock?.[Symbol.dispose]();
  }
}

/** Removes the folders of a process, and its lock last. */
async function removeOf(folder: string, id: string): Promise<void> {
  for (const name of SHARED) await rm(join(folder, name, id), { recursive: true, force: true });
  for (const end of ['', '-journal']) await rm(lockPath(folder, id) + end, { force: true });
}

function lockPath(folder: string, id: string): string {
  return join(folder, LOCKS, `${id}.lock`);
}

/** Returns undefined if another process holds the lock. */
function tryLock(path: string): Disposable | undefined {
  try {
    return lockFile(path);
  } catch (error) {
    if (isBusy(error)) return undefined;
    // On a full disk, an empty file can still be created.
    rmSync(path, { force: true });
    throw error;
  }
}

/** SQLITE_BUSY and SQLITE_LOCKED. */
const BUSY_CODES = [5, 6];

/** Whether another process holds a lock. All other errors come from the disk. */
function isBusy(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { errcode?: number };
  return errcode !== undefined && BUSY_CODES.includes(errcode & 0xff);
}

/** Throws if another process holds the lock, or if the file cannot be written. */
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
