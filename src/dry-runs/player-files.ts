import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, Gate, orAbort } from '../base/index.ts';
import type { IsolatedTasks } from '../produce/index.ts';
import { StepCache } from '../storage/index.ts';
import type { SharedEntries } from './shared-entries.ts';

/** The name of the mixed audio in the entry of its plan. */
export const AUDIO_NAME = 'audio.mp4';
const ENTRY = /^[0-9a-f]{64}$/;
const IMAGE = /^([0-9a-f]{64})(\.jpg|\.png)$/;
/** Widths of smaller images. Others are rounded up, so that a file has few copies. */
const WIDTHS = [160, 240, 320, 480, 640, 800, 960, 1280, 1920];

/** Makers of files do not delay compositions: they have their own limits. */
export const FILE_LIMITS = { atOnce: 8, perOwner: 4, maxWaiting: 256, maxWaitingPerOwner: 128 };

/** A file of a composition: its account, the entry of the step cache, and its name there. */
export type PlayerFile = { accountId: string; entry: string; name: string; width?: number };

export type PlayerFilesOptions = {
  isolated: IsolatedTasks;
  /** Contains the step cache of each account. */
  cacheFolder: string;
  /** Contains a folder for each running task. */
  folder: string;
};

/** The files of compositions: decoded images, smaller copies of them, and mixed audio. */
export class PlayerFiles {
  readonly #options: PlayerFilesOptions;
  readonly #shared: SharedEntries;
  readonly #gate = new Gate(FILE_LIMITS);
  /** Files that are being made, by path. */
  readonly #making = new Map<string, Promise<void>>();

  constructor(options: PlayerFilesOptions, shared: SharedEntries) {
    this.#options = options;
    this.#shared = shared;
  }

  /**
   * Returns the path of a file, below the folder with the step caches of all accounts. Mixes the audio or makes
   * the smaller copy unless it is cached. Throws `not_found` for a file that is not cached any more.
   */
  async findOrMake(
    { accountId, entry, name, width }: PlayerFile,
    signal: AbortSignal,
  ): Promise<string> {
    const cacheFolder = join(this.#options.cacheFolder, accountId);
    if (!ENTRY.test(entry)) throw fileGone();
    await (name === AUDIO_NAME
      ? this.#shared.fetchPlan(accountId, entry)
      : this.#shared.fetch(accountId, entry));
    if (!(await new StepCache(cacheFolder).use(entry))) throw fileGone();
    const keyOf = (file: string) => `${accountId}/${entry}/${file}`;
    const pathOf = (file: string) => join(cacheFolder, entry, file);
    if (name === AUDIO_NAME) {
      const to = pathOf(name);
      await this.#makeOnce({ accountId, to }, signal, (folder, stop) =>
        this.#options.isolated.ofAccount(
          'mixPlayerAudio',
          accountId,
          { cacheFolder, entry, folder, to },
          stop,
        ),
      );
      return keyOf(name);
    }
    const [, digest, extension] = IMAGE.exec(name) ?? [];
    const path = pathOf(name);
    if (digest === undefined || !(await exists(path))) throw fileGone();
    const cachedWidth =
      width === undefined ? undefined : WIDTHS.find((candidate) => candidate >= width);
    if (cachedWidth === undefined) return keyOf(name);
    const small = `${digest}-${cachedWidth}${extension}`;
    const to = pathOf(small);
    await this.#makeOnce({ accountId, to }, signal, (folder, stop) =>
      this.#options.isolated.ofAccount(
        'shrinkPlayerImage',
        accountId,
        { path, width: cachedWidth, folder, to },
        stop,
      ),
    );
    return keyOf(small);
  }

  /** Requests for the same file share the work, which goes on when one of them ends. */
  async #makeOnce(
    { accountId, to }: { accountId: string; to: string },
    signal: AbortSignal,
    make: (folder: string, signal: AbortSignal) => Promise<unknown>,
  ): Promise<void> {
    if (await exists(to)) return;
    const work = this.#making.get(to) ?? this.#makeInFolder(accountId, make);
    this.#making.set(to, work);
    const forget = () => {
      if (this.#making.get(to) === work) this.#making.delete(to);
    };
    work.then(forget, forget);
    await orAbort(work, signal);
  }

  /**
   * Runs `make` with a new folder, after waiting for the account's turn. Its signal never fires: other requests
   * may share the work.
   */
  async #makeInFolder(
    accountId: string,
    make: (folder: string, signal: AbortSignal) => Promise<unknown>,
  ): Promise<void> {
    const { signal } = new AbortController();
    const work = async () => {
      const folder = join(this.#options.folder, randomUUID());
      await mkdir(folder, { recursive: true });
      try {
        await make(folder, signal);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    };
    await this.#gate.through(accountId, work, signal);
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

/** The error of a file whose entry was removed from the cache. */
function fileGone(): AppError {
  return new AppError('not_found', 'The file of the composition is not cached any more.', {
    hint: 'Request the composition again: POST /v2/compositions.',
  });
}
