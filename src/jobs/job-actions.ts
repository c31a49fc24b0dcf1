import { AppError } from '../base/index.ts';
import type { SessionStart, Transaction } from '../database/index.ts';
import type { Job, JobQueue } from '../queue/index.ts';
import type { JobContext } from './job-context.ts';
import { removeLeft } from './render-session.ts';

type Owned = { id: string; accountId: string };

export type JobActionsOptions = Pick<JobContext, 'db' | 'store' | 'log'> & {
  /** Sessions and imports of an account that wait or run. */
  maxQueued: number;
  /** Bytes that an account may store; 0: as many as it likes. */
  quotaBytes: number;
};

/** What a change of a row means for the queue. Those with a transaction belong to the change. */
export function jobActions(
  queue: JobQueue<Transaction>,
  { db, store, log, maxQueued, quotaBytes }: JobActionsOptions,
) {
  const checkQuota = async (accountId: string, tx: Transaction) => {
    if (quotaBytes === 0) return;
    const usedBytes = await tx.storage.usedBy(accountId);
    if (usedBytes > quotaBytes) throw quotaExceeded(usedBytes, quotaBytes);
  };
  /** What an account asks for is limited. */
  const enqueue = async (job: Job, tx: Transaction) => {
    const count = await tx.jobs.countOf(job.accountId);
    if (count > maxQueued) throw queueFull(count - 1, maxQueued);
    await checkQuota(job.accountId, tx);
    await queue.add(job, tx);
  };
  return {
    /** Throws `quota_exceeded` when the account stores too much with what the transaction adds. */
    fileStored: checkQuota,

    versionAdded: ({ id, accountId }: Owned, tx: Transaction) =>
      enqueue({ kind: 'import', id, accountId, round: 1, isBatch: false }, tx),

    sessionStarted: ({ id, accountId, attempt, priority }: SessionStart, tx: Transaction) => {
      const isBatch = priority === 'batch';
      return enqueue({ kind: 'fetch', id, accountId, round: attempt, isBatch }, tx);
    },

    /** What a render leaves is removed by its job, or here when none runs. */
    sessionCanceled: (id: string) => {
      if (queue.cancel(id)) return;
      void removeLeft(id, { db, store }).catch((error: unknown) =>
        log.error({ err: error, sessionId: id }, 'the files of a canceled session stay'),
      );
    },

    uploadsDue: async (uploads: readonly Owned[], tx: Transaction) => {
      for (const { id, accountId } of uploads)
        await queue.add({ kind: 'deliver', id, accountId, round: 1, isBatch: false }, tx);
    },
  };
}

function queueFull(count: number, limit: number): AppError {
  return new AppError(
    'queue_full',
    `The account has ${count} sessions and templates that wait or are being made (limit: ${limit}).`,
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
