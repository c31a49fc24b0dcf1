import { statfs } from 'node:fs/promises';
import { AppError } from '../base/index.ts';
import type { TemplateVersion } from '../database/index.ts';
import type { VideoCodec } from '../output/index.ts';
import { type PlannedSession, plannedOutputs } from '../produce/index.ts';

/**
 * Bytes per pixel of a frame, for a busy animation. Frames of a GIF are stored as PNG until they are joined.
 */
const BYTES_PER_PIXEL: Record<VideoCodec, number> = {
  h264: 0.04,
  hevc: 0.04,
  av1: 0.04,
  vp9: 0.04,
  jpeg: 0.2,
  prores: 0.6,
  gif: 0.7,
  png: 0.7,
};
/** A render is stored three times: as segments, as the file, and as the stream or published copy. */
const COPIES = 3;
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
    this.#look();
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
    this.#look();
    return this.#isFull;
  }

  #look(): void {
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
        `The render needs about ${megabytes(bytes)} MB, but ${megabytes(room)} MB are free.`,
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

/** Returns a rough estimate of the bytes that a render of the session will write. */
export function estimateBytes(
  session: PlannedSession,
  { width, height, fps, frameCount }: TemplateVersion,
): number {
  const video = {
    width: width ?? 0,
    height: height ?? 0,
    fps: fps ?? 1,
    frameCount: frameCount ?? 0,
  };
  const sizes = plannedOutputs(session, video, '', '').map((output) => {
    const frames = (video.frameCount / video.fps) * output.fps;
    return output.width * output.height * frames * BYTES_PER_PIXEL[output.codec];
  });
  return Math.ceil(COPIES * sizes.reduce((sum, size) => sum + size, 0));
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / 2 ** 20);
}
