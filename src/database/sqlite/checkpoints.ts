import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import type { Connection } from '../open.ts';

/** If the thread cannot keep up, commits copy the log from this size on: 64 MB. */
const MAX_PAGES = 16_000;

/** Copies the write-ahead log in a thread until it is disposed. */
export async function checkpointsInThread(db: Connection, path: string): Promise<AsyncDisposable> {
  const thread = new Worker(
    new URL(`./checkpoint-thread${extname(import.meta.url)}`, import.meta.url),
    { workerData: path },
  );
  thread.unref();
  // Without the thread, commits copy the log themselves.
  thread.on('error', () => undefined);
  const ended = once(thread, 'exit').catch(() => undefined);
  await sql`PRAGMA wal_autocheckpoint = ${sql.lit(MAX_PAGES)}`.execute(db);
  return {
    [Symbol.asyncDispose]: async () => {
      thread.ref();
      thread.postMessage('end');
      await ended;
    },
  };
}
