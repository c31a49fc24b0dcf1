import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../base/index.ts';

const schema = z.object({
  url: z.string().regex(/^https?:\/\//),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
});

/** The login of a client at a service, as `framepress login` stores it. */
export type Credentials = z.infer<typeof schema>;

/** Returns the path of the file with the credentials (XDG Base Directory Specification). */
export function credentialsPath(environment = process.env): string {
  const folder = environment['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  return join(folder, 'framepress', 'credentials.json');
}

/** Returns the stored credentials; undefined without a login. */
export async function readCredentials(): Promise<Credentials | undefined> {
  const path = credentialsPath();
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw unusable(path, `cannot be read (${code})`, cause);
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw unusable(path, 'does not contain credentials', cause);
  }
}

/** Writes the credentials to a file that only this user can read, and returns its path. */
export async function writeCredentials(credentials: Credentials): Promise<string> {
  const path = credentialsPath();
  const part = `${path}.${process.pid}.part`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(part, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
    // The mode above is that of a new file only.
    await chmod(part, 0o600);
    await rename(part, path);
  } catch (cause) {
    await rm(part, { force: true });
    throw unusable(path, `cannot be written (${(cause as NodeJS.ErrnoException).code})`, cause);
  }
  return path;
}

/** Removes the credentials. Returns false if there were none. */
export async function removeCredentials(): Promise<boolean> {
  try {
    await rm(credentialsPath());
    return true;
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw unusable(credentialsPath(), `cannot be removed (${code})`, cause);
  }
}

function unusable(path: string, what: string, cause: unknown): AppError {
  const hint = 'Run `framepress login` again, or set XDG_CONFIG_HOME to another folder.';
  return new AppError('config_invalid', `The file ${path} ${what}.`, { hint }, { cause });
}
