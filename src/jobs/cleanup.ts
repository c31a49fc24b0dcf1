import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../system/index.ts';
import type { JobContext } from './job-context.ts';
import { trimPreviewCache } from './preview/preview-cache.ts';
import {
  removeBatchFiles,
  removeDeletedVersions,
  removeExpired,
  removeExpiredEvents,
  removeExpiredSessions,
  type SegmentLimits,
} from './remove-expired.ts';

const INTERVAL_MS = 600_000;
/** Minimum pause between cleanups after renders, as a multiple of the last one's duration. */
const REST = 20;

/**
 * Removes expired files and rows and the remains of crashes: at the start, at intervals, and after renders.
 */
export class Cleanup implements AsyncDisposable {
  readonly #context: JobContext;
  readonly #segmentLimits: SegmentLimits;
  readonly #busy = new Set<string>();
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  /** The timer of the next cleanup after a render. */
  #next: NodeJS.Timeout | undefined;
  #isRunning = false;
  #isWanted = false;
  #isStopping = false;
  #againAtMs = 0;

  constructor(context: JobContext, segmentLimits: SegmentLimits) {
    this.#context = context;
    this.#segmentLimits = segmentLimits;
  }

  /** Removes old work folders, and starts the cleanups, which run in the background. */
  async start(): Promise<void> {
    await this.#removeWork();
    this.#run();
    this.#timer = setInterval(() => this.#run(), INTERVAL_MS);
  }

  /** Protects a job's work folder until it is disposed. */
  keepWork(id: string): Disposable {
    this.#busy.add(id);
    return { [Symbol.dispose]: () => this.#busy.delete(id) };
  }

  /**
   * Reports the end of a render, which used disk space. A cleanup follows, after a pause if another cleanup
   * has just ended.
   */
  rendered(): void {
    this.#isWanted = true;
    this.#plan();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    clearTimeout(this.#next);
    await this.#running;
  }

  #plan(): void {
    if (!this.#isWanted || this.#isRunning || this.#next || this.#isStopping) return;
    const pauseMs = Math.max(0, this.#againAtMs - performance.now());
    this.#next = setTimeout(() => this.#run(), pauseMs);
  }

  #run(): void {
    const { log } = this.#context;
    clearTimeout(this.#next);
    this.#next = undefined;
    this.#isRunning = true;
    this.#isWanted = false;
    let startMs = 0;
    this.#running = this.#running
      .then(async () => {
        startMs = performance.now();
        await this.#removeWork();
        const removed = await removeExpired(this.#context, this.#segmentLimits, systemClock);
        await removeBatchFiles(this.#context, systemClock);
        await removeExpiredSessions(this.#context, systemClock);
        await removeDeletedVersions(this.#context, systemClock);
        await removeExpiredEvents(this.#context, systemClock);
        const { previewCacheFolder, previewCacheBytes } = this.#context;
        await trimPreviewCache(previewCacheFolder, previewCacheBytes);
        log.debug({ removed }, 'cleaned up');
      })
      .catch((error: unknown) => log.error({ err: error }, 'the cleanup failed'))
      .finally(() => {
        const nowMs = performance.now();
        this.#againAtMs = nowMs + REST * (nowMs - startMs);
        this.#isRunning = false;
        this.#plan();
      });
  }

  /** Removes the work folders of jobs that a crash ended. */
  async #removeWork(): Promise<void> {
    const { db, workFolder } = this.#context;
    // The names are read first, so that the folder of a job that begins later is not among them.
    const names = await readdir(workFolder);
    const sessions = await db.renderSessions.unfinished();
    const wanted = new Set([
      ...(await db.templateVersions.unfinished()),
      ...sessions.map(({ id }) => id),
    ]);
    for (const name of names) {
      if (wanted.has(name) || this.#busy.has(name)) continue;
      await rm(join(workFolder, name), { recursive: true, force: true });
    }
  }
}
