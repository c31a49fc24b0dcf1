import { dirname, join } from 'node:path';
import type { Database, Upload } from '../database/index.ts';
import {
  type BlobStore,
  removeFromStepCache,
  removeGoneFolders,
  trimStepCaches,
} from '../storage/index.ts';
import { type Log, systemClock } from '../system/index.ts';
import { unpublish } from './shared-entries.ts';

/** Entries that were not used for this time are removed. */
const UNUSED_MS = 24 * 3600 * 1000;
const PAUSE_MS = 60_000;

/** Returns the folder with the step caches of all accounts. */
export function stepCacheFolder(dataFolder: string): string {
  return join(dataFolder, 'preview-cache');
}

type CachedUpload = Pick<Upload, 'accountId' | 'id' | 'sha256'>;

/**
 * Removes what the step caches of this machine, and the entries that it has published, contain of uploads:
 * their files, decoded images and thumbnails.
 */
export async function forgetUploads(
  folder: string,
  uploads: readonly CachedUpload[],
  store: BlobStore,
): Promise<void> {
  const byAccount = Map.groupBy(uploads, ({ accountId }) => accountId);
  for (const [accountId, ownUploads] of byAccount) {
    const names = new Set(ownUploads.flatMap(({ id, sha256 }) => [id, sha256]));
    const entries = await removeTogether(join(folder, accountId), names);
    await unpublish(store, systemClock, accountId, entries);
  }
}

/** A message has the account of an upload, its id and its digest. */
const REMOVED = 'framepress_removed_uploads';

/** Like `forgetUploads`, on all machines. A machine that misses the message keeps the entries for a day at most. */
export async function forgetEverywhere(
  folder: string,
  uploads: readonly CachedUpload[],
  { db, store }: { db: Pick<Database, 'notices'>; store: BlobStore },
): Promise<void> {
  await forgetUploads(folder, uploads, store);
  if (!db.notices.reachAll) return;
  for (const { accountId, id, sha256 } of uploads)
    await db.notices.notify(REMOVED, `${accountId} ${id} ${sha256}`);
}

/** Calls `onRemoved` for each upload that any machine has removed, until the result is disposed. */
export function listenForRemoved(
  { notices }: Pick<Database, 'notices'>,
  onRemoved: (upload: CachedUpload) => void,
): Promise<AsyncDisposable> {
  return notices.listen(REMOVED, (message) => {
    const [accountId = '', id = '', sha256 = ''] = message.split(' ');
    if (sha256 !== '') onRemoved({ accountId, id, sha256 });
  });
}

/** Removals by folder: the one that runs, and the next one with its names. Each returns the removed entries. */
const running = new Map<string, Promise<string[]>>();
const waiting = new Map<string, { names: Set<string>; done: Promise<string[]> }>();

/** Each removal reads the keys of all entries, so requests at the same time share the next one. */
function removeTogether(folder: string, names: ReadonlySet<string>): Promise<string[]> {
  const next = waiting.get(folder);
  if (next) {
    for (const name of names) next.names.add(name);
    return next.done;
  }
  const allNames = new Set(names);
  const previousRun = running.get(folder)?.catch(() => undefined) ?? Promise.resolve();
  const run = previousRun.then(() => {
    waiting.delete(folder);
    return removeFromStepCache(folder, allNames);
  });
  waiting.set(folder, { names: allNames, done: run });
  running.set(folder, run);
  const end = () => {
    if (running.get(folder) === run) running.delete(folder);
  };
  run.then(end, end);
  return run;
}

/** Removes old entries of all step caches, and the least recently used beyond `maxBytes`. */
export async function trimPlayerCaches(folder: string, maxBytes: number): Promise<void> {
  await trimStepCaches(folder, { sinceMs: systemClock.nowMs() - UNUSED_MS, maxBytes });
}

type TrimmerOptions = {
  folder: string;
  maxBytes: number;
  db: Pick<Database, 'accounts'>;
  log: Log;
};

/**
 * Trims the step caches in the background, at most once a minute, and removes caches of deleted accounts: an API has no
 * other cleanup.
 */
export class StepCacheTrimmer {
  readonly #options: TrimmerOptions;
  #nextMs = 0;

  constructor(options: TrimmerOptions) {
    this.#options = options;
  }

  /**
   * Trims the caches in the background, unless they were trimmed less than a minute ago. Call it after entries
   * may have been added.
   */
  noteAdded(): void {
    const nowMs = performance.now();
    if (nowMs < this.#nextMs) return;
    this.#nextMs = Infinity;
    const { folder, maxBytes, db, log } = this.#options;
    trimPlayerCaches(folder, maxBytes)
      .then(() => removeGoneFolders(dirname(folder), db))
      .catch((err: unknown) => log.error({ err }, 'the preview cache could not be trimmed'))
      .finally(() => {
        this.#nextMs = performance.now() + PAUSE_MS;
      });
  }
}
