import { DatabaseSync } from 'node:sqlite';
import type { BackendSqlite } from 'openworkflow/sqlite';

/** The library opens its file without one, and a second process may be writing. */
export function setBusyTimeout(backend: BackendSqlite): void {
  const { db } = backend as unknown as { db?: DatabaseSync };
  db?.exec('PRAGMA busy_timeout = 5000');
}

/**
 * Runs of a process that was killed would wait until their 30 s lease ends. This process holds the
 * folder's lock, so no one else can own them.
 */
export function giveBackLeases(path: string): void {
  const db = new DatabaseSync(path, { timeout: 5000 });
  try {
    db.prepare("UPDATE workflow_runs SET available_at = ? WHERE status = 'running'").run(
      new Date(0).toISOString(),
    );
  } finally {
    db.close();
  }
}
