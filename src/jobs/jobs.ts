import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BackendSqlite } from 'openworkflow/sqlite';
import { AppError, type Fault, type Log, systemClock, toAppError } from '../base/index.ts';
import {
  IMPORTING,
  type Priority,
  RENDERING,
  type RenderSession,
  type SessionPhase,
  type SessionStart,
  type SessionStatus,
} from '../database/index.ts';
import { lockDataFolder } from './data-lock.ts';
import { endExpected } from './eta.ts';
import { Gate } from './gate.ts';
import {
  drawTemplateVersion,
  failTemplateVersion,
  readTemplateVersion,
} from './import-template.ts';
import { IMPORT, type Lane, laneOf, type StepApi } from './lanes.ts';
import {
  cleanUp,
  failSession,
  fetchMedia,
  type Report,
  removeLeft,
  renderSession,
} from './render-session.ts';
import { type SegmentLimits, sweep, sweepEvents, sweepSessions } from './sweep.ts';
import { giveBackLeases, setBusyTimeout } from './workflow-file.ts';
import type { Workshop } from './workshop.ts';

export type JobsOptions = Omit<Workshop, 'workFolder' | 'segmentFolder'> & {
  dataFolder: string;
  /** What is kept of segments that nobody uses. */
  segmentLimits: SegmentLimits;
  /** Sessions that are composed and drawn at once. */
  concurrency: number;
  /** A process that only enqueues runs no worker. */
  works: boolean;
  /** What is to be done after a session's files have been stored. */
  rendered: (sessionId: string) => Promise<void>;
};

/** Between writes of a session's progress; also how soon a cancel by another process is seen. */
const PROGRESS_MS = 400;
const SWEEP_MS = 600_000;
/** A sweep for the room that renders have taken is begun after so many times as the last one took. */
const SWEEP_REST = 20;
/** Sessions that fetch while others are drawn: an address may not be good for long. */
const FETCHING_AHEAD = 16;
const CANCELED = new AppError('canceled', 'The render was canceled.');
/** Told to a job that is handed back because the service stops. */
const DRAIN = new AppError(
  'unavailable',
  'The service is stopping; the job goes on after its restart.',
);

/**
 * The durable jobs: importing templates and rendering sessions. What was enqueued is done, over
 * crashes and restarts; a step that has finished is not done again.
 */
export class Jobs implements AsyncDisposable {
  readonly #shop: Workshop;
  readonly #segmentLimits: SegmentLimits;
  readonly #log: Log;
  readonly #rendered: JobsOptions['rendered'];
  readonly #lanes: Record<Priority, Lane>;
  readonly #lock: Disposable | undefined;
  readonly #drawing: Gate;
  readonly #running = new Map<string, Running>();
  readonly #import;
  #stopping = false;
  #sweeping: Promise<void> = Promise.resolve();
  #sweepTimer: NodeJS.Timeout | undefined;
  #sweepAgainMs = 0;

  private constructor(
    options: JobsOptions,
    backends: Record<Priority, BackendSqlite>,
    lock: Disposable | undefined,
  ) {
    this.#shop = {
      ...options,
      workFolder: join(options.dataFolder, 'work'),
      segmentFolder: join(options.dataFolder, 'segments'),
    };
    this.#segmentLimits = options.segmentLimits;
    this.#log = options.log;
    this.#rendered = options.rendered;
    this.#lock = lock;
    this.#drawing = new Gate(options.concurrency, Number.POSITIVE_INFINITY);
    const lane = (priority: Priority) =>
      laneOf(backends[priority], (input, step) => this.#renderSession(input, step));
    this.#lanes = { normal: lane('normal'), batch: lane('batch') };
    this.#import = this.#lanes.normal.workflows.defineWorkflow<{ id: string }, null>(
      { name: IMPORT },
      ({ input, step }) => this.#importTemplate(input.id, step),
    );
    if (!options.works) return;
    for (const one of Object.values(this.#lanes)) {
      const concurrency = options.concurrency + FETCHING_AHEAD;
      one.worker = one.workflows.newWorker({ concurrency });
    }
  }

  /** Opens the queue in the data folder and, for a worker, takes up what a process before left undone. */
  static async open(options: JobsOptions): Promise<Jobs> {
    const lock = options.works ? lockDataFolder(options.dataFolder) : undefined;
    try {
      const path = join(options.dataFolder, 'workflows.sqlite');
      const backends = {
        normal: BackendSqlite.connect(path),
        // Workers claim whatever their namespace has: of one for all, a batch would take every one.
        batch: BackendSqlite.connect(path, { namespaceId: 'batch' }),
      };
      for (const backend of Object.values(backends)) setBusyTimeout(backend);
      if (lock) giveBackLeases(path);
      const jobs = new Jobs(options, backends, lock);
      if (options.works) await jobs.#resume();
      return jobs;
    } catch (error) {
      lock?.[Symbol.dispose]();
      throw error;
    }
  }

