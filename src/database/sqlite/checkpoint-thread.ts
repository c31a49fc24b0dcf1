import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Runs in a thread: copies the write-ahead log into the database at intervals. SQLite would do that within a
 * commit, which would block the event loop for the time of many writes and two syncs.
 */
const INTERVAL_MS = 250;

const { path, minBytes } = workerData as { path: string; minBytes: number };
const file = new DatabaseSync(path, { timeout: 0 });
const checkpoint = file.prepare('PRAGMA wal_checkpoint(PASSIVE)');
let seenMs = 0;

const timer = setInterval(() => {
  const { size, mtimeMs } = statSync(`${path}-wal`, { throwIfNoEntry: false }) ?? {};
  if (size === undefined || mtimeMs === undefined || size < minBytes || mtimeMs === seenMs) return;
  try {
    checkpoint.get();
    // Only a log that is copied as a whole begins anew; commits of the meantime are few.
    checkpoint.get();
    seenMs = mtimeMs;
  } catch {
    // Another process copies the log. The next time tries again.
  }
}, INTERVAL_MS);

parentPort?.once('message', () => {
  clearInterval(timer);
  file.close();
  parentPort?.close();
});
