import type { Clock } from '../base/index.ts';
import type { Workshop } from './workshop.ts';

/** A session that named an upload in time has so long to take it. */
const GRACE_MS = 3600 * 1000;
const AT_ONCE = 100;

/** Removes uploads that have expired, with their files. A file goes first: a row without one is found again. */
export async function sweep(
  { db, store }: Pick<Workshop, 'db' | 'store'>,
  clock: Clock,
): Promise<number> {
  let removed = 0;
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
