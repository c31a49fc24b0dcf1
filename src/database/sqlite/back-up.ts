import { backup, DatabaseSync } from 'node:sqlite';
import { AppError } from '../../base/index.ts';

/** All pages in one step. In several steps, each write of another process would begin the copy anew. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Writes a copy of a SQLite file that other processes may be using. The copy has all changes up to one moment,
 * and no open log. Throws SQLite's error for files that cannot be read or written, and `storage_failed` for a
 * damaged database.
 */
export async function backUpSqlite(path: string, to: string): Promise<void> {
  const source = new DatabaseSync(path, { readOnly: true });
  try {
    await backup(source, to, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  try {
    const result = copy.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
    if (result === 'ok') return;
    throw new AppError('storage_failed', `The database ${path} is damaged: ${String(result)}`, {
      hint: 'Stop the service and restore the last backup.',
    });
  } finally {
    copy.close();
  }
}
