import { AppError, Turns } from '../base/index.ts';
import type { Log } from '../system/index.ts';
import type { Job, JobCounts, JobQueue, QueueWorker } from './job-queue.ts';

/** What a transaction has to be able to do for a queue in this process. */
export type Committing = { afterCommit: (then: () => void) => void };

export type InProcessQueueOptions = {
  /** Reads the jobs that are due and have not ended: of each account the first ones, in their order. */
  pending: (kinds: readonly string[]) => Promise<Job[]>;
  log: Log;
  /** Between looks at the rows, which another process may have written. */
  pollMs?: number;
};

const POLL_MS = 1000;
/** Before a job runs again whose row has not ended; doubled each time. */
const FIRST_REST_MS = 1000;
const MAX_REST_MS = 60_000;
const MAX_RESTING = 10_000;
const CANCELED = new AppError('canceled', 'The job was canceled.');
const DRAIN = new AppError(
  'unavailable',
  'The service is stopping; the job goes on after its restart.',
);

type Running = { job: Job; worker: OwnWorker; controller: AbortController; ended: Promise<void> };
type OwnWorker = QueueWorker & { turns: Turns };

/**
 * A queue for one process. It keeps no list of jobs: whenever a job is added or has ended, and each
 * second, it reads from the rows what can run next.
 */
export class InProcessQueue implements JobQueue<Committing> {
  readonly #options: InProcessQueueOptions;
  readonly #workers: OwnWorker[] = [];
  readonly #running = new Map<string, Running>();
  /** Jobs whose run has ended, by key. */
  readonly #resting = new Map<string, { untilMs: number; restMs: number }>();
  #state: 'new' | 'started' | 'stopped' = 'new';
  #poll: NodeJS.Timeout | undefined;
  #isStale = false;
  #isLooking = false;
  #looking: Promise<void> = Promise.resolve();

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

  /** Hands back what runs, and stops. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#state = 'stopped';
    clearInterval(this.#poll);
    for (const { controller } of this.#running.values()) controller.abort(DRAIN);
    await this.#looking;
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  /** However many ask at once, one look is under way, and one more follows it. */
  #wake(): void {
    if (this.#state !== 'started') return;
    this.#isStale = true;
    if (!this.#isLooking) this.#looking = this.#look();
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    while (this.#isStale && this.#state === 'started') {
      this.#isStale = false;
      for (const worker of this.#workers) {
        if (worker.atOnce <= this.#runningIn(worker).length) continue;
        // A job that ends while its row is read would seem to be waiting still.
        const before = new Set(this.#running.keys());
        try {
          const pending = await this.#options.pending(worker.kinds);
          this.#startIn(
            worker,
            pending.filter(({ id }) => !before.has(id)),
          );
        } catch (error) {
          this.#options.log.warn({ err: error }, 'the jobs could not be read');
        }
      }
    }
    // In the same step as the condition: a wake in between would be lost.
    this.#isLooking = false;
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
    if ((this.#resting.get(keyOf(job))?.untilMs ?? 0) > performance.now()) return false;
    return worker.mayRun?.(job, running) ?? true;
  }

  #start(worker: OwnWorker, job: Job): void {
    const controller = new AbortController();
    worker.turns.take(job.accountId);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    this.#running.set(job.id, { job, worker, controller, ended });
    const { kind, id, accountId } = job;
    this.#options.log.debug({ kind, id, accountId }, 'a job begins');
    void this.#run(worker, job, controller.signal).finally(() => {
      this.#running.delete(job.id);
      worker.turns.give(job.accountId);
      this.#rest(job);
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
      this.#options.log.error(
        { err: error, kind, id },
        'a job could not be done; it will be again',
      );
    }
  }

  /** It matters only when the row has not ended: the same job would run again at once. */
  #rest(job: Job): void {
    const key = keyOf(job);
    const before = this.#resting.get(key)?.restMs ?? FIRST_REST_MS / 2;
    const restMs = Math.min(MAX_REST_MS, before * 2);
    this.#resting.delete(key);
    this.#resting.set(key, { untilMs: performance.now() + restMs, restMs });
    if (this.#resting.size <= MAX_RESTING) return;
    const [oldest] = this.#resting.keys();
    if (oldest !== undefined) this.#resting.delete(oldest);
  }

  #runningIn(worker: OwnWorker): Job[] {
    return [...this.#running.values()].flatMap((one) => (one.worker === worker ? [one.job] : []));
  }
}

function keyOf({ kind, id, round }: Job): string {
  return `${kind} ${id} ${round}`;
}
