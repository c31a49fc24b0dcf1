import { randomUUID } from 'node:crypto';
import { systemClock } from '../../system/index.ts';
import type { JobContext } from '../job-context.ts';
import { removeAccount } from './remove-account.ts';

const LOOK_MS = 10_000;
/** A deletion without progress for this time was interrupted. One piece does not take so long. */
const IDLE_MS = 60_000;

/**
 * Continues interrupted deletions of accounts in the background, until the result is disposed. One process at a time
 * does it.
 */
export function continueRemovals({
  db,
  store,
  log,
  dataFolder,
}: Pick<JobContext, 'db' | 'store' | 'log' | 'dataFolder'>): Disposable {
  const stop = new AbortController();
  const { signal } = stop;
  let isRunning = false;
  const look = async () => {
    for (const accountId of await db.accountRemoval.unfinished(systemClock.nowMs() - IDLE_MS)) {
      const holder = randomUUID();
      await db.accountRemoval.close({ accountId, holder });
      const { removed } = await removeAccount(
        accountId,
        { db, store, dataFolder, holder },
        { signal },
      );
      log.info({ accountId, ...removed }, 'the deletion of an account was completed');
    }
  };
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    look()
      .catch((err: unknown) => {
        if (!signal.aborted) log.error({ err }, 'the deletion of an account could not be continued');
      })
      .finally(() => {
        isRunning = false;
      });
  }, LOOK_MS);
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer);
      stop.abort();
    },
  };
}
