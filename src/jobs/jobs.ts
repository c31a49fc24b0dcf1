import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transaction } from '../database/index.ts';
import type { Job, JobQueue } from '../queue/index.ts';
import { Cleanup } from './cleanup.ts';
import type { DiskRoom } from './disk-room.ts';
import { runImport } from './import-template.ts';
import type { JobContext } from './job-context.ts';
import { previewCacheFolder } from './preview/preview-cache.ts';
import type { SegmentLimits } from './remove-expired.ts';
import { RenderEtas } from './render-etas.ts';
import { SessionJobs } from './session-jobs.ts';

/** The number of concurrent jobs, in total and for one account. */
export type JobLimits = {
  /** Sessions and imports that are composed and drawn. */
  renders: number;
  rendersPerAccount: (accountId: string) => number;
  /** Sessions that fetch their media. */
  fetches: number;
  fetchesPerAccount: number;
  /** Time limit for all media of a session together. */
  fetchTimeoutMs: number;
};

export type JobsOptions = Omit<
  JobContext,
  'workFolder' | 'segmentFolder' | 'previewCacheFolder'
> & {
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
      previewCacheFolder: previewCacheFolder(options.dataFolder),
    };
    this.#cleanup = new Cleanup(this.#context, options.segmentLimits);
    const { fetchTimeoutMs } = limits;
    this.#etas = new RenderEtas(this.#context);
    const etas = this.#etas;
    const sessions = new SessionJobs(this.#context, { queue, fetchTimeoutMs, disk, etas });
    queue.work({
      kinds: ['fetch'],
      atOnce: limits.fetches,
      perAccount: () => limits.fetchesPerAccount,
      run: (job, signal) => this.#within(job, () => sessions.fetch(job, signal)),
    });
    queue.work({
      kinds: ['render', 'import'],
      atOnce: limits.renders,
      perAccount: limits.rendersPerAccount,
      run: (job, signal) =>
        this.#within(job, () =>
          job.kind === 'import'
            ? runImport(job.id, this.#context, signal)
            : sessions.render(job, signal),
        ),
    });
  }

  /** Registers the workers of the queue. The caller holds the lock of the data folder. */
  static async open(options: JobsOptions): Promise<Jobs> {
    const jobs = new Jobs(options);
    await mkdir(jobs.#context.workFolder, { recursive: true });
    await jobs.#cleanup.start();
    return jobs;
  }

  /** The caller must stop the queue first. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#etas[Symbol.asyncDispose]();
    await this.#cleanup[Symbol.asyncDispose]();
  }

  async #within({ id, kind }: Job, work: () => Promise<void>): Promise<void> {
    using _busy = this.#cleanup.keepWork(id);
    await work();
    if (kind === 'render') this.#cleanup.rendered();
    this.#onSessionJob?.();
  }
}
