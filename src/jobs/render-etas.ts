import { setImmediate } from 'node:timers/promises';
import type { PendingJob, RatedWork, RenderSession, TemplateVersion } from '../database/index.ts';
import { renderOutputs } from '../output/index.ts';
import { type Clock, systemClock } from '../system/index.ts';
import { type ExpectEnd, endEstimator, type QueuedWork, queueEnds } from './eta.ts';
import type { JobContext } from './job-context.ts';

type Context = Pick<JobContext, 'db' | 'log'>;
type Session = Pick<
  RenderSession,
  'id' | 'accountId' | 'attempt' | 'templateStyleVersionId' | 'render' | 'wantedOutputs' | 'preview'
>;
type Running = QueuedWork & { startedMs: number };
type Work = RatedWork & { videoSeconds: number };

/** Interval at which the ends of waiting sessions are estimated again. */
const INTERVAL_MS = 1000;
/** Sessions of an account with an estimated end. */
const PER_ACCOUNT = 200;
/** Sessions whose work is read in one interval, and kept. */
const MAX_READ = 50;
const MAX_KNOWN = 20_000;
/** Ends that are written in one transaction. Requests wait for it. */
const WRITTEN_AT_ONCE = 20;
/** A difference below this part of the waiting time is not written. */
const MIN_CHANGE = 0.1;

/** Estimates the ends of renders, from past renders of the same version and size. */
export class RenderEtas implements AsyncDisposable {
  readonly #context: Context;
  readonly #clock: Clock;
  readonly #running = new Map<string, Running>();
  /** Seconds of work of waiting sessions, by id and attempt. */
  readonly #known = new Map<string, number | undefined>();
  readonly #written = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #estimating: Promise<void> | undefined;

  constructor(context: Context, clock = systemClock) {
    this.#context = context;
    this.#clock = clock;
  }

  /** Estimates the ends of waiting sessions until the result is disposed. */
  lead(): Disposable {
    const { log } = this.#context;
    this.#timer = setInterval(() => {
      this.#estimating ??= this.estimate()
        .catch((err: unknown) => log.warn({ err }, 'the ends could not be estimated'))
        .finally(() => {
          this.#estimating = undefined;
        });
    }, INTERVAL_MS);
    return { [Symbol.dispose]: () => clearInterval(this.#timer) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#estimating;
  }

  /** Counts a render until the result is disposed. `rendered` stores its work for later renders. */
  async begin(session: Session) {
    const { db } = this.#context;
    const { id, accountId } = session;
    const work = await this.#workOf(session);
    const workSeconds = await this.#secondsOf(work);
    const run = { id, accountId, workSeconds: workSeconds ?? 0, startedMs: this.#clock.nowMs() };
    this.#running.set(id, run);
    let [samples, shares] = [1, 1 / this.#running.size];
    const expectedMs = workSeconds && run.startedMs + workSeconds * this.#running.size * 1000;
    const estimate = endEstimator(expectedMs);
    const expectEnd: ExpectEnd = (phase, percent, nowMs) => {
      samples += 1;
      shares += 1 / this.#running.size;
      return estimate(phase, percent, nowMs);
    };
    return {
      expectEnd,
      rendered: async () => {
        if (!work || work.videoSeconds <= 0) return;
        // Without the share of the other renders.
        const seconds = ((this.#clock.nowMs() - run.startedMs) / 1000) * (shares / samples);
        await db.renderRates.addRender(work, seconds / work.videoSeconds);
      },
      [Symbol.dispose]: () => void this.#running.delete(id),
    };
  }

  /** Returns the properties of a session's work; undefined without its version. */
  async #workOf(session: Session): Promise<Work | undefined> {
    const version = await this.#context.db.templateVersions.find(session.templateStyleVersionId);
    return version && renderWork(session, version);
  }

  /** Returns the expected seconds of work; undefined as long as no render has ended. */
  async #secondsOf(work: Work | undefined): Promise<number | undefined> {
    const perSecond = work && (await this.#context.db.renderRates.expectedSeconds(work));
    return perSecond === undefined ? undefined : perSecond * (work?.videoSeconds ?? 0);
  }

  /** Estimates the ends of waiting sessions once. */
  async estimate(): Promise<void> {
    const { db } = this.#context;
    const nowMs = this.#clock.nowMs();
    const jobs = (await db.jobs.pending(['fetch', 'render'], PER_ACCOUNT))
      .filter(({ id }) => !this.#running.has(id))
      .sort((a, b) => RANK[a.priority] - RANK[b.priority]);
    const waiting = await this.#withWork(jobs);
    const running = [...this.#running.values()].map(({ startedMs, ...run }) => ({
      ...run,
      workSeconds: Math.max(0, run.workSeconds - (nowMs - startedMs) / 1000 / this.#running.size),
    }));
    const ids = new Set(waiting.map(({ id }) => id));
    for (const id of this.#written.keys()) if (!ids.has(id)) this.#written.delete(id);
    const changed: { id: string; etaMs: number }[] = [];
    for (const [id, inMs] of queueEnds(running, waiting)) {
      const writtenMs = this.#written.get(id);
      const isClose =
        writtenMs !== undefined &&
        Math.abs(writtenMs - nowMs - inMs) <= Math.max(500, inMs * MIN_CHANGE);
      if (!isClose) changed.push({ id, etaMs: nowMs + inMs });
    }
    while (changed.length > 0) {
      const page = changed.splice(0, WRITTEN_AT_ONCE);
      await db.renderRates.setEtas(page);
      for (const { id, etaMs } of page) this.#written.set(id, etaMs);
      // Requests come before estimates.
      await setImmediate();
    }
  }

  /** Returns the sessions whose work is known, in the same order. */
  async #withWork(jobs: readonly PendingJob[]): Promise<QueuedWork[]> {
    const { db } = this.#context;
    const keys = new Set(jobs.map(keyOf));
    for (const key of this.#known.keys()) if (!keys.has(key)) this.#known.delete(key);
    let reads = 0;
    const work: QueuedWork[] = [];
    for (const job of jobs) {
      const key = keyOf(job);
      const isKnown = this.#known.get(key) !== undefined;
      if (!isKnown && reads < MAX_READ && this.#known.size < MAX_KNOWN) {
        reads += 1;
        await setImmediate();
        const session = await db.renderSessions.findForJob(job.id);
        const work = session && (await this.#workOf(session));
        this.#known.set(key, await this.#secondsOf(work));
      }
      const workSeconds = this.#known.get(key);
      if (workSeconds !== undefined)
        work.push({ id: job.id, accountId: job.accountId, workSeconds });
    }
    return work;
  }
}

const RANK = { preview: 0, final: 1, batch: 2 } as const;

function keyOf({ id, round }: PendingJob): string {
  return `${id} ${round}`;
}

/** Returns the properties that determine the work of a render, and the length of its video. */
function renderWork(
  session: Session,
  { width, height, fps, frameCount }: TemplateVersion,
): Work | undefined {
  if (width === null || height === null || fps === null || frameCount === null) return undefined;
  const outputs = renderOutputs(session, { width, height, fps, frameCount });
  const variant = outputs.map(
    (output) =>
      `${output.codec} ${output.width}x${output.height} ${Math.ceil(output.fps)} ${output.quality}`,
  );
  return {
    accountId: session.accountId,
    versionId: session.templateStyleVersionId,
    variant: [session.render ?? 'final', ...variant].join(', '),
    megapixels: outputs.reduce(
      (sum, output) => sum + (output.width * output.height * output.fps) / 1e6,
      0,
    ),
    videoSeconds: frameCount / fps,
  };
}
