import { statfs } from 'node:fs/promises';
import { AppError } from '../base/index.ts';
import type { RenderSession, TemplateVersion } from '../database/index.ts';
import { plannedOutputs } from '../isolated/index.ts';
import type { VideoCodec } from '../output/index.ts';

/** Of a pixel of each frame, for a busy animation; frames of a GIF are kept as PNG. */
const BYTES_PER_PIXEL: Record<VideoCodec, number> = {
  ...{ h264: 0.04, hevc: 0.04, av1: 0.04, vp9: 0.04, jpeg: 0.2, prores: 0.6, gif: 0.7, png: 0.7 },
};
/** Of what is drawn: its segments, the file, and the stream or what is published. */
const COPIES = 3;
/** A render that waits for room asks once a minute at least; one that was canceled does not. */
const GONE_MS = 90_000;
/** Of many requests a second one looks at the disk. */
const LOOK_MS = 1000;

/** Keeps a part of a disk free: renders reserve what they need before they begin. */
export class DiskRoom {
  readonly #folder: string;
  readonly #floorBytes: number;
  #reservedBytes = 0;
  /** The render that was refused first: no other one overtakes it until it has room, or does not ask any more. */
  #first: { owner: string; askedMs: number } | undefined;
  #lookedAtMs = -LOOK_MS;
  #seenBytes: Promise<number> = Promise.resolve(0);

  constructor(folder: string, floorBytes: number) {
    this.#folder = folder;
    this.#floorBytes = floorBytes;
  }

  /** Throws when less is free than is to be kept free. */
  async check(): Promise<void> {
    const free = await freeBytes(this.#folder);
    if (free >= this.#floorBytes) return;
    throw new Error(
      `The data folder has ${megabytes(free)} MB left (FRAMEPRESS_DISK_FLOOR_MB: ${megabytes(this.#floorBytes)}).`,
    );
  }

  /**
   * Throws `unavailable` when less is free than is to be kept free, as of a second ago at most: asked
   * for before anything is stored that no render has reserved.
   */
  async require(): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - this.#lookedAtMs >= LOOK_MS) {
      this.#lookedAtMs = nowMs;
      this.#seenBytes = freeBytes(this.#folder);
    }
    if ((await this.#seenBytes) >= this.#floorBytes) return;
    const hint = 'Make room in the data folder, or remove sessions.';
    throw new AppError('unavailable', 'The disk of the service has no room left.', { hint });
  }

  /**
   * Undefined when there is no room now; what is reserved is given back when it is disposed. Throws
   * `storage_failed` for a render that is too large for the disk although no other one needs room.
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
        { hint: 'Make room in the data folder, or ask for a smaller output.' },
      );
    }
    this.#reservedBytes += bytes;
    return {
      [Symbol.dispose]: () => {
        this.#reservedBytes -= bytes;
        // Until now all places may have been taken, so that it could not ask.
        if (this.#first) this.#first.askedMs = performance.now();
      },
    };
  }
}

/** Bytes that a render of the session will write, at a rough guess. */
export function estimateBytes(
  session: Pick<RenderSession, 'wantedOutputs' | 'render'>,
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
