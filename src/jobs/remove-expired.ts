import { DEFAULT_ACCOUNT } from '../database/index.ts';
import { forgetEverywhere, removeSharedEntries } from '../dry-runs/index.ts';
import { inputsPrefix } from '../produce/index.ts';
import { dropSegments } from '../render/index.ts';
import { MADE } from '../speech/index.ts';
import type { Clock, Log } from '../system/index.ts';
import type { JobContext } from './job-context.ts';
import { measureSession } from './stored-bytes.ts';

/** A session that named an upload before it expired has this time to use it. */
const GRACE_MS = 3600 * 1000;
const AT_ONCE = 100;
const UPLOADS = 'uploads';
const UPLOAD_ID = /^up_/;
/** A task of an isolated process ends within this time. */
const TASK_MS = 2 * 3600 * 1000;
const DAY_MS = 24 * GRACE_MS;
/**
 * How long deliveries and events of webhooks are stored. An event outlives its deliveries, so that it can be
 * replayed.
 */
const DELIVERIES_KEPT_MS = 30 * DAY_MS;
const EVENTS_KEPT_MS = 31 * DAY_MS;

export type SegmentLimits = { ttlMs: number; maxBytes: number };

/** Removes the segments of this machine that exceed the limits. Returns their number. */
export function removeOldSegments(
  { segmentFolder }: Pick<JobContext, 'segmentFolder'>,
  { ttlMs, maxBytes }: SegmentLimits,
  clock: Clock,
): Promise<number> {
  return dropSegments(segmentFolder, { sinceMs: clock.nowMs() - ttlMs, maxBytes });
}

/**
 * Removes expired uploads with their files and previews, and files that a killed process did not finish. A
 * file is removed before its row, so that an interrupted cleanup finds the row again. Returns the number of
 * uploads.
 */
export async function removeExpiredUploads(
  { db, store, stepCacheFolder, log }: Pick<JobContext, 'db' | 'store' | 'stepCacheFolder' | 'log'>,
  clock: Clock,
): Promise<number> {
  // Storing a file never takes a day. A store may deny this, or not know it; that must stop nothing else.
  await store
    .removeUnfinished(clock.nowMs() - DAY_MS)
    .catch((err: unknown) => log.warn({ err }, 'unfinished uploads could not be removed'));
  await removeSharedEntries(store, clock);
  return removeEach(
    async (afterId) => {
      const expired = await db.uploads.expiredBefore(clock.nowMs() - GRACE_MS, afterId, AT_ONCE);
      await forgetEverywhere(stepCacheFolder, expired, { db, store });
      return expired;
    },
    async ({ id, storageKey }) => {
      await store.remove(storageKey);
      await db.uploads.remove(id);
    },
    log,
  );
}

/**
 * Removes files of uploads, and files that models have made, without a row: their process was killed after it had stored the file. Storing an upload
 * never takes a day. Files from before the first account are left, because a new database may have been started
 * on the store of another one. Returns the number of files.
 */
export async function removeLostUploads(
  { db, store, log }: Pick<JobContext, 'db' | 'store' | 'log'>,
  clock: Clock,
): Promise<number> {
  let removed = 0;
  const account = await db.accounts.find(DEFAULT_ACCOUNT);
  const period = { fromMs: account?.createdAtMs ?? Infinity, toMs: clock.nowMs() - DAY_MS };
  for await (const keys of store.filesBelow(UPLOADS, period)) {
    const ids = keys.map((key) => key.slice(UPLOADS.length + 1));
    const knownIds = await db.uploads.withRows(ids);
    for (const id of ids) {
      if (knownIds.has(id) || !UPLOAD_ID.test(id)) continue;
      await store.remove(`${UPLOADS}/${id}`);
      removed += 1;
    }
  }
  for await (const keys of store.filesBelow(MADE, period)) {
    const knownKeys = await db.madeFiles.keysAmong(keys);
    for (const key of keys) {
      if (knownKeys.has(key)) continue;
      await store.remove(key);
      removed += 1;
    }
  }
  if (removed > 0) log.info({ removed }, 'files without a row were removed');
  return removed;
}

/**
 * Removes spoken texts and recognised words that were not used for a time, which is that of input snapshots. A row
 * is removed before its file, so that nobody finds a row without one.
 */
