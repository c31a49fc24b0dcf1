import { open } from 'node:fs/promises';
import type { AppError } from '../../base/index.ts';
import { storageError } from '../../system/index.ts';

/** The open write-ahead log. */
export type LogFile = { datasync: () => Promise<void>; close: () => Promise<void> };

/**
 * Makes commits durable without blocking the event loop: SQLite commits to its write-ahead log without waiting
 * for the disk, and this class then syncs the log in a thread. One sync serves all commits before it. Until
 * then a power cut may undo a commit, but never part of it.
 *
 * Checkpoints do not break this: SQLite syncs the database file before it overwrites a log that was copied, and
 * syncs the log's new header. The log keeps its inode while a connection is open, because only the last
 * connection removes it.
 */
export class LogSync implements AsyncDisposable {
  readonly #open: () => Promise<LogFile>;
  #file: LogFile | undefined;
  #failure: AppError | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(databasePath: string, openLog: (path: string) => Promise<LogFile> = openToWrite) {
    this.#open = () => openLog(`${databasePath}-wal`);
  }

  /** Throws if a sync has failed. */
  check(): void {
    if (this.#failure) throw this.#failure;
  }

  /**
   * Resolves when all commits up to now are on the disk. After a failed sync it always throws: the system
   * reports lost writes only once, so a later sync would succeed without them. A restart reads the log again.
   */
  sync(): Promise<void> {
    if (this.#next) return this.#next;
    if (!this.#running) return this.#startSync();
    // The running sync may have begun before the last commit.
    this.#next = this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#startSync();
      });
    return this.#next;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([this.#running, this.#next]);
    await this.#file?.close();
  }

  /** Begins a sync. No other one may be running. */
  #startSync(): Promise<void> {
    const running = this.#sync().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  /**
   * Waits until the log is on the disk. After the first failure every call throws that failure; a log that
   * cannot be opened fails only this call.
   */
  async #sync(): Promise<void> {
    this.check();
    try {
      // Closing this file does not release SQLite's locks, which are on other files.
      this.#file ??= await this.#open();
    } catch (error) {
      throw storageError(error);
    }
    try {
      await this.#file.datasync();
    } catch (error) {
      this.#failure = storageError(error);
      throw this.#failure;
    }
  }
}

function openToWrite(path: string): Promise<LogFile> {
  return open(path, 'r+');
}
