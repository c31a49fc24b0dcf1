import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../base/index.ts';
import { digestOfStream } from '../../system/index.ts';

/** Names in a data folder and in a backup. */
export const DATABASE = 'framepress.sqlite';
export const FILES = 'files';
export const SIGNING_KEY = 'signing.key';

/** Written last: a folder without it is not a complete backup. */
const NAME = 'backup.json';

const schema = z.object({
  created_at: z.string(),
  database_sha256: z.string(),
  files: z.number(),
  bytes: z.number(),
  removed: z.number(),
});

/** The facts of a backup: of its database, and the number and size of its files. */
export type Manifest = z.infer<typeof schema>;

/**
 * Writes the manifest of a backup and returns it. Throws if there is one. It is synced, because a backup
 * without it counts as incomplete.
 */
export async function writeManifest(folder: string, manifest: Manifest): Promise<Manifest> {
  await using file = await open(join(folder, NAME), 'wx');
  await file.writeFile(`${JSON.stringify(manifest, undefined, 2)}\n`);
  await file.sync();
  return manifest;
}

/** Throws `invalid_request` for a folder that is not a complete backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => '');
  const parsed = schema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  throw new AppError('invalid_request', `The folder ${folder} is not a complete backup.`, {
    hint: `Name a folder that \`framepress backup\` has written; its last file is ${NAME}.`,
  });
}

/** Returns the SHA-256 of a file. */
export function digestOfFile(path: string): Promise<string> {
  return digestOfStream(createReadStream(path));
}

/** Parses a text; undefined for any text that is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
