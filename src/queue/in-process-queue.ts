import type { Log } from '../system/index.ts';
import { chooseJobs, neededPerAccount, type RunningJob } from './choose-jobs.ts';
import { Coalesced } from './coalesced.ts';
import {
  CANCELED,
  type Committing,
  DRAIN,
  type Job,
  type JobQueue,
  type QueueWorker,
} from './job-queue.ts';
import { RecentWorkLog, type RecentWorkRows } from './recent-work-log.ts';

export type InProcessQueueOptions = {
  /**
   * Reads jobs that are due and have not ended, the longest waiting first: at least the first `perAccount` of
   * each account, by priority and waiting time.
   */
  pending: (kinds: readonly string[], perAccount: number) => Promise<Job[]>;
  recentWork: RecentWorkRows;
  log: Log;
  /** Poll interval. A different process may have written the rows. */
  pollMs?: number;
  /** The time for recent work. */
  nowMs?: () => number;
};

const POLL_MS = 1000;
/** Interval of reads while jobs are added or end all the time. */
const MIN_READ_MS = 20;
/** Pause before a job runs again when its row has not ended; doubled each time. */
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;
const MAX_PAUSED_JOBS = 10_000;

type Running = RunningJob & {
  worker: QueueWorker;
  controller: AbortController;
  ended: Promise<void>;
};
type Pause = { accountId: string; untilMs: number; pauseMs: number };

/**
 * A queue for one process. It stores no list of jobs: it reads the rows when a job is added, when a
 * job ends, and every second; at most once in 20 ms. No other process may run jobs of the same rows at the same time.
 */
export class InProcessQueue implements JobQueue<Committing> {
  readonly #options: InProcessQueueOptions;
  readonly #workers: QueueWorker[] = [];
  readonly #work: RecentWorkLog;
  readonly #running = new Map<string, Running>();
  /** Pauses of jobs whose last run has ended, by key. */
  readonly #pauses = new Map<string, Pause>();
  #state: 'new' | 'started' | 'stopped' = 'new';
  #poll: NodeJS.Timeout | undefined;
  readonly #reading = new Coalesced(() => this.#startPending(), MIN_READ_MS);

  constructor(options: InProcessQueueOptions) {
    this.#options = options;
    this.#work = new RecentWorkLog(options);
  }

  async add(_job: Job, tx: Committing): Promise<void> {
    tx.afterCommit(() => this.#wake());
  }

  work(worker: QueueWorker): void {
    this.#workers.push(worker);
  }

  start(): void {
    if (this.#state !== 'new') return;
    this.#state = 'started';
    this.#poll = setInterval(() => {
      for (const run of this.#running.values()) this.#work.countLong(run);
      this.#wake();
    }, this.#options.pollMs ?? POLL_MS);
    this.#wake();
  }

  async cancel(id: string): Promise<boolean> {
    const running = this.#running.get(id);
    running?.controller.abort(CANCELED);
    return running !== undefined;
  }

  async processes(): Promise<number> {
    return 1;
  }

  /** Stops the queue. Running jobs are handed back: they continue after the restart. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#state = 'stopped';
    clearInterval(this.#poll);
    for (const { controller } of this.#running.values()) controller.abort(DRAIN);
    await this.#reading.stop();
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
    await this.#work.saved();
  }

  /** Reads the jobs soon, if the queue is started. */
  #wake(): void {
    if (this.#state === 'started') this.#reading.wake();
  }

  /** Reads the pending jobs of each worker that has a free place, and starts the next ones. */
  async #startPending(): Promise<void> {
    for (const worker of this.#workers) {
      if (this.#state !== 'started' || worker.atOnce <= this.#runsOf(worker).length) continue;
      // A job that ends while its row is read would still appear as waiting.
      const previousKeys = new Set(this.#running.keys());
      try {
        await this.#work.read(worker.kinds[0]);
        const pending = await this.#options.pending(worker.kinds, this.#neededPerAccount(worker));
        this.#startChosen(
          worker,
          pending.filter(({ id }) => !previousKeys.has(id)),
        );
      } catch (error) {
        this.#options.log.warn({ err: error }, 'reading the jobs failed');
      }
    }
  }

  /** Returns how many jobs of each account must be read so that all free places can be used. */
  #neededPerAccount(worker: QueueWorker): number {
    const nowMs = performance.now();
    const paused = [...this.#pauses.values()].filter(({ untilMs }) => untilMs > nowMs);
    const running = [...this.#running.values()].map(({ job }) => job);
    return neededPerAccount(
      worker.atOnce - this.#runsOf(worker).length,
      [...running, ...paused].map(({ accountId }) => accountId),
    );
  }

  /** Starts the jobs that come next among the pending ones of a worker. */
  #startChosen(worker: QueueWorker, pending: readonly Job[]): void {
    if (this.#state !== 'started') return;
    const running = this.#runsOf(worker);
    const chosen = chooseJobs({
      worker,
      pending,
      running,
      processes: 1,
      free: worker.atOnce - running.length,
      isReady: (job) => this.#isReady(job),
      secondsOf: (accountId, times) => this.#work.secondsOf(worker.kinds[0], accountId, times),
      nowMs: this.#work.nowMs(),
    });
    for (const job of chosen) this.#startJob(worker, job);
  }

  /** Whether a job does not run and is not paused. */
  #isReady(job: Job): boolean {
    if (this.#running.has(job.id)) return false;
    return (this.#pauses.get(keyOf(job))?.untilMs ?? 0) <= performance.now();
  }

  /** Starts a job. After its end, its time is counted and its pause begins, also when it threw. */
  #startJob(worker: QueueWorker, job: Job): void {
    const controller = new AbortController();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const run = { job, worker, controller, ended, ...this.#work.begin() };
    this.#running.set(job.id, run);
    const { kind, id, accountId } = job;
    this.#options.log.debug({ kind, id, accountId }, 'job started');
    void this.#runJob(worker, job, controller.signal).finally(() => {
      this.#running.delete(job.id);
      this.#work.count(run);
      this.#pause(job);
      end();
      this.#wake();
    });
  }

  /** Runs a job. An error is only logged: its row has not ended, so it runs again. */
  async #runJob(worker: QueueWorker, job: Job, signal: AbortSignal): Promise<void> {
    try {
      await worker.run(job, signal);
    } catch (error) {
      if (signal.aborted) return;
      const { kind, id } = job;
      this.#options.log.error({ err: error, kind, id }, 'job failed; it will be retried');
    }
  }

  /**
   * Starts the pause of a job. Without it, a job whose row has not ended would run again
   * immediately.
   */
  #pause(job: Job): void {
    const key = keyOf(job);
    const previousPauseMs = this.#pauses.get(key)?.pauseMs ?? FIRST_PAUSE_MS / 2;
    const pauseMs = Math.min(MAX_PAUSE_MS, previousPauseMs * 2);
    this.#pauses.delete(key);
    const untilMs = performance.now() + pauseMs;
    this.#pauses.set(key, { accountId: job.accountId, untilMs, pauseMs });
    if (this.#pauses.size <= MAX_PAUSED_JOBS) return;
    const [oldest] = this.#pauses.keys();
    if (oldest !== undefined) this.#pauses.delete(oldest);
  }

  #runsOf(worker: QueueWorker): Running[] {
    return [...this.#running.values()].filter((run) => run.worker === worker);
  }
}

function keyOf({ kind, id, round }: Job): string {
  return `${kind} ${id} ${round}`;
}
