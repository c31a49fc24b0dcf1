import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../base/index.ts';

/**
 * Makes this process the only worker of a data folder. The lock is SQLite's own on a file, so the
 * system frees it however the process ends. Throws `data_dir_locked`.
 */
export function lockDataFolder(folder: string): Disposable {
  const file = new DatabaseSync(join(folder, 'worker.lock'));
  try {
    file.exec('PRAGMA locking_mode = EXCLUSIVE');
    file.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    file.close();
    throw new AppError(
      'data_dir_locked',
      `Expected ${folder} for this worker alone but another one is using it.`,
      { hint: 'Stop the other process, or give this one its own FRAMEPRESS_DATA_DIR.' },
      { cause },
    );
  }
  return { [Symbol.dispose]: () => file.close() };
}
