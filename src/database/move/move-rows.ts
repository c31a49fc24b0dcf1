import { DatabaseSync } from 'node:sqlite';
import { connectPostgres, migratePostgres } from '../postgres/connect.ts';
import { connect } from '../sqlite/connect.ts';
import { type CopiedTable, copyTables } from './copy-tables.ts';

/**
 * Copies all rows of a SQLite file to a PostgreSQL database, and compares them afterwards. Both get the
 * current tables first. A second call continues. No other process may use either of them.
 */
export async function moveRows(
  path: string,
  url: string,
  onRows: (table: string, rows: number) => void,
  signal: AbortSignal,
): Promise<CopiedTable[]> {
  await (await connect(path)).destroy();
  await migratePostgres(url);
  const file = new DatabaseSync(path, { readOnly: true });
  const db = connectPostgres(url);
  try {
    return await copyTables(file, db, onRows, signal);
  } finally {
    await db.destroy();
    file.close();
  }
}
