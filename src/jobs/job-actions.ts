import { AppError } from '../base/index.ts';
import type { SessionStart, Transaction } from '../database/index.ts';
import type { Job, JobQueue } from '../queue/index.ts';
import type { JobContext } from './job-context.ts';
import { removeLeft } from './render-session.ts';

type Owned = { id: string; accountId: string };

export type JobActionsOptions = Pick<JobContext, 'db' | 'store' | 'log'> & {
  /** Maximum number of an account's sessions and imports that wait or run. */
  maxQueued: number;
  /** Bytes that an account may store; 0: no limit. */
  quotaBytes: number;
};

/**
 * Returns the actions that follow a change of a row. Call those with a parameter `tx` in the transaction of
 * the change.
 */
export function jobActions(
  queue: JobQueue<Transaction>,
  { db, store, log, maxQueued, quotaBytes }: JobActionsOptions,
) {
  const checkQuota = async (accountId: string, tx: Transaction) => {
    if (quotaBytes === 0) return;
    const usedBytes = await tx.storage.usedBy(accountId);
    if (usedBytes > quotaBytes) throw quotaExceeded(usedBytes, quotaBytes);
  };
  /** Adds a job if the account has not reached its limits. */
  const enqueue = async (job: Job, tx: Transaction) => {
    const count = await tx.jobs.countOf(job.accountId);
    if (count > maxQueued) throw queueFull(count - 1, maxQueued);
    await checkQuota(job.accountId, tx);
    await queue.add(job, tx);
  };
  return {
    /** Throws `quota_exceeded` if the account stores too much after the transaction. */
    fileStored: checkQuota,

    versionAdded: ({ id, accountId }: Owned, tx: Transaction) =>
      enqueue({ kind: 'import', id, accountId, round: 1, priority: 'preview' }, tx),

    sessionStarted: ({ id, accountId, attempt, ...start }: SessionStart, tx: Transaction) => {
      const priority = start.priority === 'batch' ? 'batch' : (start.render ?? 'final');
      return enqueue({ kind: 'fetch', id, accountId, round: attempt, priority }, tx);
    },

    /**
     * Cancels the session's job, which then removes its files. If no job runs, the files are removed here.
     */
    sessionCanceled: (id: string) => {
      if (queue.cancel(id)) return;
      void removeLeft(id, { db, store }).catch((error: unknown) =>
        log.error(
          { err: error, sessionId: id },
          'the files of a canceled session could not be removed',
        ),
      );
    },

    uploadsDue: async (uploads: readonly Owned[], tx: Transaction) => {
      for (const { id, accountId } of uploads)
        await queue.add({ kind: 'deliver', id, accountId, round: 1, priority: 'final' }, tx);
    },
  };
}

function queueFull(count: number, limit: number): AppError {
  return new AppError(
    'queue_full',
    `The account has ${count} waiting or running sessions and imports (limit: ${limit}).`,
    { hint: 'Wait until some have ended, or cancel some.' },
  );
}

function quotaExceeded(usedBytes: number, quotaBytes: number): AppError {
  const [used, quota] = [usedBytes, quotaBytes].map((bytes) => Math.ceil(bytes / 2 ** 20));
  return new AppError(
    'quota_exceeded',
    `The account would store ${used} MB (limit: ${quota} MB).`,
    { hint: 'Remove sessions, or wait until uploads expire.' },
  );
}
