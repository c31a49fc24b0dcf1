import type { JobContext } from '../job-context.ts';
import type { SegmentLimits } from '../remove-expired.ts';
import { UNWANTED } from './notices.ts';
import { WORK } from './segment-files.ts';

type Context = Pick<JobContext, 'db' | 'store' | 'log'>;

/** Segments that are read at once. */
const LIMIT = 500;
/**
 * Packs and images of a day are removed two days after the last scope of the day was added. A segment that still
 * waits then finds them lost, and its session stores them again.
 */
const WORK_TTL_MS = 48 * 3600 * 1000;

/** Stops the segments of sessions that have ended without their process, such as by a crash. */
export async function stopEnded({ db, store }: Omit<Context, 'log'>): Promise<void> {
  const packs = await db.transaction((tx) => tx.segments.unwantEnded());
  if (packs.length > 0) await db.notices.notify(UNWANTED, '');
  for (const pack of packs) await store.remove(pack);
}

/** Removes shared segments by age and total size, and packs and images of earlier days. */
export async function removeSharedSegments(
  { db, store, log }: Context,
  limits: SegmentLimits,
  nowMs: number,
): Promise<number> {
  let removed = 0;
  for (let count = LIMIT; count === LIMIT; removed += count) {
    count = 0;
    for (const { id, pack } of await db.segments.listExpired({ ...limits, limit: LIMIT })) {
      try {
        await store.removePrefix(`segments/${id}`);
        await store.remove(pack);
        // After the files, so that an interrupted cleanup finds them again.
        await db.segments.remove(id);
        count += 1;
      } catch (err) {
        log.error({ err, id }, 'an expired segment could not be removed');
      }
    }
  }
  for (const day of await store.foldersBelow(WORK, nowMs - WORK_TTL_MS))
    await store.removePrefix(`${WORK}/${day}`);
  return removed;
}
