import { dropSegments } from '../segments/index.ts';
import type { Clock, Log } from '../system/index.ts';
import { inputsPrefix } from './input-snapshot.ts';
import type { JobContext } from './job-context.ts';
import { measureSession } from './stored-bytes.ts';

/** A session that named an upload in time has so long to take it. */
const GRACE_MS = 3600 * 1000;
const AT_ONCE = 100;
const DAY_MS = 24 * GRACE_MS;
/** The log of webhooks, and the events that can be replayed; no delivery outlives its event. */
const DELIVERIES_KEPT_MS = 30 * DAY_MS;
const EVENTS_KEPT_MS = 31 * DAY_MS;

export type SegmentLimits = { ttlMs: number; maxBytes: number };

/**
 * Removes uploads that have expired, with their files, segments that nobody has used for long or
 * that have no room, and what kills have left. A file goes first: a row without one is found again.
 */
export async function removeExpired(
  { db, store, segmentFolder, log }: Pick<JobContext, 'db' | 'store' | 'segmentFolder' | 'log'>,
  { ttlMs, maxBytes }: SegmentLimits,
  clock: Clock,
): Promise<number> {
  // Nothing takes a day to be put.
  await store.removeUnfinished(clock.nowMs() - DAY_MS);
  const segments = await dropSegments(segmentFolder, { sinceMs: clock.nowMs() - ttlMs, maxBytes });
  const uploads = await removeEach(
    (after) => db.uploads.expiredBefore(clock.nowMs() - GRACE_MS, after, AT_ONCE),
    async ({ id, storageKey }) => {
      await store.remove(storageKey);
      await db.uploads.remove(id);
    },
    log,
  );
  return segments + uploads;
}

/**
 * Removes sessions whose time is over, with their files, and what renders were made of when it is not
 * needed any more. They are taken out of everyone's reach first, so that none can be started in
 * between; a row that outlives its files is found again.
 */
export async function removeExpiredSessions(
  { db, store, log }: Pick<JobContext, 'db' | 'store' | 'log'>,
  clock: Clock,
): Promise<void> {
  await db.renderSessions.markForDeletion(clock.nowMs());
  await removeEach(
    (after) => db.renderSessions.markedForDeletion(after, AT_ONCE),
    async ({ id }) => {
      await store.removePrefix(`sessions/${id}`);
      await db.renderSessions.remove(id);
    },
    log,
  );
  await db.sessionInputs.markForDeletion(clock.nowMs());
  await removeEach(
    (after) => db.sessionInputs.markedForDeletion(after, AT_ONCE),
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

/** What cannot be removed is left to the next sweep. */
async function removeEach<T extends { id: string }>(
  behind: (id: string) => Promise<T[]>,
  remove: (one: T) => Promise<void>,
  log: Log,
): Promise<number> {
  let removed = 0;
  let some = await behind('');
  for (let last = some.at(-1); last !== undefined; last = some.at(-1)) {
    for (const one of some) {
      try {
        await remove(one);
        removed += 1;
      } catch (error) {
        log.error({ err: error, id: one.id }, 'what has expired could not be removed');
      }
    }
    some = await behind(last.id);
  }
  return removed;
}

/** Removes events and deliveries of webhooks that are older than a month. */
export async function removeExpiredEvents(
  { db }: Pick<JobContext, 'db'>,
  clock: Clock,
): Promise<void> {
  const now = clock.nowMs();
  const [deliveriesMs, eventsMs] = [now - DELIVERIES_KEPT_MS, now - EVENTS_KEPT_MS];
  while (await db.webhookDeliveries.prune(deliveriesMs, eventsMs));
}
