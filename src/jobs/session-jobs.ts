import { AppError, deadline, say } from '../base/index.ts';
import type { RenderSession, SessionStatus } from '../database/index.ts';
import { inSpan, pastSpan } from '../observe/index.ts';
import { estimateBytes } from '../produce/index.ts';
import { isHandedBack, type Job } from '../queue/index.ts';
import { type DiskRoom, waitsForStore } from '../storage/index.ts';
import { addLogFields, isAway, systemClock, toAppError } from '../system/index.ts';
import { readInputSnapshot } from './input-snapshot.ts';
import type { JobContext } from './job-context.ts';
import { type ReportProgress, reportProgress } from './progress.ts';
import type { RenderEtas } from './render-etas.ts';
import { countRendered, countStarted, countUnrendered, startMeter } from './render-meter.ts';
import {
  cleanUp,
  failSession,
  fetchMedia,
  finishSession,
  loadVersion,
  removeLeft,
  requestRender,
} from './session-steps.ts';
import { measureSession } from './stored-bytes.ts';

type SessionJobsOptions = { fetchTimeoutMs: number; disk: DiskRoom; etas: RenderEtas };

type Work = {
  session: RenderSession;
  /** Also fires when the session was canceled, or when another process renders it by now. */
  signal: AbortSignal;
  onRefused: () => void;
  report: ReportProgress;
  onCpu: (seconds: number) => void;
  /** Writes the last reports. Call it before the session ends in the database. */
  stop: () => Promise<void>;
};

const REFUSED = new AppError(
  'canceled',
  'The session was canceled, or another process renders it by now.',
);

/** `without files`: a job is complete and has stored no files. */
type Outcome = 'complete' | 'incomplete' | 'without files';

/** The two jobs of a session: one fetches its media, the other composes and draws it. */
export class SessionJobs {
  readonly #context: JobContext;
  readonly #fetchTimeoutMs: number;
  readonly #disk: DiskRoom;
  readonly #etas: RenderEtas;

  constructor(context: JobContext, { fetchTimeoutMs, disk, etas }: SessionJobsOptions) {
    this.#context = context;
    this.#fetchTimeoutMs = fetchTimeoutMs;
    this.#disk = disk;
    this.#etas = etas;
  }

