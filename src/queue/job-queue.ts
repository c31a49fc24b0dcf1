import type { AppError } from '../base/index.ts';

/** A piece of work that a row tells of: the row is the truth, a queue only says who does what next. */
export type Job = {
  kind: string;
  /** Of the row; of one id at most one job runs at a time, whatever its kind. */
  id: string;
  accountId: string;
  /** Tells jobs of one kind and id apart. */
  round: number;
  /** Comes when no other job of its lane can run. */
  isBatch: boolean;
  /** Where its result goes, for lanes that look at it. */
  target?: string;
};

/** Jobs that share limits. */
export type QueueWorker = {
  kinds: readonly string[];
  /** Jobs that run at once. */
  atOnce: number;
  perAccount: number;
  /** Whether a job can run beside those of the lane that run; when absent, all can. */
  mayRun?: (job: Job, running: readonly Job[]) => boolean;
  /**
   * Does the work and ends the row; a row that has not ended is worked at again, later each time.
   * The signal fires when the job is canceled or the queue stops: `isHandedBack` tells which.
   */
  run: (job: Job, signal: AbortSignal) => Promise<void>;
};

export type JobCounts = { waiting: number; running: number };

/**
 * Says which job is done next: once for each job, and again only when a process died or a row has
 * not ended. Accounts take turns in each lane. `Transaction` is what a row is written by.
 */
export interface JobQueue<Transaction> extends AsyncDisposable {
  /**
   * Adds a job as a part of the transaction that writes its row: it runs when that is committed, and
   * never otherwise.
   */
  add(job: Job, tx: Transaction): Promise<void>;

  /** Has the jobs of a lane done here from `start` on. */
  work(worker: QueueWorker): void;

  /** Goes on with what is there, and begins with what is added. */
  start(): void;

  /** Fires the signal of a job that runs here; false when none does. The caller has ended its row. */
  cancel(id: string): boolean;

  /** Of the lanes that this process works at. */
  counts(): Promise<JobCounts>;
}

/** Whether a job is to be left as it is, because the queue stops; another run goes on with it. */
export function isHandedBack(signal: AbortSignal): boolean {
  const { code } = (signal.reason ?? {}) as Partial<AppError>;
  return signal.aborted && code === 'unavailable';
}
