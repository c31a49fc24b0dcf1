import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../base/index.ts';
import type { Transaction } from '../database/index.ts';
import { stepCacheFolder } from '../dry-runs/index.ts';
import { jobRetries } from '../observe/index.ts';
import { isHandedBack, type Job, type JobQueue } from '../queue/index.ts';
import type { DiskRoom } from '../storage/index.ts';
import { withSharedLogFields } from '../system/index.ts';
import { continueRemovals } from './accounts/continue-removals.ts';
import { Cleanup } from './cleanup.ts';
import { runImport } from './import-template.ts';
import type { JobContext } from './job-context.ts';
import type { SegmentLimits } from './remove-expired.ts';
import { RenderEtas } from './render-etas.ts';
import { SessionJobs } from './session-jobs.ts';

/** The number of concurrent jobs of this process, in total and for one account. */
export type JobLimits = {
  /** Sessions and imports that are composed and drawn. */
  renders: number;
  rendersPerAccount: (accountId: string, processes: number) => number;
  /** Sessions that fetch their media. */
  fetches: number;
  fetchesPerAccount: number;
  /** Time limit for all media of a session together. */
  fetchTimeoutMs: number;
};

export type JobsOptions = Omit<JobContext, 'workFolder' | 'segmentFolder' | 'stepCacheFolder'> & {
  dataFolder: string;
  /** Maximum age and total size of cached segments. */
  segmentLimits: SegmentLimits;
  limits: JobLimits;
  queue: JobQueue<Transaction>;
  /** The disk that renders write to. */
  disk: DiskRoom;
  /** Called after each job of a session. */
  onSessionJob?: (() => void) | undefined;
};

type Run = (job: Job, signal: AbortSignal) => Promise<void>;

/**
 * Imports templates and renders sessions in the order of the queue. The rows of the database have the state
 * of each job, so fetched inputs, segments and published files are not made again after a restart.
 */
export class Jobs implements AsyncDisposable {
  readonly #context: JobContext;
  readonly #cleanup: Cleanup;
  readonly #onSessionJob: (() => void) | undefined;
  readonly #etas: RenderEtas;

  private constructor({ queue, limits, disk, onSessionJob, ...options }: JobsOptions) {
    this.#onSessionJob = onSessionJob;
    this.#context = {
      ...options,
      workFolder: join(options.dataFolder, 'work'),
      segmentFolder: join(options.dataFolder, 'segments'),
      stepCacheFolder: stepCacheFolder(options.dataFolder),
    };
    this.#cleanup = new Cleanup(this.#context, options.segmentLimits);
    const { fetchTimeoutMs } = limits;
    this.#etas = new RenderEtas(this.#context);
    const etas = this.#etas;
    const sessions = new SessionJobs(this.#context, { fetchTimeoutMs, disk, etas });
    const fetch: Run = (job, signal) =>
      this.#runJob(job, signal, () => sessions.fetch(job, signal));
    const render: Run = (job, signal) =>
      this.#runJob(job, signal, () =>
        job.kind === 'import'
          ? runImport(job.id, this.#context, signal)
          : sessions.render(job, signal),
      );
    queue.work({
      kinds: ['fetch'],
      atOnce: limits.fetches,
      perAccount: (_, processes) => limits.fetchesPerAccount * processes,
      run: fetch,
      giveUp: (job) => fetch(job, AbortSignal.abort(givenUpError())),
    });
    queue.work({
      kinds: ['render', 'import'],
      atOnce: limits.renders,
      perAccount: limits.rendersPerAccount,
      run: render,
      giveUp: (job) => render(job, AbortSignal.abort(givenUpError())),
    });
  }

  /** Registers the workers of the queue. The caller holds the lock of the data folder. */
  static async open(options: JobsOptions): Promise<Jobs> {
    const jobs = new Jobs(options);
    await mkdir(jobs.#context.workFolder, { recursive: true });
    await jobs.#cleanup.start();
    return jobs;
  }

  /**
   * Does the work that one process does for all workers, until the result is disposed: removes what they
   * share, estimates when sessions end, and continues deletions of accounts.
   */
  lead(): Disposable {
    const both = new DisposableStack();
    both.use(this.#cleanup.lead());
    both.use(this.#etas.lead());
    both.use(continueRemovals(this.#context));
    return both;
  }

  /** The caller must stop the queue first. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#etas[Symbol.asyncDispose]();
    await this.#cleanup[Symbol.asyncDispose]();
  }

  /**
   * Runs a job: protects its work folder from the cleanup, adds its session to log lines, and counts it when it
   * throws, because the queue then repeats it.
   */
  async #runJob({ id, kind }: Job, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    using _busy = this.#cleanup.keepWork(id);
    const fields = kind === 'import' ? {} : { sessionId: id };
    await withSharedLogFields(fields, work).catch((error: unknown) => {
      if (!isHandedBack(signal)) jobRetries.inc({ kind });
      throw error;
    });
    if (kind === 'render') this.#cleanup.rendered();
    this.#onSessionJob?.();
  }
}

/** The error of a job during which several processes have ended. */
function givenUpError(): AppError {
  return new AppError(
    'process_crashed',
    'Several processes ended, one after the other, while they worked on this job.',
    {
      hint: 'Ask the operator to look into the log of the workers, for example for a lack of memory.',
    },
  );
}
