import { usageOf } from '../isolated/index.ts';
import { observeProcesses, observeQueue } from '../observe/index.ts';
import { cached, systemClock } from '../system/index.ts';
import type { Parts } from './open-parts.ts';

/** The queue is counted at most this often, however many programs read the metrics. */
const QUEUE_TTL_MS = 5000;

/** Reports the queue, and the processes of this service. `opened` stops it. */
export function observeParts(
  { db, isolated, rasterisers, stillRasterisers }: Parts,
  opened: AsyncDisposableStack,
): void {
  const pids = () => ({
    isolated: isolated.pids,
    rasteriser: [...rasterisers.pids, ...stillRasterisers.pids],
  });
  opened.use(observeProcesses(pids, (pid) => usageOf(pid)?.rssBytes));
  const readQueue = cached(systemClock, QUEUE_TTL_MS, async () => {
    const nowMs = systemClock.nowMs();
    return (await db.queueCounts.open()).map(({ oldestMs, ...work }) => ({
      ...work,
      oldestSeconds: oldestMs === null ? 0 : Math.max(0, nowMs - oldestMs) / 1000,
    }));
  });
  const readTables = cached(systemClock, QUEUE_TTL_MS, () => db.queueCounts.tables());
  opened.use(observeQueue(readQueue, readTables));
}