  async enqueueImport(versionId: string): Promise<void> {
    await this.#import.run({ id: versionId }, { idempotencyKey: versionId });
    await this.#wake(this.#lanes.normal);
  }

  /** Of a session that was started; each start is a job of its own. */
  async enqueueRender({ id, starts, priority }: SessionStart): Promise<void> {
    const lane = this.#lanes[priority];
    await lane.render.run({ id, starts }, { idempotencyKey: `${id} ${starts}` });
    await this.#wake(lane);
  }

  /** What has been queued is found without it, only later. */
  async #wake({ worker }: Lane): Promise<void> {
    await worker
      ?.tick()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'the queue could not be read'));
  }

  /** Stops a render that runs here; the caller has marked it canceled. */
  cancelRender(sessionId: string): void {
    this.#running.get(sessionId)?.controller.abort(CANCELED);
  }

  /** Hands running jobs back to the queue and stops. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#sweepTimer);
    for (const { controller } of this.#running.values()) controller.abort(DRAIN);
    for (const { worker } of Object.values(this.#lanes)) await worker?.stop();
    await this.#sweeping;
    for (const { backend } of Object.values(this.#lanes)) await backend.stop();
    this.#lock?.[Symbol.dispose]();
  }

  async #resume(): Promise<void> {
    const { db, workFolder } = this.#shop;
    const [versions, sessions] = [
      await db.templateVersions.unfinished(),
      await db.renderSessions.unfinished(),
    ];
    await mkdir(workFolder, { recursive: true });
    const wanted = new Set([...versions, ...sessions.map(({ id }) => id)]);
    for (const name of await readdir(workFolder)) {
      if (!wanted.has(name)) await rm(join(workFolder, name), { recursive: true, force: true });
    }
    this.#sweep();
    this.#sweepTimer = setInterval(() => this.#sweep(), SWEEP_MS);
    for (const { worker } of Object.values(this.#lanes)) await worker?.start();
    // A crash between the row and the queue leaves a row that no job knows of; the key keeps this from doubling.
    for (const id of versions) await this.enqueueImport(id);
    for (const session of sessions) await this.enqueueRender(session);
  }

  #sweep(): void {
    this.#sweepAgainMs = Number.POSITIVE_INFINITY;
    let startMs = 0;
    this.#sweeping = this.#sweeping
      .then(async () => {
        startMs = performance.now();
        const removed = await sweep(this.#shop, this.#segmentLimits, systemClock);
        await sweepSessions(this.#shop, systemClock);
        await sweepEvents(this.#shop, systemClock);
        return removed;
      })
      .then(
        (removed) => this.#log.debug({ removed }, 'swept'),
        (error: unknown) =>
          this.#log.error({ err: error }, 'what has expired could not be removed'),
      )
      .finally(() => {
        const nowMs = performance.now();
        this.#sweepAgainMs = nowMs + SWEEP_REST * (nowMs - startMs);
      });
  }

  async #importTemplate(id: string, step: StepApi): Promise<null> {
    await this.#running.get(id)?.ended;
    const version = await this.#shop.db.templateVersions.find(id);
    if (!version || !IMPORTING.includes(version.status)) return null;
    const { signal } = this.#begin(id, 1);
    try {
      await this.#step(step, 'read', () =>
        this.#drawing.through(() => readTemplateVersion(version, this.#shop), signal),
      );
      const named = (await this.#shop.db.templateVersions.find(id)) ?? version;
      await this.#step(step, 'draw', () =>
        this.#drawing.through(() => drawTemplateVersion(named, this.#shop, signal), signal),
      );
    } catch (error) {
      if (this.#stopping) throw error;
      await failTemplateVersion(version, error, this.#shop);
    } finally {
      this.#end(id);
    }
    return null;
  }

  async #renderSession(
    { id, starts }: { id: string; starts: number },
    step: StepApi,
  ): Promise<null> {
    const session = await this.#shop.db.renderSessions.find(id);
    const wanted = session && RENDERING.includes(session.status) ? session : undefined;
    if (wanted && wanted.starts !== starts) return null;
    const other = this.#running.get(id);
    if (other) {
      // Nobody needs a job of an earlier start any more.
      if (other.starts < starts) other.controller.abort(CANCELED);
      await other.ended;
      return this.#renderSession({ id, starts }, step);
    }
    const { signal } = this.#begin(id, starts);
    try {
      if (wanted) await this.#render(wanted, step, signal);
      await removeLeft(id, this.#shop);
    } finally {
      // Not before: what is left may have the names of what another render of the session makes.
      this.#end(id);
    }
    if (performance.now() > this.#sweepAgainMs) this.#sweep();
    return null;
  }

  async #render(session: RenderSession, step: StepApi, signal: AbortSignal): Promise<void> {
    const { id, starts } = session;
    const { report, stop } = this.#reporter(id, starts);
    const times = { start: performance.now() };
    try {
      const pinned = await this.#step(step, 'fetch', () =>
        fetchMedia(session, this.#shop, report, signal),
      );
      const fetching = Math.round(performance.now() - times.start) / 1000;
      const result = await this.#step(step, 'render', () =>
        this.#drawing.through(
          () => renderSession(session, pinned, this.#shop, report, signal),
          signal,
          session.priority === 'batch',
        ),
      );
      await stop();
      await cleanUp(session, this.#shop, true);
      const isDone = await this.#shop.db.renderSessions.finish(
        id,
        `${session.render}_rendered` as SessionStatus,
        { ...result, timings: { fetching, ...result.timings } },
        starts,
      );
      if (isDone) {
        this.#log.info({ sessionId: id }, 'rendered');
        await this.#deliver(id);
      }
    } catch (error) {
      await stop();
      if (this.#stopping) throw error;
      await cleanUp(session, this.#shop, false);
      await failSession(session, error, this.#shop);
    }
  }

  /** Its outcome is no part of the render's: what cannot be enqueued now is found later. */
  async #deliver(id: string): Promise<void> {
    await this.#rendered(id).catch((error: unknown) =>
      this.#log.error({ err: error, sessionId: id }, 'uploads could not be enqueued'),
    );
  }

  #begin(id: string, starts: number): AbortController {
    const controller = new AbortController();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    this.#running.set(id, { controller, starts, ended, end });
    if (this.#stopping) controller.abort(DRAIN);
    return controller;
  }

  #end(id: string): void {
    this.#running.get(id)?.end();
    this.#running.delete(id);
  }

  /**
   * What is done counts although the queue cannot write it: of a machine that was suspended the lease
   * has run out, and the queue gives the job to another run here, which waits for the end of this one.
   */
  async #step<T>(step: StepApi, name: string, work: () => Promise<T>): Promise<T> {
    let doing: Promise<Outcome<T>> | undefined;
    const done = () => (doing ??= this.#outcome(work));
    const outcome = await step.run({ name }, done).catch((error: unknown) => {
      if (this.#stopping) throw error;
      this.#log.warn({ err: error, step: name }, 'a step could not be written to the queue');
      return done();
    });
    if (outcome.ok) return outcome.value;
    throw AppError.fromFaults(outcome.faults);
  }

  /** Writes progress at intervals, and stops the job when its session was canceled elsewhere. */
  #reporter(id: string, starts: number): { report: Report; stop: () => Promise<void> } {
    let now: { phase: SessionPhase; percent: number } = { phase: 'queued', percent: 0 };
    let writing: Promise<void> = Promise.resolve();
    const expectEnd = endExpected();
    const write = async () => {
      const { phase, percent } = now;
      const etaMs = expectEnd(phase, percent, systemClock.nowMs());
      const { renderSessions } = this.#shop.db;
      if (!(await renderSessions.progress(id, phase, percent, etaMs, starts)))
        this.cancelRender(id);
    };
    const timer = setInterval(() => {
      writing = writing
        .then(write)
        .catch((error: unknown) =>
          this.#log.error({ err: error, sessionId: id }, 'progress could not be written'),
        );
    }, PROGRESS_MS);
    return {
      report: (phase, percent) => {
        now = { phase, percent };
      },
      stop: async () => {
        clearInterval(timer);
        await writing;
      },
    };
  }

  /** A step's result or faults as data: what fails for good is not to be retried by the queue. */
  async #outcome<T>(work: () => Promise<T>): Promise<Outcome<T>> {
    try {
      return { ok: true, value: await work() };
    } catch (error) {
      if (this.#stopping) throw error;
      const told = toAppError(error);
      if (told.code === 'internal')
        this.#log.error({ err: error }, 'a job failed inside of Framepress');
      else this.#log.debug({ err: told, cause: told.cause }, 'a job failed');
      return { ok: false, faults: [...told.faults] };
    }
  }
}

type Running = {
  controller: AbortController;
  starts: number;
  ended: Promise<void>;
  end: () => void;
};

type Outcome<T> = { ok: true; value: T } | { ok: false; faults: Fault[] };
