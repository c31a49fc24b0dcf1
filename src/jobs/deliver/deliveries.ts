import { join } from 'node:path';
import { OpenWorkflow, type Worker } from 'openworkflow';
import { BackendSqlite } from 'openworkflow/sqlite';
import { AppError } from '../../base/index.ts';
import type { ExternalUpload } from '../../database/index.ts';
import { setBusyTimeout } from '../workflow-file.ts';
import { attemptUpload, type Courier } from './send.ts';

export type DeliveriesOptions = Courier & {
  dataFolder: string;
  /** Uploads at once. */
  atOnce: number;
  /** A process that only enqueues sends nothing. */
  works: boolean;
};

/** How often uploads are sought that no job knows of, and how late they must be. */
const SWEEP_MS = 60_000;
const LATE_MS = 60_000;
/** Until there is another look whether a place that is busy has become free. */
const BUSY_MS = 2000;
const MOST_BUSY_MS = 60_000;
/** How soon a cancel is seen, by whichever process it was asked for. */
const LOOK_MS = 500;
const CANCELED = new AppError('canceled', 'The delivery was canceled.');
const DRAIN = new AppError(
  'unavailable',
  'The service is stopping; the upload goes on after its restart.',
);

/**
 * The durable jobs that send files of sessions to cloud storage, one for each upload. They have
 * workers of their own, so that a store that hangs holds up no render. The row of an upload says
 * when it is due; a job that comes too early, or second, does nothing.
 */
export class Deliveries implements AsyncDisposable {
  readonly #courier: Courier;
  readonly #backend: BackendSqlite;
  readonly #worker: Worker | undefined;
  /** So that a store that hangs leaves workers to the others. */
  readonly #mostAtOnePlace: number;
  readonly #running = new Map<
    string,
    { controller: AbortController; place: string; target: string }
  >();
  readonly #deliver;
  #stopping = false;
  #sweeping: Promise<void> = Promise.resolve();
  #sweepTimer: NodeJS.Timeout | undefined;

  private constructor(options: DeliveriesOptions, backend: BackendSqlite) {
    this.#courier = options;
    this.#backend = backend;
    this.#mostAtOnePlace = Math.max(1, Math.floor(options.atOnce / 2));
    const workflows = new OpenWorkflow({ backend });
    this.#deliver = workflows.defineWorkflow<{ id: string }, null>(
      { name: 'deliver' },
      async ({ input: { id }, step }) => {
        for (let attempt = 1; ; attempt++) {
          const name = `attempt-${attempt}`;
          // Only a stop of the service fails a step.
          const policy = { maximumAttempts: 0 };
          const pauseMs = await step.run({ name, retryPolicy: policy }, () =>
            this.#attempt(id, attempt),
          );
          if (pauseMs === null) return null;
          await step.sleep(`pause-${attempt}`, `${Math.ceil(pauseMs)}ms`);
        }
      },
    );
    this.#worker = options.works ? workflows.newWorker({ concurrency: options.atOnce }) : undefined;
  }

  /** Opens the queue in the data folder; nothing is sent before `start`. */
  static async open(options: DeliveriesOptions): Promise<Deliveries> {
    const path = join(options.dataFolder, 'workflows.sqlite');
    // Workers claim whatever their namespace has: renders have another.
    const backend = BackendSqlite.connect(path, { namespaceId: 'deliveries' });
    setBusyTimeout(backend);
    return new Deliveries(options, backend);
  }

  /**
   * Goes on with what was not sent. To be called when the data folder is locked and the leases of a
   * process before have been given back: that would give back those of this one as well.
   */
  async start(): Promise<void> {
    const { db, log } = this.#courier;
    if (!this.#worker) return;
    await this.#worker.start();
    // A crash between the row and the queue leaves a row that no job knows of.
    for (const { id } of await db.externalUploads.open()) {
      await this.#deliver.run({ id }, { idempotencyKey: id });
    }
    this.#sweepTimer = setInterval(() => {
      this.#sweeping = this.#sweeping
        .then(() => this.#sweep())
        .catch((error: unknown) => log.error({ err: error }, 'late uploads could not be sought'));
    }, SWEEP_MS);
  }

  /** To be called when a session has been rendered. */
  async sessionRendered(sessionId: string): Promise<void> {
    for (const id of await this.#courier.db.externalUploads.openOf(sessionId)) {
      await this.#deliver.run({ id }, { idempotencyKey: id });
    }
    await this.#worker?.tick();
  }

  /** Sends uploads now whose time has been brought forward. */
  async hurry(ids: readonly string[]): Promise<void> {
    const now = this.#courier.clock.nowMs();
    for (const id of ids) {
      await this.#deliver.run({ id }, { idempotencyKey: `${id} ${now}` });
    }
    await this.#worker?.tick();
  }

  /** Hands uploads that are under way back to the queue and stops. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#sweepTimer);
    for (const { controller } of this.#running.values()) controller.abort(DRAIN);
    await this.#worker?.stop();
    await this.#sweeping;
    await this.#backend.stop();
  }

  /** The queue forgets its keys after a day, and may lose a job whose step could not be written. */
  async #sweep(): Promise<void> {
    const { db, clock } = this.#courier;
    const now = clock.nowMs();
    for (const { id, nextAttemptAtMs } of await db.externalUploads.open()) {
      if (this.#running.has(id) || (nextAttemptAtMs ?? 0) > now - LATE_MS) continue;
      const hour = Math.floor(now / 3_600_000);
      await this.#deliver.run({ id }, { idempotencyKey: `${id} late ${hour}` });
    }
  }

  async #attempt(id: string, round: number): Promise<number | null> {
    const upload = await this.#courier.db.externalUploads.find(id);
    // Another job has it, and goes on with it.
    if (!upload || this.#running.has(id)) return null;
    const place = `${upload.accountId} ${placeOf(upload.target)}`;
    const { target } = upload;
    const there = [...this.#running.values()].filter((one) => one.place === place);
    // Of a preview and its final at one place, the final is to come last.
    const isTaken = there.some((one) => one.target === target);
    if (isTaken || there.length >= this.#mostAtOnePlace)
      return Math.min(BUSY_MS * round, MOST_BUSY_MS);
    const controller = new AbortController();
    this.#running.set(id, { controller, place, target });
    if (this.#stopping) controller.abort(DRAIN);
    const look = setInterval(() => void this.#look(id, controller), LOOK_MS);
    try {
      return (await attemptUpload(id, this.#courier, controller.signal)) ?? null;
    } finally {
      clearInterval(look);
      this.#running.delete(id);
    }
  }

  /**
   * A final that goes to the same place waits for its preview: one that is broken off may arrive
   * after the final.
   */
  async #isAwaited({ id, sessionId, target }: ExternalUpload): Promise<boolean> {
    const all = await this.#courier.db.externalUploads.ofSessions([sessionId]);
    const open = (all.get(sessionId) ?? []).filter(
      ({ endedAtMs, status }) => endedAtMs === null && status !== 'waiting',
    );
    return open.some((one) => one.id !== id && one.target === target);
  }

  async #look(id: string, controller: AbortController): Promise<void> {
    const { db, log } = this.#courier;
    try {
      const now = await db.externalUploads.find(id);
      if (now?.endedAtMs === null) return;
      if (!now || !(await this.#isAwaited(now))) controller.abort(CANCELED);
    } catch (error) {
      log.error({ err: error, uploadId: id }, 'an upload could not be looked at');
    }
  }
}

/** The bucket, container or host of a target. */
function placeOf(target: string): string {
  return target.split('/').slice(0, 3).join('/');
}
