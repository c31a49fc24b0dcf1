import { deadline } from '../base/index.ts';
import { RENDERING, type RenderSession, type SessionStatus } from '../database/index.ts';
import { isHandedBack, type Job, type JobQueue } from '../queue/index.ts';
import { toAppError } from '../system/index.ts';
import { type DiskRoom, estimateBytes } from './disk-room.ts';
import { readInputSnapshot } from './input-snapshot.ts';
import type { JobContext } from './job-context.ts';
import { type ReportProgress, reportProgress } from './progress.ts';
import type { RenderEtas } from './render-etas.ts';
import { startMeter } from './render-meter.ts';
import {
  cleanUp,
  failSession,
  fetchMedia,
  removeLeft,
  requestRender,
  versionOf,
} from './render-session.ts';
import { measureSession } from './stored-bytes.ts';

type SessionJobsOptions = {
  queue: Pick<JobQueue<unknown>, 'cancel'>;
  fetchTimeoutMs: number;
  disk: DiskRoom;
  etas: RenderEtas;
};

type Reports = {
  report: ReportProgress;
  onCpu: (seconds: number) => void;
  /** Writes the last reports. Call it before the session ends in the database. */
  stop: () => Promise<void>;
};

/** `without files`: a job is complete and has stored no files. */
type Outcome = 'complete' | 'incomplete' | 'without files';

/** The two jobs of a session: one fetches its media, the other composes and draws it. */
export class SessionJobs {
  readonly #context: JobContext;
  readonly #queue: Pick<JobQueue<unknown>, 'cancel'>;
  readonly #fetchTimeoutMs: number;
  readonly #disk: DiskRoom;
  readonly #etas: RenderEtas;

  constructor(context: JobContext, { queue, fetchTimeoutMs, disk, etas }: SessionJobsOptions) {
    this.#context = context;
    this.#queue = queue;
    this.#fetchTimeoutMs = fetchTimeoutMs;
    this.#disk = disk;
    this.#etas = etas;
  }

  /** Fetches the missing media of a session. Then the session can be drawn. */
  fetch(job: Job, signal: AbortSignal): Promise<void> {
    return this.#work(job, signal, async (session, { report, onCpu }) => {
      const seconds = this.#fetchTimeoutMs / 1000;
      using limit = deadline(
        this.#fetchTimeoutMs,
        'asset_timeout',
        `The media of the session took longer than ${seconds} s, the limit for all of them together.`,
        signal,
      );
      const context = this.#context;
      const hasMedia = await fetchMedia({ session, context, report, onCpu }, limit.signal);
      if (!hasMedia) return 'without files';
      await cleanUp(session, this.#context, false);
      return 'complete';
    });
  }

  /** Composes, draws and publishes a session whose media have been fetched. */
  render(job: Job, signal: AbortSignal): Promise<void> {
    return this.#work(job, signal, async (session, { report, onCpu, stop }) => {
      const { db, log } = this.#context;
      const { id, attempt, timings } = session;
      const { isComplete, ...inputs } = await readInputSnapshot(session, this.#context, signal);
      // A file was lost meanwhile, so the session fetches it again.
      if (!isComplete) {
        await db.sessionInputs.reopen(id);
        return 'incomplete';
      }
      using reserved = await this.#reserve(session);
      // The session stays in the queue until there is enough disk space.
      if (!reserved) return 'incomplete';
      const result = await requestRender(
        { session, inputs, context: this.#context, report, onCpu },
        signal,
      );
      await stop();
      await cleanUp(session, this.#context, true);
      const status = `${session.render}_rendered` as SessionStatus;
      const { fetching = 0 } = timings;
      const kept = session.warnings.filter(isOfSession);
      const warnings = [...kept, ...(result.warnings ?? [])];
      const all = { ...result, warnings, timings: { fetching, ...result.timings } };
      const isStored = await db.transaction((tx) =>
        tx.renderSessions.finish(id, status, all, attempt),
      );
      if (isStored) log.info({ sessionId: id }, 'rendered');
      return isStored ? 'complete' : 'incomplete';
    });
  }

  async #reserve(session: RenderSession): Promise<Disposable | undefined> {
    const { log } = this.#context;
    const version = await versionOf(session, this.#context);
    const bytes = estimateBytes(session, version);
    const reserved = await this.#disk.reserve(session.id, bytes);
    if (!reserved) log.warn({ sessionId: session.id, bytes }, 'a render waits for disk space');
    return reserved;
  }

  async #work(
    { id, round, kind }: Job,
    signal: AbortSignal,
    work: (session: RenderSession, reports: Reports) => Promise<Outcome>,
  ): Promise<void> {
    const { db, log } = this.#context;
    const session = await db.renderSessions.findForJob(id);
    if (!session || session.attempt !== round || !RENDERING.includes(session.status)) return;
    using eta = kind === 'render' ? await this.#etas.begin(session) : undefined;
    const canceled = () => this.#queue.cancel(id);
    const progress = reportProgress(session, this.#context, canceled, eta?.expectEnd);
    const meter = startMeter(session, this.#context);
    const report: ReportProgress = (phase, percent) => {
      progress.report(phase, percent);
      meter.progress(phase, percent);
    };
    const stop = async () => {
      await progress.stop();
      await meter.stop();
    };
    let outcome: Outcome = 'incomplete';
    try {
      outcome = await work(session, { report, onCpu: meter.addCpu, stop });
      await stop();
      if (outcome === 'complete') await eta?.rendered();
    } catch (error) {
      await stop();
      if (isHandedBack(signal)) throw error;
      const failure = toAppError(error);
      if (failure.code !== 'internal')
        log.debug({ err: failure, cause: failure.cause }, 'a session failed');
      await cleanUp(session, this.#context, false);
      await failSession(session, error, this.#context);
    }
    // This must happen before the job ends, because another render of the session may use the same file
    // names.
    await removeLeft(id, this.#context);
    if (outcome !== 'without files') await measureSession(id, this.#context);
  }
}

/** Whether a warning is about the session's creation and not about one of its renders. */
function isOfSession(warning: unknown): boolean {
  return (warning as { code?: unknown }).code === 'editable_ignored';
}
