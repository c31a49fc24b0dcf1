import type { AccountLimits, SessionStart, Transaction } from '../database/index.ts';
import { type IngestedAssets, withoutFailedWords } from '../produce/index.ts';
import type { Job, JobQueue } from '../queue/index.ts';
import { addLogFields, type Clock } from '../system/index.ts';
import { accountLimits, limited } from './account-limits.ts';
import type { JobContext } from './job-context.ts';
import { removeLeft } from './session-steps.ts';

/** Whether an earlier attempt of a session went on without the words of its captions. */
async function hasFailedWords(id: string, tx: Transaction): Promise<boolean> {
  const { ingested = {} } = (await tx.sessionInputs.find(id)) ?? {};
  const inputs = { ingested: ingested as IngestedAssets, paths: {} };
  return Object.keys(withoutFailedWords(inputs).ingested).length < Object.keys(ingested).length;
}

type Owned = { id: string; accountId: string };

export type JobActionsOptions = Pick<JobContext, 'db' | 'store' | 'log' | 'inputsTtlSeconds'> & {
  clock: Clock;
  /** The limits of accounts that have none of their own. */
  defaultLimits: AccountLimits;
};

/**
 * Returns the actions that follow a change of a row. Call those with a parameter `tx` in the transaction of
 * the change.
 */
export function jobActions(
  queue: JobQueue<Transaction>,
  { db, store, log, clock, defaultLimits, inputsTtlSeconds }: JobActionsOptions,
) {
  const limits = accountLimits(defaultLimits, () => clock.nowMs());
  /** Adds a job if the account has not reached its limits. */
  const enqueue = async (job: Job, tx: Transaction) => {
    await limits.checkJob(await limited(job.accountId, tx));
    await queue.add(job, tx);
  };
  const cancelSession = async (id: string) => {
    if (!(await queue.cancel(id))) await removeLeft(id, { db, store });
  };
  return {
    /** Throws `quota_exceeded` if the account stores too much after the transaction. */
    fileStored: async (accountId: string, tx: Transaction) =>
      limits.checkStorage(await limited(accountId, tx)),

    versionAdded: ({ id, accountId }: Owned, tx: Transaction) =>
      enqueue({ kind: 'import', id, accountId, round: 1, priority: 'preview' }, tx),

    sessionStarted: async (start: SessionStart, tx: Transaction) => {
      const { id, accountId, attempt } = start;
      addLogFields({ sessionId: id });
      const priority = start.priority === 'batch' ? 'batch' : (start.render ?? 'final');
      // Without files, a job that fetches them would only delay the render.
      const isFetched = start.namesFiles === false && !(await tx.uploads.hasFonts(accountId));
      if (isFetched) await tx.sessionInputs.keepNone(id, clock.nowMs() + inputsTtlSeconds * 1000);
      if (attempt > 1 && (await hasFailedWords(id, tx))) await tx.sessionInputs.fetchAgain(id);
      const kind = isFetched ? 'render' : 'fetch';
      await enqueue({ kind, id, accountId, round: attempt, priority }, tx);
      await limits.reserveFrames(start, await limited(accountId, tx));
    },

    /**
     * Cancels the session's job, which then removes its files. If no job runs, the files are removed here.
     */
    sessionCanceled: (id: string) => {
      void cancelSession(id).catch((error: unknown) =>
        log.error(
          { err: error, sessionId: id },
          'the files of a canceled session could not be removed',
        ),
      );
    },

    deliveriesDue: async (deliveries: readonly Owned[], tx: Transaction) => {
      for (const { id, accountId } of deliveries)
        await queue.add({ kind: 'deliver', id, accountId, round: 1, priority: 'final' }, tx);
    },
  };
}