  /** Fetches the missing media of a session. Then the session can be drawn. */
  fetch(job: Job, stopping: AbortSignal): Promise<void> {
    return this.#runJob(job, stopping, async ({ session, signal, report, onCpu }) => {
      const seconds = this.#fetchTimeoutMs / 1000;
      using limit = deadline(
        this.#fetchTimeoutMs,
        'asset_timeout',
        say`The media of the session took longer than ${seconds} s, the limit for all of them together.`,
        signal,
      );
      const context = this.#context;
      const signals = { fetching: limit.signal, working: signal };
      const hasMedia = await fetchMedia({ session, context, report, onCpu }, signals);
      if (!hasMedia) return 'without files';
      await cleanUp(session, this.#context, false);
      return 'complete';
    });
  }

  /** Composes, draws and publishes a session whose media have been fetched. */
  render(job: Job, stopping: AbortSignal): Promise<void> {
    return this.#runJob(job, stopping, async ({ session, signal, stop, ...reports }) => {
      const { db, log } = this.#context;
      const { id, timings } = session;
      const { isComplete, ...inputs } = await readInputSnapshot(session, this.#context, signal);
      // A file was lost meanwhile, so the session fetches it again.
      if (!isComplete) {
        await cleanUp(session, this.#context, false);
        await db.sessionInputs.reopen(id, session);
        return 'incomplete';
      }
      using reserved = await this.#reserve(session);
      // The session stays in the queue until there is enough disk space.
      if (!reserved) {
        await cleanUp(session, this.#context, false);
        return 'incomplete';
      }
      const result = await requestRender(
        { session, inputs, context: this.#context, ...reports },
        signal,
      );
      await stop();
      await cleanUp(session, this.#context, true);
      const status = `${session.render}_rendered` as SessionStatus;
      const { fetching = 0 } = timings;
      const sessionWarnings = session.warnings.filter(isOfSession);
      const warnings = [...sessionWarnings, ...(result.warnings ?? [])];
      const outcome = { status, ...result, warnings, timings: { fetching, ...result.timings } };
      const isStored = await finishSession(session, outcome, db, signal);
      if (isStored) {
        log.info({ sessionId: id }, 'rendered');
        countRendered(session, outcome);
        writePhases(result.timings ?? {});
      }
      return isStored ? 'complete' : 'incomplete';
    });
  }

  /** Reserves the disk space of a render; undefined if the render must wait for space. */
  async #reserve(session: RenderSession): Promise<Disposable | undefined> {
    const { log } = this.#context;
    const version = await loadVersion(session, this.#context);
    const bytes = estimateBytes(session, version);
    const reserved = await this.#disk.reserve(session.id, bytes);
    if (!reserved) log.warn({ sessionId: session.id, bytes }, 'a render waits for disk space');
    return reserved;
  }

  /**
   * Runs a job of a session as its new lead: from now on, an earlier lead changes nothing. Reports progress and
   * use, ends the session after a failure, and removes what is left of a session that was canceled meanwhile.
   */
  async #runJob(
    { id, round, kind }: Job,
    stopping: AbortSignal,
    work: (work: Work) => Promise<Outcome>,
  ): Promise<void> {
    const { db } = this.#context;
    const lead = await db.renderSessions.begin(id, round);
    const foundSession = lead && (await db.renderSessions.findForJob(id));
    // The process that ran the job died, and then the session was canceled. Its files are left.
    if (!foundSession) return removeLeft(id, this.#context);
    const session = { ...foundSession, ...lead };
    const refused = new AbortController();
    const onRefused = () => refused.abort(REFUSED);
    noteStart(session);
    using eta = kind === 'render' ? await this.#etas.begin(session) : undefined;
    const progress = reportProgress(session, this.#context, onRefused, eta?.expectEnd);
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
      const signal = AbortSignal.any([stopping, refused.signal]);
      signal.throwIfAborted();
      const attributes = { 'framepress.session_id': id };
      outcome = await inSpan({ name: kind, attributes }, () =>
        work({ session, signal, onRefused, report, onCpu: meter.addCpu, stop }),
      );
      await stop();
      if (outcome === 'complete') await eta?.rendered();
    } catch (error) {
      await stop();
      await this.#fail(session, error, stopping);
    }
    await removeLeft(id, this.#context, session);
    if (outcome !== 'without files') await measureSession(id, this.#context, session);
  }

  /** Ends a session whose job has failed. Throws the error if the job must be repeated instead. */
  async #fail(session: RenderSession, error: unknown, stopping: AbortSignal): Promise<void> {
    const { db, log, store } = this.#context;
    const { id, attempt, epoch } = session;
    // Another worker may go on with the session.
    await cleanUp(session, this.#context, false);
    // The job is repeated when the database or the store can be reached again.
    if (isHandedBack(stopping) || isAway(error)) throw error;
    const failure = toAppError(error);
    if (await waitsForStore(failure, `${id}/${attempt}`, store)) throw error;
    if (failure.code !== 'internal')
      log.debug({ err: failure, cause: failure.cause }, 'a session failed');
    const current = await db.renderSessions.filesOf(id);
    if (current && current.epoch > epoch)
      return log.info({ sessionId: id, epoch }, REFUSED.message);
    const hasFailed = await failSession(session, error, this.#context, stopping);
    countUnrendered(session, hasFailed ? failure : undefined);
  }
}

/** Notes the request of a session for its log lines. The first job also counts the waiting time. */
function noteStart(session: RenderSession): void {
  const { origin, phase, queuedAtMs: startMs } = session;
  addLogFields(origin ?? {});
  if (phase !== 'queued') return;
  countStarted(session);
  if (startMs !== null) pastSpan({ name: 'wait in queue', startMs }, systemClock.nowMs());
}

/** Writes the phases of a render that has just ended as spans. */
function writePhases(timings: Readonly<Record<string, number>>): void {
  let endMs = systemClock.nowMs();
  for (const name of ['assembling', 'rendering', 'composing']) {
    const startMs = endMs - (timings[name] ?? 0) * 1000;
    pastSpan({ name, startMs }, endMs);
    endMs = startMs;
  }
}

/** Whether a warning is about the session's creation and not about one of its renders. */
function isOfSession(warning: unknown): boolean {
  return (warning as { code?: unknown }).code === 'editable_ignored';
}
