import type { Log } from '../system/index.ts';
import { addWork, type RecentWork, type RunningTime, workOf } from './fair-order.ts';
import type { Job, QueueWorker } from './job-queue.ts';

/** The rows of the recent work. `kind` is the first kind of a worker. */
export type RecentWorkRows = {
  read: (kind: string) => Promise<ReadonlyMap<string, RecentWork>>;
  save: (kind: string, accountId: string, work: RecentWork) => Promise<void>;
};

type Options = { recentWork: RecentWorkRows; log: Log; nowMs?: () => number };
type Run = RunningTime & { job: Job; worker: QueueWorker };

/** Pause between writes of the recent work, so that many short jobs cause few writes. */
const WRITE_PAUSE_MS = 250;
/** The time of a job that still runs is stored at this interval, so that a crash loses no more. */
const SAVE_MS = 60_000;

/** The recent work of all accounts, by worker. It reads the rows once and stores each change. */
export class RecentWorkLog {
  readonly #options: Options;
  readonly #byKind = new Map<string, Map<string, RecentWork>>();
  /** Accounts whose work is not stored yet, by worker. */
  readonly #unsaved = new Map<string, Set<string>>();
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Reads the rows of a worker before its first job. */
  async read(kind: string): Promise<void> {
    if (this.#byKind.has(kind)) return;
    const rows = await this.#options.recentWork.read(kind);
    if (!this.#byKind.has(kind)) this.#byKind.set(kind, new Map(rows));
  }

  /** Returns the seconds of an account's recent work with those of its running jobs. */
  secondsOf(kind: string, accountId: string, running: readonly RunningTime[]): number {
    return workOf(this.#byKind.get(kind)?.get(accountId), running, this.nowMs());
  }

  /** Returns the times of a job that starts now. */
  begin(): RunningTime {
    const startedMs = this.nowMs();
    return { startedMs, countedMs: startedMs };
  }

  /** Counts the time of a job that runs for long. */
  countLong(run: Run): void {
    if (this.nowMs() - run.countedMs >= SAVE_MS) this.count(run);
  }

  /** Counts and stores the time that a job took since the last call. */
  count(run: Run): void {
    const nowMs = this.nowMs();
    const [{ accountId }, kind] = [run.job, run.worker.kinds[0]];
    const accounts = this.#byKind.get(kind) ?? new Map<string, RecentWork>();
    this.#byKind.set(kind, accounts);
    const seconds = Math.max(0, nowMs - run.countedMs) / 1000;
    const work = addWork(accounts.get(accountId), seconds, nowMs);
    run.countedMs = nowMs;
    accounts.set(accountId, work);
    const unsaved = this.#unsaved.get(kind) ?? new Set();
    this.#unsaved.set(kind, unsaved.add(accountId));
    this.#timer ??= setTimeout(() => void this.saved(), WRITE_PAUSE_MS);
  }

  /** Stores all changes. */
  saved(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#saving = this.#saving.then(() => this.#save());
    return this.#saving;
  }

  /**
   * Stores the changed recent work. A change that cannot be stored is logged, and stored with the account's
   * next one.
   */
  async #save(): Promise<void> {
    const { recentWork, log } = this.#options;
    for (const [kind, accounts] of this.#unsaved) {
      for (const accountId of accounts) {
        accounts.delete(accountId);
        const work = this.#byKind.get(kind)?.get(accountId);
        if (!work) continue;
        await recentWork
          .save(kind, accountId, work)
          .catch((err: unknown) => log.warn({ err, accountId }, 'recent work could not be stored'));
      }
    }
  }

  /** The time by which the recent work is counted. */
  nowMs(): number {
    return this.#options.nowMs?.() ?? performance.timeOrigin + performance.now();
  }
}