export async function removeUnusedMadeFiles(
  {
    db,
    store,
    inputsTtlSeconds,
    log,
  }: Pick<JobContext, 'db' | 'store' | 'inputsTtlSeconds' | 'log'>,
  clock: Clock,
): Promise<void> {
  const sinceMs = clock.nowMs() - Math.max(inputsTtlSeconds * 1000, GRACE_MS);
  await removeEach(
    (afterId) => db.madeFiles.unusedSince(sinceMs, afterId, AT_ONCE),
    async ({ id, storageKey }) => {
      const isRemoved = await db.madeFiles.removeUnused(id, sinceMs);
      if (isRemoved && storageKey !== null) await store.remove(storageKey);
    },
    log,
  );
}

/**
 * Removes the received rows of batches that need them no more, also when a crash came between the storing of
 * the file and that of the batch.
 */
export async function removeBatchFiles(
  { db, store }: Pick<JobContext, 'db' | 'store'>,
  clock: Clock,
): Promise<void> {
  for (const id of await store.foldersBelow('batches', clock.nowMs() - GRACE_MS)) {
    const batch = await db.batches.find(id);
    if (!batch || batch.rowsKey === null) await store.removePrefix(`batches/${id}`);
  }
}

/**
 * Removes expired sessions with their files, and input snapshots that are not needed. Sessions are hidden
 * from requests first, so that none is started meanwhile. A row is removed after its files, so that an
 * interrupted cleanup finds the row again.
 */
export async function removeExpiredSessions(
  { db, store, log }: Pick<JobContext, 'db' | 'store' | 'log'>,
  clock: Clock,
): Promise<void> {
  await db.batches.markExpired(clock.nowMs());
  await db.renderSessions.markForDeletion(clock.nowMs());
  await removeEach(
    (afterId) => db.renderSessions.markedForDeletion(afterId, AT_ONCE),
    async ({ id }) => {
      await store.removePrefix(`sessions/${id}`);
      await db.renderSessions.remove(id);
    },
    log,
  );
  await db.sessionInputs.markForDeletion(clock.nowMs());
  await removeEach(
    (afterId) => db.sessionInputs.markedForDeletion(afterId, AT_ONCE),
    async ({ id }) => {
      try {
        await store.removePrefix(inputsPrefix(id));
      } catch (error) {
        await db.sessionInputs.giveUp(id);
        throw error;
      }
      await db.sessionInputs.remove(id);
      await measureSession(id, { db, store });
    },
    log,
  );
}

/**
 * Removes the files of removed template versions, and rows that nothing names any more. A task may
 * store a file of a version that is being removed. The files are therefore removed again until no
 * such task can run.
 */
export async function removeDeletedVersions(
  { db, store, log }: Pick<JobContext, 'db' | 'store' | 'log'>,
  clock: Clock,
): Promise<void> {
  await removeEach(
    (afterId) => db.templateRemoval.withFiles(afterId, AT_ONCE),
    async ({ id, deletedAtMs }) => {
      await store.removePrefix(`versions/${id}`);
      if (deletedAtMs <= clock.nowMs() - TASK_MS) await db.templateRemoval.noteFilesRemoved(id);
    },
    log,
  );
  await db.templateRemoval.purge();
}

/**
 * Removes all entries, page by page. `readPageAfter` returns the entries after an id, in the order of ids. An
 * entry that cannot be removed is left to the next cleanup. Returns the number of removed ones.
 */
async function removeEach<T extends { id: string }>(
  readPageAfter: (id: string) => Promise<T[]>,
  remove: (item: T) => Promise<void>,
  log: Log,
): Promise<number> {
  let removed = 0;
  let page = await readPageAfter('');
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    for (const item of page) {
      try {
        await remove(item);
        removed += 1;
      } catch (error) {
        log.error({ err: error, id: item.id }, 'an expired entry could not be removed');
      }
    }
    page = await readPageAfter(last.id);
  }
  return removed;
}

/** Removes events and deliveries of webhooks that are older than a month. */
export async function removeExpiredEvents(
  { db }: Pick<JobContext, 'db'>,
  clock: Clock,
): Promise<void> {
  const nowMs = clock.nowMs();
  const [deliveriesMs, eventsMs] = [nowMs - DELIVERIES_KEPT_MS, nowMs - EVENTS_KEPT_MS];
  while (await db.webhookDeliveries.prune(deliveriesMs, eventsMs));
}
