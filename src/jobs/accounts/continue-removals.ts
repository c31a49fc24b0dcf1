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
  const proceed = async (accountId: string) => {
    const holder = randomUUID();
    await db.accountRemoval.close({ accountId, holder });
    const context = { db, store, dataFolder, holder };
    const { removed } = await removeAccount(accountId, context, { signal });
    log.info({ accountId, ...removed }, 'the deletion of an account was completed');
  };
  const failed = (fields: object) => {
    if (!signal.aborted) log.error(fields, 'the deletion of an account could not be continued');
  };
  const look = async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      for (const accountId of await db.accountRemoval.unfinished(systemClock.nowMs() - IDLE_MS))
        await proceed(accountId).catch((err: unknown) => failed({ err, accountId }));
    } catch (err) {
      failed({ err });
    } finally {
      isRunning = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  void look();
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer);
      stop.abort();
    },
  };
}
