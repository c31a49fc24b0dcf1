import { join } from 'node:path';
import type { Config } from '../config.ts';
import { type Database, openDatabase } from '../database/index.ts';
import { openPrivately } from './private-folder.ts';

/** Opens only the database, for commands that run in parallel to the service. */
export async function withDatabase<T>(
  { dataDir }: Pick<Config, 'dataDir'>,
  use: (db: Database) => Promise<T>,
): Promise<T> {
  await openPrivately(dataDir);
  await using db = await openDatabase(join(dataDir, 'framepress.sqlite'));
  return await use(db);
}
