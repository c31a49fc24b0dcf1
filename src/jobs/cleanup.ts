import { readdir } from 'node:fs/promises';
import { trimPlayerCaches } from '../dry-runs/index.ts';
import { removeGoneFolders } from '../storage/index.ts';
import { systemClock } from '../system/index.ts';
import type { JobContext } from './job-context.ts';
import {
  removeBatchFiles,
  removeDeletedVersions,
  removeExpiredEvents,
  removeExpiredSessions,
  removeExpiredUploads,
  removeLostUploads,
  removeOldSegments,
  removeUnusedMadeFiles,
  type SegmentLimits,
} from './remove-expired.ts';
import { removeSharedSegments } from './segments/segment-cleanup.ts';
import { cleanUp } from './session-steps.ts';

/** The names of work folders are the ids of sessions and template versions. */
const WORK_NAME = /^(?:rs|tsv)_/;
const INTERVAL_MS = 600_000;
/** Lost uploads are rare, and all files are listed to find them. */
const LOST_INTERVAL_MS = 24 * 3600_000;
/** Minimum pause between cleanups after renders, as a multiple of the last one's duration. */
const REST = 20;

type CleanupContext = Pick<
  JobContext,
  | 'db'
  | 'store'
  | 'segments'
  | 'log'
  | 'workFolder'
  | 'segmentFolder'
  | 'stepCacheFolder'
  | 'dataFolder'
  | 'stepCacheBytes'
  | 'inputsTtlSeconds'
>;

/**
 * Removes expired files and rows and the remains of crashes: at the start, at intervals, and after renders.
 */
export class Cleanup implements AsyncDisposable {
  readonly #context: CleanupContext;
  readonly #segmentLimits: SegmentLimits;
  /** The names of work folders that jobs of this process use. */
  readonly #busy = new Set<string>();
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  /** The timer of the next cleanup after a render. */
  #next: NodeJS.Timeout | undefined;
  #isRunning = false;
  #isWanted = false;
  #isStopping = false;
  /** No cleanup after a render begins before this time of `performance.now()`. */
  #againAtMs = 0;
  #leads = false;
  /** When lost uploads are looked for again, as `performance.now()`. */
  #lostAtMs = -Infinity;

  constructor(context: CleanupContext, segmentLimits: SegmentLimits) {
    this.#context = context;
    this.#segmentLimits = segmentLimits;
  }

  /**
   * Removes the work folders of earlier processes, and starts the cleanups, which run in the background. No
   * job continues with such files, and another worker may have ended the job meanwhile.
   */
  async start(): Promise<void> {
    for (const id of await this.#workNames()) await cleanUp({ id }, this.#context, false);
    this.#run();
    this.#timer = setInterval(() => this.#run(), INTERVAL_MS);
  }

  /** Also removes rows and files that all workers share, until the result is disposed. */
  lead(): Disposable {
    this.#leads = true;
    this.#isWanted = true;
    this.#planNext();
    return {
      [Symbol.dispose]: () => {
        this.#leads = false;
      },
    };
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
    this.#planNext();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    clearTimeout(this.#next);
    await this.#running;
  }

  /** Sets the timer of the next cleanup, if one is wanted and none runs or is planned. */
  #planNext(): void {
    if (!this.#isWanted || this.#isRunning || this.#next || this.#isStopping) return;
    const pauseMs = Math.max(0, this.#againAtMs - performance.now());
    this.#next = setTimeout(() => this.#run(), pauseMs);
  }

  /**
   * Starts a cleanup in the background. It begins after the one that runs, if there is one; an error is only
   * logged.
   */
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
        const { db, dataFolder, stepCacheFolder, stepCacheBytes } = this.#context;
        const removed = await removeOldSegments(this.#context, this.#segmentLimits, systemClock);
        await trimPlayerCaches(stepCacheFolder, stepCacheBytes);
        await removeGoneFolders(dataFolder, db);
        if (this.#leads) await this.#removeShared();
        log.debug({ removed }, 'cleaned up');
      })
      .catch((error: unknown) => log.error({ err: error }, 'the cleanup failed'))
      .finally(() => {
        const nowMs = performance.now();
        this.#againAtMs = nowMs + REST * (nowMs - startMs);
        this.#isRunning = false;
        this.#planNext();
      });
  }

  /** Removes rows and files that all workers share. Only the leading worker does this. */
  async #removeShared(): Promise<void> {
    const { db, log } = this.#context;
    // First, because these need no store.
    await db.idempotency.removeExpired();
    await db.studioSessions.removeExpired();
    await removeExpiredUploads(this.#context, systemClock);
    await removeUnusedMadeFiles(this.#context, systemClock);
    await removeBatchFiles(this.#context, systemClock);
    await removeExpiredSessions(this.#context, systemClock);
    await removeDeletedVersions(this.#context, systemClock);
    await removeExpiredEvents(this.#context, systemClock);
    if (performance.now() >= this.#lostAtMs) {
      // A store that may not be listed must stop nothing else.
      await removeLostUploads(this.#context, systemClock).catch((err: unknown) =>
        log.warn({ err }, 'lost uploads could not be removed'),
      );
      this.#lostAtMs = performance.now() + LOST_INTERVAL_MS;
    }
    if (this.#context.segments)
      await removeSharedSegments(this.#context, this.#segmentLimits, systemClock.nowMs());
  }

  /** Removes the work folders of jobs that have ended, here or on another worker. */
  async #removeWork(): Promise<void> {
    const { db } = this.#context;
    // The names are read first, so that the folder of a job that begins later is not among them.
    const names = await this.#workNames();
    const sessions = await db.renderSessions.unfinished();
    const unfinished = new Set([
      ...(await db.templateVersions.unfinished()),
      ...sessions.map(({ id }) => id),
    ]);
    for (const name of names) {
      if (unfinished.has(name) || this.#busy.has(name)) continue;
      await cleanUp({ id: name }, this.#context, false);
    }
  }

  /** Returns the names of the work folders: the ids of sessions and template versions. */
  async #workNames(): Promise<string[]> {
    return (await readdir(this.#context.workFolder)).filter((name) => WORK_NAME.test(name));
  }
}
