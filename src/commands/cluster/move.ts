import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, expected, type Fault, fault } from '../../base/index.ts';
import { type Config, readConfig } from '../../config/index.ts';
import { moveRows } from '../../database/index.ts';
import { lockUnusedFolder, markMoved, requireNotMoved } from '../../service/index.ts';
import { copyFiles, openStore } from '../../storage/index.ts';
import { sha256 } from '../../system/index.ts';
import { requireDatabaseFile } from '../in-database.ts';
import { print } from '../output.ts';
import { Interruption } from '../program/interruption.ts';
import { ProgressBar } from '../progress-bar.ts';

type MoveOptions = { to: readonly string[]; dataDir?: string; json?: boolean };

/** The files of the data folder with its keys, and the variables that replace them. */
const KEYS = [
  { file: 'signing.key', variable: 'FRAMEPRESS_SIGNING_KEY' },
  { file: 'secrets.key', variable: 'FRAMEPRESS_SECRET_KEYS' },
] as const;

/**
 * Moves a data folder to a PostgreSQL database and a store. Every row and every file is read back and
 * compared. After an interruption, the same command continues. The folder keeps its data.
 */
export async function moveCommand({ to, dataDir, json }: MoveOptions): Promise<void> {
  const [database, storage] = to;
  if (database === undefined || storage === undefined || to.length !== 2) {
    const received = to.length === 1 ? 'one address' : `${to.length} addresses`;
    throw new AppError('invalid_request', expected('a database and a store', '--to', received), {
      hint: 'Example: framepress move --to postgres://user@host/database s3://bucket/prefix.',
    });
  }
  const config = readConfig(process.env, {
    FRAMEPRESS_DATA_DIR: dataDir,
    DATABASE_URL: database,
    FRAMEPRESS_STORAGE: storage,
  });
  await requireDatabaseFile(config.dataDir);
  using _lock = await lockUnusedFolder(config.dataDir);
  await requireNotMoved(config.dataDir);
  await requireSameKeys(config);
  using stop = new Interruption();
  const files = await moveFiles(config, storage, stop.signal);
  const rows = await moveTables(config, database, stop.signal);
  await markMoved(config.dataDir, { database, storage });
  print(json, { ...files, rows }, () => [
    `${files.files} files (${Math.ceil(files.bytes / 2 ** 20)} MB) and ${rows} rows were moved and compared.`,
    `Start the service with DATABASE_URL and FRAMEPRESS_STORAGE. The folder ${config.dataDir} is not needed any more.`,
  ]);
}

/**
 * Copies all files to the store. A record in the data folder has the copied files, so that the next call
 * continues.
 */
async function moveFiles({ dataDir, ...config }: Config, storageUrl: string, signal: AbortSignal) {
  const { store } = await openStore({ dataDir, storage: config.storage });
  using bar = new ProgressBar(process.stderr);
  const folder = join(dataDir, 'files');
  // Files that were moved to another store are not at this one.
  const place = [storageUrl, config.storage.s3Endpoint].join('\n');
  const record = join(dataDir, `moved-${sha256(place).slice(0, 16)}.jsonl`);
  return copyFiles(
    folder,
    store,
    { record, onFile: ({ files }, count) => bar.show(files, count, 'files') },
    signal,
  );
}

/** Copies all rows to the database. Returns their number. */
async function moveTables(
  { dataDir }: Config,
  database: string,
  signal: AbortSignal,
): Promise<number> {
  const copied = await moveRows(
    join(dataDir, 'framepress.sqlite'),
    database,
    () => undefined,
    signal,
  );
  return copied.reduce((sum, { rows }) => sum + rows, 0);
}

/** With other keys, links that were given out would be invalid, and stored credentials unreadable. */
async function requireSameKeys({ dataDir, signingKey, secretKeys }: Config): Promise<void> {
  const configured = { 'signing.key': signingKey ? [signingKey] : [], 'secrets.key': secretKeys };
  const faults: Fault[] = [];
  for (const { file, variable } of KEYS) {
    const path = join(dataDir, file);
    const key = await readFile(path).catch(() => undefined);
    const keys = configured[file];
    if (key ? keys.some((candidate) => key.equals(candidate)) : keys.length > 0) continue;
    const message = key
      ? `${variable} does not have the key of ${path}.`
      : `${variable} is not set, and there is no key ${path}.`;
    const hint = key
      ? `Set it, also for all processes of the service: ${variable}=$(base64 -w0 ${path})`
      : 'Set it to the keys that the service on this folder has.';
    faults.push(fault('config_invalid', message, { hint }));
  }
  if (faults.length > 0) throw AppError.fromFaults(faults);
}
