import { readConfig } from '../../config/index.ts';
import { migrateDatabase } from '../../database/index.ts';
import { databasePlace, openPrivately } from '../../service/index.ts';
import { print } from '../output.ts';

/** Brings the tables of the database up to date. A service does this when it starts, too. */
export async function migrateCommand(options: { dataDir?: string; json?: boolean }): Promise<void> {
  const config = readConfig(process.env, { FRAMEPRESS_DATA_DIR: options.dataDir });
  if (config.databaseUrl === undefined) await openPrivately(config.dataDir);
  const steps = await migrateDatabase(databasePlace(config));
  print(options.json, { steps }, () =>
    steps.length === 0 ? ['The database is up to date.'] : steps.map((step) => `ran ${step}`),
  );
}
