import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../system/index.ts';

/** Enough for the log of the database, which is rewritten from its start after a thousand pages. */
const RESERVE_BYTES = 8 * 2 ** 20;
const LOOK_MS = 1000;

export type DiskReserveOptions = {
  folder: string;
  /** The reserve is made again only above this free space. */
  floorBytes: number;
  log: Pick<Log, 'warn' | 'info'>;
  freeBytes?: () => Promise<number>;
};

/**
 * Holds a file that is removed when other programs have filled the disk, so that the database can still store
 * tokens, cancels and deletes. Uploads and renders stop long before, at the floor.
 */
export class DiskReserve implements AsyncDisposable {
  readonly #options: DiskReserveOptions;
  readonly #path: string;
  readonly #timer: NodeJS.Timeout;
  #adjusting: Promise<void> | undefined;

  constructor(options: DiskReserveOptions) {
    this.#options = options;
    this.#path = join(options.folder, 'reserve');
    this.#timer = setInterval(() => void this.adjust(), LOOK_MS).unref();
    void this.adjust();
  }

  /** Makes or removes the file, as the free space needs it. */
  adjust(): Promise<void> {
    this.#adjusting ??= this.#adjustOnce()
      // The disk is read again in a second.
      .catch(() => undefined)
      .finally(() => {
        this.#adjusting = undefined;
      });
    return this.#adjusting;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#adjusting;
  }

  /**
   * Removes the file when less than half of its size is free. Makes it again only far above, so
   * that it is not made and removed in turn.
   */
  async #adjustOnce(): Promise<void> {
    const { floorBytes, log } = this.#options;
    const free = await this.#freeBytes();
    const isHeld = (await stat(this.#path).catch(() => undefined)) !== undefined;
    if (isHeld && free < RESERVE_BYTES / 2) {
      await rm(this.#path, { force: true });
      log.warn('the disk is full: the reserve of the database was freed');
    } else if (!isHeld && free > Math.max(floorBytes, 4 * RESERVE_BYTES)) await this.#make();
  }

  /** Makes the file. */
  async #make(): Promise<void> {
    const file = await open(this.#path, 'w', 0o600);
    try {
      // Written, because a file of a size alone takes no space.
      await file.writeFile(Buffer.alloc(RESERVE_BYTES, 1));
    } finally {
      await file.close();
    }
  }

  async #freeBytes(): Promise<number> {
    const { folder, freeBytes } = this.#options;
    if (freeBytes) return freeBytes();
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  }
}
