import { join } from 'node:path';
import type { Config } from '../config/index.ts';
import { type Database, openDatabase, requireMigrated } from '../database/index.ts';
import { EVENT_FORMS } from './event-forms.ts';
import { requireNotMoved } from './moved-folder.ts';
import { openPrivately } from './private-folder.ts';

type DatabaseConfig = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'databaseUrl'>>;

/** Where the database is: the URL of PostgreSQL, or the path of a SQLite file in the data folder. */
export function databasePlace({ databaseUrl, dataDir }: DatabaseConfig): string {
  return databaseUrl ?? join(dataDir, 'framepress.sqlite');
}

/**
 * Opens only the database, for commands that run in parallel to the service. Throws `config_invalid` for the
 * PostgreSQL database of an older version, because processes of that version may use it.
 */
export async function withDatabase<T>(
  config: DatabaseConfig,
  use: (db: Database) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl === undefined) {
    await openPrivately(config.dataDir);
    await requireNotMoved(config.dataDir);
  } else {
    await requireMigrated(config.databaseUrl);
  }
  await using db = await openDatabase(databasePlace(config), EVENT_FORMS);
  return await use(db);
}
