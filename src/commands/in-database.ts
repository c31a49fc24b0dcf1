import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../base/index.ts';
import { type Config, readConfig } from '../config/index.ts';
import type { Account, Database } from '../database/index.ts';
import { withDatabase } from '../service/index.ts';

/** Options of commands that change the data folder of a service, which may be running. */
export type DataFolderOptions = { dataDir?: string; json?: boolean };

/** Runs `use` with the database of the data folder. */
export function inDatabase<T>(
  options: DataFolderOptions,
  use: (db: Database, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env, { FRAMEPRESS_DATA_DIR: options.dataDir });
  return withDatabase(config, (db) => use(db, config));
}

/** Throws `not_found` for a folder without a database, which opening it would create. */
export async function requireDatabaseFile(dataDir: string): Promise<void> {
  const path = join(dataDir, 'framepress.sqlite');
  await access(path).catch((cause: unknown) => {
    const hint = 'Give --data-dir or FRAMEPRESS_DATA_DIR the data folder of a service.';
    throw new AppError('not_found', `There is no file ${path}.`, { hint }, { cause });
  });
}

/** Returns an account. Throws `not_found`. */
export async function findAccount(db: Database, id: string): Promise<Account> {
  const account = await db.accounts.find(id);
  if (account) return account;
  throw new AppError('not_found', `There is no account ${quotedId(id)}.`, {
    hint: '`framepress account list` shows the accounts of the data folder.',
  });
}

/** The error of a client that does not exist. */
export function unknownClientError(id: string): AppError {
  return new AppError('not_found', `There is no client ${quotedId(id)}.`, {
    hint: '`framepress client list` shows the clients of the data folder.',
  });
}

/** Returns an id of the command line for a message: quoted, and cut if it is long. */
function quotedId(id: string): string {
  return JSON.stringify(id.slice(0, 60).toWellFormed());
}
