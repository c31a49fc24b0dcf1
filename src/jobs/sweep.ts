import type { Clock } from '../base/index.ts';
import { dropSegments } from '../render/index.ts';
import { inputsPrefix } from './kept-inputs.ts';
import type { Workshop } from './workshop.ts';

/** A session that named an upload in time has so long to take it. */
const GRACE_MS = 3600 * 1000;
const AT_ONCE = 100;
const DAY_MS = 24 * GRACE_MS;
/** The log of webhooks, and the events that can be replayed; no delivery outlives its event. */
const DELIVERIES_KEPT_MS = 30 * DAY_MS;
const EVENTS_KEPT_MS = 31 * DAY_MS;

export type SegmentLimits = { ttlMs: number; mostBytes: number };

/**
 * Removes uploads that have expired, with their files, segments that nobody has used for long or
 * that have no room, and what kills have left. A file goes first: a row without one is found again.
 */
export async function sweep(
  { db, store, segmentFolder }: Pick<Workshop, 'db' | 'store' | 'segmentFolder'>,
  { ttlMs, mostBytes }: SegmentLimits,
  clock: Clock,
): Promise<number> {
  // Nothing takes a day to be put.
  await store.removeUnfinished(clock.nowMs() - DAY_MS);
  let removed = await dropSegments(segmentFolder, { sinceMs: clock.nowMs() - ttlMs, mostBytes });
  for (;;) {
    const expired = await db.uploads.expiredBefore(clock.nowMs() - GRACE_MS, AT_ONCE);
    for (const { id, storageKey } of expired) {
      await store.remove(storageKey);
      await db.uploads.remove(id);
    }
    removed += expired.length;
    if (expired.length < AT_ONCE) return removed;
  }
}

/**
 * Removes sessions whose time is over, with their files, and what renders were made of when it is not
 * needed any more. Files go first here, too; and in the transaction that finds them to be over, so
 * that none can be started in between.
 */
export async function sweepSessions(
  { db, store }: Pick<Workshop, 'db' | 'store'>,
  clock: Clock,
): Promise<void> {
  const removeNext = () =>
    db.transaction(async (tx) => {
      const [expired] = await tx.renderSessions.expiredBefore(clock.nowMs(), 1);
      if (expired !== undefined) {
        await store.removePrefix(`sessions/${expired}`);
        await tx.renderSessions.remove(expired);
        return true;
      }
      const [unneeded] = await tx.sessionInputs.droppable(clock.nowMs(), 1);
      if (unneeded === undefined) return false;
      await store.removePrefix(inputsPrefix(unneeded));
      await tx.sessionInputs.remove(unneeded);
      return true;
    });
  while (await removeNext());
}

/** Removes events and deliveries of webhooks that are older than a month. */
export async function sweepEvents({ db }: Pick<Workshop, 'db'>, clock: Clock): Promise<void> {
  const now = clock.nowMs();
  const [deliveriesMs, eventsMs] = [now - DELIVERIES_KEPT_MS, now - EVENTS_KEPT_MS];
  while (await db.webhookDeliveries.prune(deliveriesMs, eventsMs));
}
