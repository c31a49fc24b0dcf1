import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError, type Gate } from '../base/index.ts';
import type { Upload } from '../database/index.ts';
import type { IsolatedTasks } from '../produce/index.ts';
import { type BlobStore, StepCache } from '../storage/index.ts';

const FILE = 'thumbnail.webp';

/** A small image of an upload. `seconds` is the time in a video. */
export type Thumbnail = {
  upload: Pick<Upload, 'accountId' | 'storageKey' | 'sha256'>;
  kind: 'image' | 'video';
  width: number;
  seconds: number;
};

export type ThumbnailsOptions = {
  isolated: IsolatedTasks;
  store: BlobStore;
  /** Contains the step cache of each account. */
  cacheFolder: string;
  /** Contains a folder for each running task. */
  folder: string;
};

/** Small images of uploads, cached by the digest of the file, the width and the time. */
export class Thumbnails {
  readonly #options: ThumbnailsOptions;
  readonly #gate: Gate;

  constructor(options: ThumbnailsOptions, gate: Gate) {
    this.#options = options;
    this.#gate = gate;
  }

  /**
   * Returns the path of a thumbnail, below the folder with the step caches of all accounts. Draws it unless it is
   * cached. Throws `not_found` if the upload has no file any more.
   */
  async findOrDraw(thumbnail: Thumbnail, signal: AbortSignal): Promise<string> {
    const { upload, kind, width } = thumbnail;
    const { accountId, sha256 } = upload;
    const seconds = kind === 'video' ? thumbnail.seconds : 0;
    const cache = new StepCache(join(this.#options.cacheFolder, accountId));
    const step = ['thumbnail', sha256, kind, width, seconds];
    const make = () =>
      cache.run(step, async (to) => {
        await this.#draw({ ...thumbnail, seconds }, join(to, FILE), signal);
        return {};
      });
    const { folder } =
      (await cache.find(step)) ?? (await this.#gate.through(accountId, make, signal));
    return `${accountId}/${basename(folder)}/${FILE}`;
  }

  /**
   * Draws a thumbnail to the path `to`, in an isolated process. Throws `not_found` if the upload has no file
   * any more.
   */
  async #draw({ upload, ...task }: Thumbnail, to: string, signal: AbortSignal): Promise<void> {
    const { isolated, store } = this.#options;
    if (!(await store.stat(upload.storageKey))) {
      throw new AppError('not_found', 'The file of the upload does not exist any more.');
    }
    const folder = join(this.#options.folder, randomUUID());
    await mkdir(folder, { recursive: true });
    try {
      const path = await store.localPath(upload.storageKey, folder);
      const input = { path, ...task, folder, to };
      await isolated.ofAccount('drawThumbnail', upload.accountId, input, signal);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
