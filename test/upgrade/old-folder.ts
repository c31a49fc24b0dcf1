import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { zstdDecompressSync } from 'node:zlib';
import type { Json } from '../support/client.ts';
import type { Answers } from './answers.ts';

/** The ids, secrets and digests in the folder, by name. */
export type Contents = {
  /** The time when the folder was made. */
  madeAtMs: number;
  client: { client_id: string; client_secret: string };
  otherClient: { client_id: string; client_secret: string };
  accessToken: string;
  editToken: string;
  versions: Record<'small' | 'replaced' | 'long' | 'broken' | 'waiting' | 'drawing', string>;
  sessions: Record<string, string>;
  otherSession: string;
  mapping: string;
  uploads: Record<'photo' | 'clip' | 'tune' | 'font' | 'accountFont', string>;
  destination: string;
  bucketKeys: { access_key_id: string; secret_access_key: string };
  endpoints: Record<'taking' | 'refusing' | 'gone' | 'ofSession', { id: string; secret: string }>;
  /** The previous secret of the endpoint `taking`. */
  previousSecret: string;
  /** Requests that were sent with an Idempotency-Key, and the id in each answer. */
  repeats: { key: string; path: string; body: Json; id: string }[];
  /** Unneeded files of killed processes. */
  left: string[];
};

/** The answers of the version that made the folder, and the webhooks that it sent. */
export type Recorded = {
  answers: Answers;
  otherAnswers: Answers;
  /** Bodies that the endpoint `taking` got, by the event's id. */
  events: Record<string, { type: string; data: Json }>;
};

/** After this time all pending attempts are due, and no token has expired yet. */
const AGE_MS = 1800_000;
const TIME_COLUMN = /_(at|until|since)$/;

const run = promisify(execFile);
const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/**
 * Unpacks the data folder of an older version into a folder, as if it had been made half an hour ago.
 * Otherwise, files and rows that expire after days would be removed. The tables are those of that version,
 * which never change.
 */
export async function unpackOldFolder(folder: string) {
  // A file, because tar does not read the padding after the archive's end, which breaks a pipe.
  const archive = join(folder, 'old-folder.tar');
  await writeFile(archive, zstdDecompressSync(await readFile(fileOf('old-folder.tar.zst'))));
  await run('tar', ['-xmpf', archive, '-C', folder]);
  await rm(archive);
  const contents = JSON.parse(await readFile(fileOf('old-folder.json'), 'utf8')) as Contents;
  const recorded = JSON.parse(await readFile(join(folder, 'recorded.json'), 'utf8')) as Recorded;
  const dataDir = join(folder, 'data');
  moveTimes(join(dataDir, 'framepress.sqlite'), Date.now() - AGE_MS - contents.madeAtMs);
  return { dataDir, contents, recorded };
}

function moveTimes(path: string, byMs: number): void {
  using db = new DatabaseSync(path);
  const columns = db
    .prepare(
      `select t.name as table_name, c.name as column_name
        from sqlite_master t join pragma_table_info(t.name) c where t.type = 'table'`,
    )
    .all() as { table_name: string; column_name: string }[];
  for (const { table_name: table, column_name: column } of columns) {
    if (TIME_COLUMN.test(column))
      db.prepare(`update ${table} set ${column} = ${column} + ? where ${column} > 0`).run(byMs);
  }
  db.prepare(
    `update webhook_endpoints set previous_secrets = (
      select json_group_array(json_set(value, '$.untilMs', value ->> '$.untilMs' + ?))
      from json_each(previous_secrets)
    )`,
  ).run(byMs);
}
