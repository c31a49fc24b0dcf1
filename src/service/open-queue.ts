import type { Config } from '../config/index.ts';
import { type Database, openSqlPool, type Transaction } from '../database/index.ts';
import type { DiskRoom } from '../jobs/index.ts';
import { InProcessQueue, type JobQueue, PgBossQueue } from '../queue/index.ts';
import type { StoreWatch } from '../storage/index.ts';
import type { Log } from '../system/index.ts';

/** Connections of a process for its jobs: fetching, confirming and feeding. */
const CONNECTIONS = 4;

/** Opens the queue of this process, or its part of the queue of all processes that share the database. */
export function openQueue(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  db: Database,
  { log, watch, disk }: { log: Log; watch: StoreWatch; disk: DiskRoom },
  opened: AsyncDisposableStack,
): JobQueue<Transaction> {
  const { pending } = db.jobs;
  if (databaseUrl === undefined)
    return opened.use(new InProcessQueue({ pending, recentWork: db.recentWork, log }));
  return opened.use(
    new PgBossQueue({
      pool: opened.use(openSqlPool(databaseUrl, CONNECTIONS)),
      pending,
      log,
      recentWork: (kind) => db.recentWork.read(kind),
      isAble: () => !watch.isSilent,
      mayBegin: () => !disk.isFull && !watch.isLate,
      listen: (channel, onMessage) => db.notices.listen(channel, onMessage),
    }),
  );
}
