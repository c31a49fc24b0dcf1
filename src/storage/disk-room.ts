import { statfs } from 'node:fs/promises';
import { AppError, say } from '../base/index.ts';

/** A render that waits for disk space asks at least once a minute. After this time it counts as canceled. */
const GONE_MS = 90_000;
/** The free space is read at most once in this time, for all requests. */
const LOOK_MS = 100;

/** Keeps a part of a disk free: renders reserve their disk space before they begin. */
export class DiskRoom {
  readonly #folder: string;
  readonly #floorBytes: number;
  #reservedBytes = 0;
  /**
   * The first render that got no space. No other render gets space until this render does, or stops asking.
   */
  #first: { owner: string; askedMs: number } | undefined;
  #lookedAtMs = -LOOK_MS;
  #seenBytes: Promise<number> = Promise.resolve(0);
  #isFull = false;

  constructor(folder: string, floorBytes: number) {
    this.#folder = folder;
    this.#floorBytes = floorBytes;
  }

  /** Throws if less disk space is free than the configured floor. */
  async check(): Promise<void> {
    const free = await freeBytes(this.#folder);
    if (free >= this.#floorBytes) return;
    throw new Error(
      `The data folder has ${megabytes(free)} MB left (FRAMEPRESS_DISK_FLOOR_MB: ${megabytes(this.#floorBytes)}).`,
    );
  }

  /**
   * Throws `unavailable` if less disk space is free than the configured floor. Called before anything is
   * stored that no render has reserved. The free space is at most a tenth of a second old.
   */
  async require(): Promise<void> {
    this.#refresh();
    if ((await this.#seenBytes) >= this.#floorBytes) return;
    const hint = 'Free disk space for the data folder, or remove sessions.';
    throw new AppError('unavailable', 'The disk of the service is full.', { hint });
  }

  /** Whether less disk space than the configured floor is free now. */
  async isFullNow(): Promise<boolean> {
    return (await freeBytes(this.#folder)) < this.#floorBytes;
  }

  /** Whether less disk space than the configured floor was free at the last look. */
  get isFull(): boolean {
    this.#refresh();
    return this.#isFull;
  }

  /** Begins to read the free space, unless it was read just now. Does not wait for it. */
  #refresh(): void {
    const nowMs = performance.now();
    if (nowMs - this.#lookedAtMs < LOOK_MS) return;
    this.#lookedAtMs = nowMs;
    this.#seenBytes = freeBytes(this.#folder);
    this.#seenBytes.then(
      (bytes) => {
        this.#isFull = bytes < this.#floorBytes;
      },
      // Those who need the space report it.
      () => undefined,
    );
  }

  /**
   * Reserves disk space until the result is disposed; undefined if there is not enough space now. Throws
   * `storage_failed` for a render that is too large although no other render has reserved space.
   */
  async reserve(owner: string, bytes: number): Promise<Disposable | undefined> {
    const room = (await freeBytes(this.#folder)) - this.#floorBytes;
    if (room < 0) return undefined;
    if (this.#first && performance.now() - this.#first.askedMs > GONE_MS) this.#first = undefined;
    if (this.#first && this.#first.owner !== owner) return undefined;
    this.#first = undefined;
    if (bytes > room - this.#reservedBytes) {
      if (this.#reservedBytes > 0) {
        this.#first = { owner, askedMs: performance.now() };
        return undefined;
      }
      throw new AppError(
        'storage_failed',
        say`The render needs about ${megabytes(bytes)} MB, but ${megabytes(room)} MB are free.`,
        { hint: 'Free disk space for the data folder, or request a smaller output.' },
      );
    }
    this.#reservedBytes += bytes;
    return {
      [Symbol.dispose]: () => {
        this.#reservedBytes -= bytes;
        // The first render may not have had a chance to ask until now, because all workers were busy.
        if (this.#first) this.#first.askedMs = performance.now();
      },
    };
  }
}

/** Returns the bytes that this user may still write to the disk of a folder. */
async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / 2 ** 20);
}
