import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { AppError } from '../../base/index.ts';
import { type Config, readConfig } from '../../config/index.ts';
import { backUpSqlite } from '../../database/index.ts';
import { requireNotMoved } from '../../service/index.ts';
import { duplicateFiles } from '../../storage/index.ts';
import { systemClock } from '../../system/index.ts';
import { requireDatabaseFile } from '../in-database.ts';
import { print } from '../output.ts';
import { Interruption } from '../program/interruption.ts';
import { ProgressBar } from '../progress-bar.ts';
import {
  DATABASE,
  digestOfFile,
  FILES,
  type Manifest,
  SIGNING_KEY,
  writeManifest,
} from './manifest.ts';

type BackupOptions = { dataDir?: string; json?: boolean };

/**
 * Copies the database and the files of a data folder, whose service may be running, to an empty folder. The
 * database is first: files do not change, so all files that the copied database names exist or were removed
 * on request.
 */
export async function backupCommand(
  folder: string,
  { dataDir, json }: BackupOptions,
): Promise<void> {
  const config = readConfig(process.env, { FRAMEPRESS_DATA_DIR: dataDir });
  requireSqlite(config);
  await requireDatabaseFile(config.dataDir);
  await requireNotMoved(config.dataDir);
  await requireEmptyOutside(folder, config.dataDir);
  await makePrivately(folder);
  using stop = new Interruption();
  const manifest = await backUp(config, folder, stop.signal).catch(async (error: unknown) => {
    for (const name of [DATABASE, FILES, SIGNING_KEY])
      await rm(join(folder, name), { recursive: true, force: true });
    throw error;
  });
  const { files, bytes, removed } = manifest;
  print(json, { folder, ...manifest }, () => [
    `The database and ${files} files (${Math.ceil(bytes / 2 ** 20)} MB) were copied to ${folder}.`,
    ...(removed > 0 ? [`${removed} files were removed during the copy.`] : []),
    ...(config.storage.url === undefined
      ? []
      : [`The files in ${config.storage.url} are not in the backup.`]),
    'The backup has no key of stored secrets: keep secrets.key or FRAMEPRESS_SECRET_KEYS in another place.',
  ]);
}

/**
 * Copies the database, the signing key and the files, in this order, and writes the manifest last: without it,
 * the backup is not complete.
 */
async function backUp(
  { dataDir, storage }: Config,
  folder: string,
  signal: AbortSignal,
): Promise<Manifest> {
  const created_at = new Date(systemClock.nowMs()).toISOString();
  await backUpSqlite(join(dataDir, DATABASE), join(folder, DATABASE));
  // A signing key in a variable has no file.
  await copyFile(join(dataDir, SIGNING_KEY), join(folder, SIGNING_KEY)).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    },
  );
  await mkdir(join(folder, FILES));
  using bar = new ProgressBar(process.stderr);
  const copied =
    storage.url === undefined
      ? await duplicateFiles(
          join(dataDir, FILES),
          join(folder, FILES),
          (doneCount, count) => bar.show(doneCount, count, 'files'),
          signal,
        )
      : { files: 0, bytes: 0, removed: 0 };
  const database_sha256 = await digestOfFile(join(folder, DATABASE));
  return writeManifest(folder, { created_at, database_sha256, ...copied });
}

/** Throws `config_invalid` for a service on PostgreSQL. */
function requireSqlite({ databaseUrl }: Config): void {
  if (databaseUrl === undefined) return;
  throw new AppError('config_invalid', 'The database is PostgreSQL, which has its own backups.', {
    hint: 'Use pg_dump or a base backup, and then copy the file store: docs/scaling.md.',
  });
}

/** Throws `invalid_request` unless the folder is outside of the data folder, and empty or absent. */
async function requireEmptyOutside(folder: string, dataDir: string): Promise<void> {
  if (`${resolve(folder)}${sep}`.startsWith(`${resolve(dataDir)}${sep}`))
    throw new AppError('invalid_request', `The folder ${folder} is in the data folder.`, {
      hint: 'Name a folder outside it, on another disk if possible.',
    });
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new AppError('invalid_request', `${folder} cannot be read (${error.code}).`, {
      hint: 'Name a folder that is empty or does not exist.',
    });
  });
  if (names.length === 0) return;
  throw new AppError('invalid_request', `The folder ${folder} is not empty.`, {
    hint: 'Name a folder that is empty or does not exist, such as one with the date in its name.',
  });
}

/** Makes the folder, and from then on only files that other users cannot read. */
async function makePrivately(folder: string): Promise<void> {
  process.umask(0o077);
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return;
    throw new AppError('invalid_request', `The folder ${folder} cannot be made (${error.code}).`, {
      hint: 'Name a folder in one that exists and that this user may write to.',
    });
  });
}
