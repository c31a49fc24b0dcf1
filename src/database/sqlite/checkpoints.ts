import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { programFile } from '../../system/index.ts';
import type { Connection } from '../open.ts';

/** If the thread cannot keep up, commits copy the log from this size on: 64 MB. */
const MAX_PAGES = 16_000;
/** A smaller log stays as it is. */
const MIN_BYTES = 2 * 2 ** 20;
const LOOK_MS = 1000;

/**
 * Copies the write-ahead log in a thread until it is disposed. The thread is started with the first log that is
 * long enough: it takes 50 ms of CPU time and 10 MB, and a service that does little needs none.
 */
export async function checkpointsInThread(db: Connection, path: string): Promise<AsyncDisposable> {
  let thread: CheckpointThread | undefined;
  let isOver = false;
  const look = async () => {
    const size = await stat(`${path}-wal`).then(
      (facts) => facts.size,
      () => 0,
    );
    if (size < MIN_BYTES || thread || isOver) return;
    thread = new CheckpointThread(path);
    clearInterval(timer);
  };
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  await sql`PRAGMA wal_autocheckpoint = ${sql.lit(MAX_PAGES)}`.execute(db);
  return {
    [Symbol.asyncDispose]: async () => {
      isOver = true;
      clearInterval(timer);
      await thread?.end();
    },
  };
}

class CheckpointThread {
  readonly #thread: Worker;
  readonly #ended: Promise<unknown>;

  constructor(path: string) {
    const program = programFile('checkpoint-thread', import.meta.url);
    this.#thread = new Worker(program, { workerData: { path, minBytes: MIN_BYTES } });
    this.#thread.unref();
    // Without the thread, commits copy the log themselves.
    this.#thread.on('error', () => undefined);
    this.#ended = once(this.#thread, 'exit').catch(() => undefined);
  }

  /** Stops the thread after its current copy, and waits for its end. */
  async end(): Promise<void> {
    this.#thread.ref();
    this.#thread.postMessage('end');
    await this.#ended;
  }
}
