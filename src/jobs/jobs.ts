import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { IMPORTING, type Transaction } from '../database/index.ts';
import { isHandedBack, type Job, type JobQueue } from '../queue/index.ts';
import { Cleanup } from './cleanup.ts';
import type { DiskRoom } from './disk-room.ts';
import {
  drawTemplateVersion,
  failTemplateVersion,
  readTemplateVersion,
} from './import-template.ts';
import type { JobContext } from './job-context.ts';
import type { SegmentLimits } from './remove-expired.ts';
import { SessionJobs } from './session-jobs.ts';
import { measureVersion } from './stored-bytes.ts';

/** How much runs at once, in total and of one account. */
export type JobLimits = {
  /** Sessions and imports that are composed and drawn. */
  renders: number;
  rendersPerAccount: number;
  /** Sessions that fetch their media. */
  fetches: number;
  fetchesPerAccount: number;
  /** For all media of a session together. */
  fetchTimeoutMs: number;
};

export type JobsOptions = Omit<JobContext, 'workFolder' | 'segmentFolder'> & {
  dataFolder: string;
  /** What is kept of segments that nobody uses. */
  segmentLimits: SegmentLimits;
  limits: JobLimits;
  queue: JobQueue<Transaction>;
  /** Where renders write. */
  disk: DiskRoom;
};

/**
 * Imports templates and renders sessions, as the queue says. The rows tell how far each has come:
 * inputs that were fetched, segments and published files are not made twice.
 */
export class Jobs implements AsyncDisposable {
  readonly #context: JobContext;
  readonly #cleanup: Cleanup;

  private constructor({ queue, limits, disk, ...options }: JobsOptions) {
    this.#context = {
      ...options,
      workFolder: join(options.dataFolder, 'work'),
      segmentFolder: join(options.dataFolder, 'segments'),
    };
    this.#cleanup = new Cleanup(this.#context, options.segmentLimits);
    const { fetchTimeoutMs } = limits;
    const sessions = new SessionJobs(this.#context, { queue, fetchTimeoutMs, disk });
    queue.work({
      kinds: ['fetch'],
      atOnce: limits.fetches,
      perAccount: limits.fetchesPerAccount,
      run: (job, signal) => this.#within(job, () => sessions.fetch(job, signal)),
    });
    queue.work({
      kinds: ['render', 'import'],
      atOnce: limits.renders,
      perAccount: limits.rendersPerAccount,
      run: (job, signal) =>
        this.#within(job, () =>
          job.kind === 'import' ? this.#import(job, signal) : sessions.render(job, signal),
        ),
    });
  }

  /** Has the queue's jobs done here, once it is started. To be called by the one that holds the folder's lock. */
  static async open(options: JobsOptions): Promise<Jobs> {
    const jobs = new Jobs(options);
    await mkdir(jobs.#context.workFolder, { recursive: true });
    await jobs.#cleanup.start();
    return jobs;
  }

  /** To be called when the queue has stopped. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cleanup[Symbol.asyncDispose]();
  }

  async #within({ id, kind }: Job, work: () => Promise<void>): Promise<void> {
    using _busy = this.#cleanup.keepWork(id);
    await work();
    if (kind === 'render') this.#cleanup.rendered();
  }

  async #import({ id }: Job, signal: AbortSignal): Promise<void> {
    const { db } = this.#context;
    const version = await db.templateVersions.find(id);
    if (!version || !IMPORTING.includes(version.status)) return;
    try {
      if (version.status === 'processing')
        await readTemplateVersion(version, this.#context, signal);
      signal.throwIfAborted();
      const named = (await db.templateVersions.find(id)) ?? version;
      await drawTemplateVersion(named, this.#context, signal);
    } catch (error) {
      if (isHandedBack(signal)) throw error;
      await failTemplateVersion(version, error, this.#context);
    }
    await measureVersion(id, this.#context);
  }
}
