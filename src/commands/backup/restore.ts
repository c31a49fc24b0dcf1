import { copyFile, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../base/index.ts';
import { readConfig } from '../../config/index.ts';
import { openPrivately } from '../../service/index.ts';
import { duplicateFiles } from '../../storage/index.ts';
import { storageError } from '../../system/index.ts';
import { print } from '../output.ts';
import { Interruption } from '../program/interruption.ts';
import { ProgressBar } from '../progress-bar.ts';
import {
  DATABASE,
  digestOfFile,
  FILES,
  type Manifest,
  readManifest,
  SIGNING_KEY,
} from './manifest.ts';

type RestoreOptions = { dataDir?: string; json?: boolean };

const SECRETS_KEY = 'secrets.key';

/**
 * Copies a backup to a data folder that has nothing but the key of its secrets. The database is last, so that
 * a service cannot start on half of a backup.
 */
export async function restoreCommand(
  folder: string,
  { dataDir: dataFolder, json }: RestoreOptions,
): Promise<void> {
  const { dataDir, secretKeys, databaseUrl } = readConfig(process.env, {
    FRAMEPRESS_DATA_DIR: dataFolder,
  });
  if (databaseUrl !== undefined)
    throw new AppError('config_invalid', 'A backup of SQLite cannot be restored to PostgreSQL.', {
      hint: 'Unset DATABASE_URL, restore the backup, and then use `framepress move`.',
    });
  const manifest = await readManifest(folder);
  await openPrivately(dataDir);
  const names = await readdir(dataDir);
  if (names.some((name) => name !== SECRETS_KEY))
    throw new AppError('invalid_request', `The data folder ${dataDir} is not empty.`, {
      hint: `Stop the service and move the folder away. Only ${SECRETS_KEY} may be in the new one.`,
    });
  using stop = new Interruption();
  await copyBack(manifest, { folder, dataDir }, stop.signal);
  const hasKey = names.includes(SECRETS_KEY) || secretKeys.length > 0;
  const { files, created_at: createdAt } = manifest;
  print(json, { data_dir: dataDir, has_secrets_key: hasKey, ...manifest }, () => [
    `The database and ${files} files of ${createdAt} were restored to ${dataDir}.`,
    hasKey
      ? 'The service can be started.'
      : `Before the service starts, copy ${SECRETS_KEY} to the folder or set FRAMEPRESS_SECRET_KEYS. Otherwise stored secrets are lost.`,
  ]);
}

/**
 * Copies the files, the signing key and the database, in this order. The database gets its name only after its
 * bytes were compared. Throws `storage_failed` for a damaged backup.
 */
async function copyBack(
  { files, bytes, database_sha256: sha256 }: Manifest,
  { folder, dataDir }: { folder: string; dataDir: string },
  signal: AbortSignal,
): Promise<void> {
  using bar = new ProgressBar(process.stderr);
  const show = (doneCount: number, count: number) => bar.show(doneCount, count, 'files');
  const copied = await duplicateFiles(join(folder, FILES), join(dataDir, FILES), show, signal);
  if (copied.files !== files || copied.bytes !== bytes)
    throw damagedError(
      folder,
      `it has ${copied.files} files with ${copied.bytes} bytes instead of ${files} with ${bytes}`,
    );
  try {
    await copyFile(join(folder, SIGNING_KEY), join(dataDir, SIGNING_KEY)).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      },
    );
    const draft = join(dataDir, `${DATABASE}.restored`);
    await copyFile(join(folder, DATABASE), draft);
    if ((await digestOfFile(draft)) !== sha256)
      throw damagedError(folder, 'its database has other bytes');
    await rename(draft, join(dataDir, DATABASE));
  } catch (cause) {
    throw storageError(cause);
  }
}

/** The error of a backup that does not have what its manifest says. */
function damagedError(folder: string, why: string): AppError {
  return new AppError('storage_failed', `The backup ${folder} is damaged: ${why}.`, {
    hint: 'Restore another backup, and empty the data folder before.',
  });
}
