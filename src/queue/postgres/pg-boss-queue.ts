import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { jobsTakenOver } from '../../observe/index.ts';
import { Coalesced } from '../coalesced.ts';
import {
  CANCELED,
  type Committing,
  DRAIN,
  type Job,
  type JobQueue,
  type QueueWorker,
} from '../job-queue.ts';
import { bossId, openBoss, SCHEMA, type SentJob } from './boss.ts';
import { type Claim, forgetPauses, touchClaims } from './claims.ts';
import { Feeder, type FeederOptions } from './feeder.ts';
import { beat, countLive, forgetDead, leave, type Slots } from './processes.ts';
import { type Ending, finish, handBack, lose, type Run } from './run.ts';

/**
 * Receives the messages of a channel from all processes. After messages may have been missed, `onMessage`
 * gets an empty message.
 */
export type Listen = (
  channel: string,
  onMessage: (message: string) => void,
) => Promise<AsyncDisposable>;

export type PgBossQueueOptions = Pick<FeederOptions, 'pool' | 'pending' | 'recentWork' | 'log'> & {
  listen: Listen;
  aheadMs?: () => number;
  /** Whether this process can do jobs. While it cannot, other processes do them. Default: always. */
  isAble?: () => boolean;
  /** Whether this process may begin more jobs. Default: always. */
  mayBegin?: () => boolean;
};

const CHANNEL = 'framepress_queue';
const TICK_MS = 1000;
/** Interval, in ticks, at which this process looks whether another process feeds. */
const WATCH_TICKS = 2;
const SUPERVISE_TICKS = 2;
const TOUCH_TICKS = 3;
/** Interval, in ticks, of fetches without a message. The feeder repeats its messages. */
const FETCH_TICKS = 10;
/** After this time without an answer of the database, another process may soon run the jobs of this one. */
const LOST_MS = 8000;
/** After this number of deaths in a row, a job is given up. */
const MAX_DEATHS = 10;

/**
 * A queue for many processes, on PostgreSQL. The rows stay the only list of jobs: a feeder sends to pg-boss as
 * many jobs as there are free slots, and the processes fetch them. pg-boss gives a job to another process
 * when its process has not been heard of for ten seconds.
 */
export class PgBossQueue implements JobQueue<Committing> {
  readonly #options: PgBossQueueOptions;
  readonly #me = randomUUID();
  readonly #workers: QueueWorker[] = [];
  readonly #runs = new Map<string, Run>();
  readonly #fetches = new Map<string, Coalesced>();
  readonly #asking: Coalesced;
  readonly #touching = new Coalesced(() => this.#touch());
  readonly #supervising = new Coalesced(() => this.#supervise());
  readonly #stopping = new AbortController();
  #boss: Promise<PgBoss> | undefined;
  #started: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;
  #feeder: Feeder | undefined;
  #listening: AsyncDisposable | undefined;
  #timer: NodeJS.Timeout | undefined;
  #problem: string | undefined;
  #ticks = Math.floor(Math.random() * FETCH_TICKS);

  constructor(options: PgBossQueueOptions) {
    this.#options = options;
    this.#asking = new Coalesced(() => this.#notify('feed'));
  }

  async add(_job: Job, tx: Committing): Promise<void> {
    tx.afterCommit(() => this.#asking.wake());
  }

  work(worker: QueueWorker): void {
    this.#workers.push(worker);
  }

  /** The number of jobs that this process takes, by worker; 0 while it may not begin any. */
  get #slots(): Slots {
    const slotsOf = ({ atOnce }: QueueWorker) => (this.#mayBegin() ? atOnce : 0);
    return Object.fromEntries(this.#workers.map((worker) => [worker.kinds[0], slotsOf(worker)]));
  }

  #mayBegin(): boolean {
    return this.#isAble() && (this.#options.mayBegin?.() ?? true);
  }

  #isAble(): boolean {
    return this.#options.isAble?.() ?? true;
  }

