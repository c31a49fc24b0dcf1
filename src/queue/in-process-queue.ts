import { AppError, Turns } from '../base/index.ts';
import type { Log } from '../system/index.ts';
import type { Job, JobCounts, JobQueue, QueueWorker } from './job-queue.ts';

/** The part of a transaction that the queue needs: a callback after the commit. */
export type Committing = { afterCommit: (then: () => void) => void };

export type InProcessQueueOptions = {
  /** Reads the first jobs of each account that are due and have not ended, in their order. */
  pending: (kinds: readonly string[]) => Promise<Job[]>;
  log: Log;
  /** Poll interval. A different process may have written the rows. */
  pollMs?: number;
};

const POLL_MS = 1000;
/** Pause before a job runs again when its row has not ended; doubled each time. */
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;
const MAX_PAUSED_JOBS = 10_000;
const CANCELED = new AppError('canceled', 'The job was canceled.');
const DRAIN = new AppError(
  'unavailable',
  'The service is stopping; the job continues after the restart.',
);

type Running = { job: Job; worker: OwnWorker; controller: AbortController; ended: Promise<void> };
type OwnWorker = QueueWorker & { turns: Turns };

/**
 * A queue for one process. It stores no list of jobs: it reads the rows when a job is added, when a
 * job ends, and every second.
 */
export class InProcessQueue implements JobQueue<Committing> {
  readonly #options: InProcessQueueOptions;
  readonly #workers: OwnWorker[] = [];
  readonly #running = new Map<string, Running>();
  /** Pauses of jobs whose last run has ended, by key. */
  readonly #pauses = new Map<string, { untilMs: number; pauseMs: number }>();
  #state: 'new' | 'started' | 'stopped' = 'new';
  #poll: NodeJS.Timeout | undefined;
  #isStale = false;
  #isReading = false;
  #reading: Promise<void> = Promise.resolve();

  constructor(options: InProcessQueueOptions) {
    this.#options = options;
  }

  async add(_job: Job, tx: Committing): Promise<void> {
    tx.afterCommit(() => this.#wake());
  }

  work(worker: QueueWorker): void {
    this.#workers.push({ ...worker, turns: new Turns() });
  }

  start(): void {
    if (this.#state !== 'new') return;
    this.#state = 'started';
    this.#poll = setInterval(() => this.#wake(), this.#options.pollMs ?? POLL_MS);
    this.#wake();
  }

  cancel(id: string): boolean {
    const running = this.#running.get(id);
    running?.controller.abort(CANCELED);
    return running !== undefined;
  }

  async counts(): Promise<JobCounts> {
    const kinds = this.#workers.flatMap((worker) => worker.kinds);
    const pending = await this.#options.pending(kinds);
    const waiting = pending.filter(({ id }) => !this.#running.has(id)).length;
    return { waiting, running: this.#running.size };
  }

  /** Stops the queue. Running jobs are handed back: they continue after the restart. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#state = 'stopped';
    clearInterval(this.#poll);
    for (const { controller } of this.#running.values()) controller.abort(DRAIN);
    await this.#reading;
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  /** Reads the rows. Any number of calls during a read cause only one more read. */
  #wake(): void {
    if (this.#state !== 'started') return;
    this.#isStale = true;
    if (!this.#isReading) this.#reading = this.#startPending();
  }

  async #startPending(): Promise<void> {
    this.#isReading = true;
    while (this.#isStale && this.#state === 'started') {
      this.#isStale = false;
      for (const worker of this.#workers) {
        if (worker.atOnce <= this.#runningIn(worker).length) continue;
        // A job that ends while its row is read would still appear as waiting.
        const before = new Set(this.#running.keys());
        try {
          const pending = await this.#options.pending(worker.kinds);
          this.#startIn(
            worker,
            pending.filter(({ id }) => !before.has(id)),
          );
        } catch (error) {
          this.#options.log.warn({ err: error }, 'reading the jobs failed');
        }
      }
    }
    // No `await` may stand between the loop condition and this line: a wake would be lost.
    this.#isReading = false;
  }

  #startIn(worker: OwnWorker, pending: readonly Job[]): void {
    while (this.#state === 'started') {
      const running = this.#runningIn(worker);
      if (running.length >= worker.atOnce) return;
      const ready = pending.filter((job) => this.#isReady(job, worker, running));
      const normal = ready.filter(({ isBatch }) => !isBatch);
      const first = normal.length > 0 ? normal : ready;
      const account = worker.turns.next(new Set(first.map(({ accountId }) => accountId)));
      const job = first.find(({ accountId }) => accountId === account);
      if (!job) return;
      this.#start(worker, job);
    }
  }

  #isReady(job: Job, worker: OwnWorker, running: readonly Job[]): boolean {
    if (this.#running.has(job.id)) return false;
    if (worker.turns.heldBy(job.accountId) >= worker.perAccount) return false;
    if ((this.#pauses.get(keyOf(job))?.untilMs ?? 0) > performance.now()) return false;
    return worker.mayRun?.(job, running) ?? true;
  }

  #start(worker: OwnWorker, job: Job): void {
    const controller = new AbortController();
    worker.turns.take(job.accountId);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    this.#running.set(job.id, { job, worker, controller, ended });
    const { kind, id, accountId } = job;
    this.#options.log.debug({ kind, id, accountId }, 'job started');
    void this.#run(worker, job, controller.signal).finally(() => {
      this.#running.delete(job.id);
      worker.turns.give(job.accountId);
      this.#pause(job);
      end();
      this.#wake();
    });
  }

  async #run(worker: OwnWorker, job: Job, signal: AbortSignal): Promise<void> {
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
    const before = this.#pauses.get(key)?.pauseMs ?? FIRST_PAUSE_MS / 2;
    const pauseMs = Math.min(MAX_PAUSE_MS, before * 2);
    this.#pauses.delete(key);
    this.#pauses.set(key, { untilMs: performance.now() + pauseMs, pauseMs });
    if (this.#pauses.size <= MAX_PAUSED_JOBS) return;
    const [oldest] = this.#pauses.keys();
    if (oldest !== undefined) this.#pauses.delete(oldest);
  }

  #runningIn(worker: OwnWorker): Job[] {
    return [...this.#running.values()].flatMap((run) => (run.worker === worker ? [run.job] : []));
  }
}

function keyOf({ kind, id, round }: Job): string {
  return `${kind} ${id} ${round}`;
}
