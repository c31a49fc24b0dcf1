import { copyFile, mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AppError } from '../base/index.ts';
import { isDiskFull } from '../system/index.ts';

/**
 * Creates the folder of an output file. Throws `invalid_request` when the file cannot be written.
 */
export async function prepareOut(out: string): Promise<void> {
  await withWriteErrors(out, async () => {
    const stats = await stat(out).catch(() => undefined);
    if (stats?.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    await mkdir(dirname(resolve(out)), { recursive: true });
  });
}

/** Throws `conflict` when the output would replace the file that the command reads. */
export async function refuseInput(out: string, file: string): Promise<void> {
  const [written, source] = await Promise.all(
    [out, file].map((path) => realpath(path).catch(() => resolve(path))),
  );
  if (written !== source) return;
  throw new AppError('conflict', `The file ${out} is the package that the command reads.`, {
    hint: 'Write to another file.',
  });
}

/** Moves a file, also across file systems. A reader never sees an incomplete file at `to`. */
export async function moveTo(from: string, to: string): Promise<void> {
  await prepareOut(to);
  const part = `${to}.part`;
  await withWriteErrors(to, async () => {
    try {
      await copyFile(from, part);
      await rename(part, to);
    } finally {
      await rm(part, { force: true });
    }
  });
}

/** Writes a text to a file, and creates its folder. */
export async function writeOut(out: string, text: string): Promise<void> {
  await prepareOut(out);
  await withWriteErrors(out, () => writeFile(out, text));
}

const REASONS: Record<string, string> = {
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  EEXIST: 'a part of its path is a file',
  ENOTDIR: 'a part of its path is a file',
  ENOENT: 'its folder cannot be created',
};

/** Runs `work`, which writes the file `out`. Throws `invalid_request` with the reason if it fails. */
async function withWriteErrors(out: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    const reason = isDiskFull(cause) ? 'the disk is full' : (REASONS[code] ?? code);
    const message = `The file ${out} cannot be written: ${reason}.`;
    throw new AppError('invalid_request', message, { hint: 'Use a different --out.' }, { cause });
  }
}
