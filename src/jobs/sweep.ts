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
 * Removes uploads that have expired, with their files, and segments that nobody has used for long or
 * that have no room. A file goes first: a row without one is found again.
 */
export async function sweep(
  { db, store, segmentFolder }: Pick<Workshop, 'db' | 'store' | 'segmentFolder'>,
  { ttlMs, mostBytes }: SegmentLimits,
  clock: Clock,
): Promise<number> {
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
 * needed any more. A file goes first here, too.
 */
export async function sweepSessions(
  { db, store }: Pick<Workshop, 'db' | 'store'>,
  clock: Clock,
): Promise<void> {
  for (;;) {
    const expired = await db.renderSessions.expiredBefore(clock.nowMs(), AT_ONCE);
    for (const id of expired) {
      await store.removePrefix(`sessions/${id}`);
      await db.renderSessions.remove(id);
    }
    const unneeded = await db.sessionInputs.droppable(clock.nowMs(), AT_ONCE);
    for (const id of unneeded) {
      await store.removePrefix(inputsPrefix(id));
      await db.sessionInputs.remove(id);
    }
    if (expired.length < AT_ONCE && unneeded.length < AT_ONCE) return;
  }
}

/** Removes events and deliveries of webhooks that are older than a month. */
export async function sweepEvents({ db }: Pick<Workshop, 'db'>, clock: Clock): Promise<void> {
  const now = clock.nowMs();
  const [deliveriesMs, eventsMs] = [now - DELIVERIES_KEPT_MS, now - EVENTS_KEPT_MS];
  while (await db.webhookDeliveries.prune(deliveriesMs, eventsMs));
}