  start(): void {
    this.#started ??= this.#start();
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  async cancel(id: string): Promise<boolean> {
    if (this.#cancelHere(id)) return true;
    const { pool } = this.#options;
    await this.#open();
    await pool.query('select pg_notify($1, $2)', [CHANNEL, `cancel ${id}`]);
    const active = `select 1 from ${SCHEMA}.job where id = $1 and state = 'active'`;
    const { rows } = await pool.query(active, [bossId(id)]);
    return rows.length > 0;
  }

  processes(kind: string): Promise<number> {
    return countLive(this.#options.pool, kind);
  }

  /** Stops the queue. Other processes continue the running jobs at once. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  /**
   * Stops in this order: takes no more jobs, ends the running ones, and stops confirming them only then, so
   * that no other process begins a job that still runs here.
   */
  async #stop(): Promise<void> {
    this.#stopping.abort();
    await this.#started;
    await this.#leave();
    await Promise.all([...this.#fetches.values()].map((fetch) => fetch.stop()));
    for (const { controller } of this.#runs.values()) controller.abort(DRAIN);
    await Promise.all([...this.#runs.values()].map(({ ended }) => ended));
    clearInterval(this.#timer);
    await this.#touching.stop();
    await this.#supervising.stop();
    await this.#asking.stop();
    await this.#listening?.[Symbol.asyncDispose]();
    if (!this.#boss) return;
    try {
      await this.#feeder?.stop();
      if (this.#feeder) await this.#notify('watch');
      await (await this.#boss)?.stop({ graceful: false });
    } catch (err) {
      this.#options.log.warn({ err }, 'the queue did not stop in order');
    }
  }

  /** Removes this process from the live ones, so that no jobs are sent for its slots. */
  async #leave(): Promise<void> {
    if (!this.#feeder) return;
    try {
      await leave(this.#options.pool, this.#me);
    } catch (err) {
      this.#options.log.warn({ err }, 'the queue did not stop in order');
    }
  }

  /** Opens pg-boss. A failure is tried again by the next call. */
  #open(): Promise<PgBoss> {
    const names = this.#workers.map(({ kinds }) => kinds[0]);
    this.#boss ??= openBoss(this.#options.pool, names, this.#options.log).catch(
      (error: unknown) => {
        this.#boss = undefined;
        throw error;
      },
    );
    return this.#boss;
  }

  /** Opens pg-boss and begins to feed, fetch and listen. Tries until it succeeds or the queue stops. */
  async #start(): Promise<void> {
    const { log, listen, aheadMs = () => 0, ...options } = this.#options;
    while (!this.#stopping.signal.aborted) {
      try {
        const boss = await this.#open();
        for (const worker of this.#workers)
          this.#fetches.set(worker.kinds[0], new Coalesced(() => this.#fetch(worker, boss)));
        const workers = this.#workers;
        this.#feeder = new Feeder({
          ...options,
          me: this.#me,
          boss,
          workers,
          channel: CHANNEL,
          log,
          aheadMs,
        });
        await beat(options.pool, this.#me, this.#slots);
        this.#listening = await listen(CHANNEL, (message) => this.#receive(message));
        this.#timer = setInterval(() => this.#tick(), TICK_MS);
        this.#problem = undefined;
        this.#wakeAll();
        return;
      } catch (err) {
        log.warn({ err }, 'the queue could not be opened');
        this.#problem = `The queue could not be opened: ${(err as Error).message}.`;
        await sleep(TICK_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      }
    }
  }

  /**
   * Handles a message of any process: `feed`, `watch`, `sent <worker>` or `cancel <job>`; empty after a gap.
   */
  #receive(message: string): void {
    const [what, about = ''] = message.split(' ', 2);
    if (what === '') this.#wakeAll();
    else if (what === 'feed') this.#feeder?.wake();
    else if (what === 'watch') void this.#watch();
    else if (what === 'sent') this.#fetches.get(about)?.wake();
    else if (what === 'cancel') this.#cancelHere(about);
  }

  /** Looks for work of all kinds, because messages may have been missed. */
  #wakeAll(): void {
    void this.#watch();
    for (const fetch of this.#fetches.values()) fetch.wake();
  }

  /** Cancels a job that runs in this process. Returns whether it does. */
  #cancelHere(id: string): boolean {
    const run = this.#runs.get(id);
    run?.controller.abort(CANCELED);
    return run !== undefined;
  }

  /** Sends a message to all processes, also this one. A failure is not reported. */
  async #notify(message: string): Promise<void> {
    try {
      await this.#options.pool.query('select pg_notify($1, $2)', [CHANNEL, message]);
    } catch (err) {
      // The feeder reads the rows each second in any case.
      this.#options.log.debug({ err }, 'the queue could not be notified');
    }
  }

  /**
   * Does the work of a second: gives up jobs that the database may have given away, confirms those that run,
   * and looks for work at the intervals above.
   */
  #tick(): void {
    this.#ticks += 1;
    this.#loseSilent();
    if (!this.#isAble()) for (const run of this.#runs.values()) handBack(run, this.#ending);
    const every = (ticks: number) => this.#ticks % ticks === 0;
    if (every(TOUCH_TICKS)) this.#touching.wake();
    if (this.#stopping.signal.aborted) return;
    if (every(WATCH_TICKS)) void this.#watch();
    if (every(FETCH_TICKS)) for (const fetch of this.#fetches.values()) fetch.wake();
    if (!this.#feeder?.feeds) return;
    this.#feeder.wake();
    if (every(SUPERVISE_TICKS)) this.#supervising.wake();
  }

  /** Takes over workers that no other process feeds. */
  async #watch(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    try {
      await this.#feeder?.watch();
    } catch (err) {
      this.#options.log.warn({ err }, 'the state of the queue could not be read');
    }
  }

  /** Gives the jobs of dead processes to others. */
  async #supervise(): Promise<void> {
    try {
      const boss = await this.#open();
      await boss.supervise();
      await forgetPauses(this.#options.pool);
      await forgetDead(this.#options.pool);
    } catch (err) {
      this.#options.log.warn({ err }, 'the queue could not be maintained');
    }
  }

  /** Confirms that this process still runs its jobs. */
  async #touch(): Promise<void> {
    try {
      if (!this.#stopping.signal.aborted) await beat(this.#options.pool, this.#me, this.#slots);
    } catch (err) {
      this.#options.log.warn({ err }, 'this process could not be confirmed as live');
    }
    for (const [name, runs] of this.#held) {
      const askedMs = performance.now();
      try {
        const keptClaims = await touchClaims(this.#options.pool, name, runs);
        for (const run of runs) {
          if (keptClaims.has(run.id)) run.heardMs = askedMs;
          else if (this.#runs.get(run.job.id) === run) lose(run);
        }
      } catch (err) {
        this.#options.log.warn({ err }, 'the jobs of this process could not be confirmed');
      }
    }
  }

  /** The jobs that this process still has, by their name in pg-boss. */
  get #held(): Map<string, Run[]> {
    const heldRuns = [...this.#runs.values()].filter(({ isLost }) => !isLost);
    return Map.groupBy(heldRuns, ({ name }) => name);
  }

  /** Stops the jobs whose last confirmation is so old that another process may run them soon. */
  #loseSilent(): void {
    const nowMs = performance.now();
    for (const run of this.#runs.values()) if (nowMs - run.heardMs > LOST_MS) lose(run);
  }

  /**
   * Fetches jobs from pg-boss for the free slots of a worker, and begins them in the order in which they were
   * sent.
   */
  async #fetch(worker: QueueWorker, boss: PgBoss): Promise<void> {
    const name = worker.kinds[0];
    const running = [...this.#runs.values()].filter((run) => run.worker === worker);
    const free = worker.atOnce - running.length;
    if (free <= 0 || this.#stopping.signal.aborted || !this.#mayBegin()) return;
    const heardMs = performance.now();
    try {
      const sent = await boss.fetch<SentJob>(name, { batchSize: free });
      sent.sort((a, b) => a.data.sentMs - b.data.sentMs || a.data.place - b.data.place);
      for (const { id, retryCount, data } of sent)
        this.#beginRun(worker, { name, id, deaths: retryCount, ...data }, heardMs);
    } catch (err) {
      this.#options.log.warn({ err }, 'reading the jobs failed');
    }
  }

  /** Begins a job. `heardMs` is the time before the fetch: the claim counts from then. */
  #beginRun(worker: QueueWorker, claim: Omit<Claim, 'startedMs'>, heardMs: number): void {
    const controller = new AbortController();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const startedMs = this.#nowMs();
    const run: Run = { ...claim, worker, controller, startedMs, heardMs, isLost: false, ended };
    const { kind, id, accountId } = run.job;
    // A run that has lost its claim may not have ended yet.
    const previousRun = this.#runs.get(id);
    this.#runs.set(id, run);
    if (this.#stopping.signal.aborted) controller.abort(DRAIN);
    // This process was stopped after the fetch, so another one may run the job by now.
    if (performance.now() - heardMs > LOST_MS) lose(run);
    this.#options.log.debug({ kind, id, accountId }, 'job started');
    void this.#runJob(run, previousRun?.ended)
      .then(() => finish(run, this.#ending))
      .finally(() => {
        if (this.#runs.get(id) === run) this.#runs.delete(id);
        end();
        this.#fetches.get(run.name)?.wake();
      });
  }

  /**
   * Runs a job after an earlier run of it in this process has ended, or gives it up after too many deaths. An
   * error is only logged: its row has not ended, so it runs again.
   */
  async #runJob(
    { worker, job, deaths, controller: { signal } }: Run,
    previousEnd: Promise<void> | undefined,
  ): Promise<void> {
    await previousEnd;
    if (signal.aborted) return;
    try {
      if (deaths > 0) jobsTakenOver.inc({ kind: job.kind });
      if (deaths >= MAX_DEATHS && worker.giveUp) await worker.giveUp(job);
      else await worker.run(job, signal);
    } catch (error) {
      if (signal.aborted) return;
      const { kind, id } = job;
      this.#options.log.error({ err: error, kind, id }, 'job failed; it will be retried');
    }
  }

  /** The parts that end a claim, at the current time. */
  get #ending(): Ending {
    const { pool, log } = this.#options;
    return { pool, log, channel: CHANNEL, nowMs: this.#nowMs() };
  }

  #nowMs(): number {
    return performance.now() + (this.#options.aheadMs?.() ?? 0);
  }
}
