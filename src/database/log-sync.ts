import { type FileHandle, open } from 'node:fs/promises';
import { storageError } from '../system/index.ts';

/**
 * Makes commits durable without blocking the event loop: SQLite commits to its write-ahead log without waiting
 * for the disk, and this class then syncs the log in a thread. One sync serves all commits before it. Until
 * then a power cut may undo a commit, but never part of it.
 */
export class LogSync implements AsyncDisposable {
  readonly #path: string;
  #file: Promise<FileHandle> | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(databasePath: string) {
    this.#path = `${databasePath}-wal`;
  }

  /** Resolves when all commits up to now are on the disk. */
  sync(): Promise<void> {
    if (this.#next) return this.#next;
    if (!this.#running) return this.#start();
    // The running sync may have begun before the last commit.
    this.#next = this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#start();
      });
    return this.#next;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([this.#running, this.#next]);
    await (await this.#file)?.close();
  }

  #start(): Promise<void> {
    const running = this.#sync().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  async #sync(): Promise<void> {
    try {
      // SQLite keeps the log while a connection is open. Closing this file does not release SQLite's locks,
      // which are on other files.
      this.#file ??= open(this.#path, 'r+');
      await (await this.#file).datasync();
    } catch (error) {
      throw storageError(error);
    }
  }
}
