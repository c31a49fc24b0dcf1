import { AppError } from '../base/index.ts';

/** Within an account, previews run before finals, and finals before batch jobs. */
export type JobPriority = 'preview' | 'final' | 'batch';

/**
 * A job that is described by a database row. The row is the only state; a queue only schedules it.
 */
export type Job = {
  kind: string;
  /** Id of the row. Jobs with the same id never run at the same time, even if their kinds differ. */
  id: string;
  accountId: string;
  /** Distinguishes jobs with the same kind and id, such as the attempts of a session. */
  round: number;
  /** A batch job runs only when no other job of its worker can run, from any account. */
  priority: JobPriority;
  /** The target of the result, for workers that limit the jobs per target. */
  target?: string;
};

/** The function that runs the jobs of some kinds, and their common limits. */
export type QueueWorker = {
  /** The first kind names the worker's work in the tables. */
  kinds: readonly [string, ...string[]];
  /** Maximum number of jobs that run in this process at the same time. */
  atOnce: number;
  /**
   * Maximum number of an account's jobs that run at the same time, in `processes` processes together.
   */
  perAccount: (accountId: string, processes: number) => number;
  /**
   * Returns whether a job may run together with the running jobs of all `processes` processes. A job that may
   * not run also may not when more jobs run. Default: always.
   */
  mayRun?: (job: Job, running: readonly Job[], processes: number) => boolean;
  /**
   * Does the work and marks the row as ended. A job whose row has not ended runs again after a pause
   * that grows each time. The signal fires when the job is canceled, the queue stops or another process
   * took the job over; use `isHandedBack` to distinguish the first from the others.
   */
  run: (job: Job, signal: AbortSignal) => Promise<void>;
  /**
   * Marks the row of a job as failed. Called instead of `run` when several processes in a row have died
   * during the job. Default: the job runs.
   */
  giveUp?: (job: Job) => Promise<void>;
};

/**
 * Decides which job runs next. A job runs once, and again only after a crash or when its row has not
 * ended. Each worker takes the next job from the account with the least recent work, by the rule of
 * `nextJob`. `Transaction` is the type of the transaction that writes a row.
 */
export interface JobQueue<Transaction> extends AsyncDisposable {
  /**
   * Adds a job in the transaction that writes its row. The job runs after the commit, and never
   * without it.
   */
  add(job: Job, tx: Transaction): Promise<void>;

  /** Registers a worker. Its jobs run in this process after `start`. */
  work(worker: QueueWorker): void;

  /** Starts to run existing jobs and jobs that are added later. */
  start(): void;

  /**
   * Fires the signal of a job, in whichever process it runs. Resolves with false when it does not run.
   * The caller must have ended its row.
   */
  cancel(id: string): Promise<boolean>;

  /** Why this process can run no job until an operator helps; undefined if it can. */
  readonly problem?: string | undefined;

  /** Returns the number of live processes that run jobs of a worker, by its first kind; at least 1. */
  processes(kind: string): Promise<number>;
}

/** The part of a transaction that a queue needs: a callback after the commit. */
export type Committing = { afterCommit: (then: () => void) => void };

export const CANCELED = new AppError('canceled', 'The job was canceled.');
export const DRAIN = new AppError(
  'unavailable',
  'The service is stopping; the job continues after the restart.',
);

/**
 * Returns whether a job was stopped because the queue stops or because another process took it over. A
 * later run continues it.
 */
export function isHandedBack(signal: AbortSignal): boolean {
  const { code } = (signal.reason ?? {}) as Partial<AppError>;
  return signal.aborted && code === 'unavailable';
}
