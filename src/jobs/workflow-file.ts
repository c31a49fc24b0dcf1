import type { DatabaseSync } from 'node:sqlite';
import type { BackendSqlite } from 'openworkflow/sqlite';

/** The library opens its file without one, and a second process may be writing. */
export function setBusyTimeout(backend: BackendSqlite): void {
  const { db } = backend as unknown as { db?: DatabaseSync };
  db?.exec('PRAGMA busy_timeout = 5000');
}
