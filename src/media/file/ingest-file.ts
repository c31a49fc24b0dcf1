import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  AppError,
  defined,
  type ErrorDetails,
  findMessage,
  say,
  withDetails,
  withoutSecrets,
} from '../../base/index.ts';
import type { FetchOptions, FileFetcher } from '../fetch/index.ts';
import { digestOfFile } from './content-store.ts';

/** The source of a file, and the folder `dir` in which it is stored. Errors contain `editable`. */
export type FileOrigin = { dir: string; editable?: string } & (
  | { url: string; fetcher: FileFetcher; onProgress?: FetchOptions['onProgress'] }
  | { path: string }
);

export type ArrivedFile = { sha256: string; bytes: number; url?: string };

/** Returns the details and the name that errors about a file contain. */
function originOf(origin: FileOrigin): { details: ErrorDetails; what: string } {
  const details: ErrorDetails = {
    ...defined({ editable: origin.editable }),
    ...('url' in origin && { url: withoutSecrets(origin.url) }),
  };
  return { details, what: details.url ?? origin.editable ?? 'the file' };
}

/** Fetches or copies a file to the path `arrival`. Returns its digest and size. */
async function arriveFrom(
  origin: FileOrigin,
  arrival: string,
  limits: { maxBytes?: number },
  signal: AbortSignal | undefined,
): Promise<ArrivedFile> {
  if ('url' in origin) {
    const { url, fetcher, onProgress } = origin;
    const options = { ...limits, ...(onProgress && { onProgress }) };
    return fetcher.fetchToFile(url, arrival, options, signal);
  }
  try {
    await copyFile(origin.path, arrival, constants.COPYFILE_FICLONE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    // For example, an upload that was removed after it was looked up.
    const { details, what } = originOf(origin);
    const hint = 'Upload the file again.';
    throw new AppError('asset_not_found', say`The file of ${findMessage(what)} was removed.`, {
      ...details,
      hint,
    });
  }
  return digestOfFile(arrival, signal);
}

/** A received file. `what` is its name in errors. */
export type FileToProbe = { path: string; sha256: string; what: string; details: ErrorDetails };

/**
 * Ingests a file: fetches or copies it to `dir`/<sha256>. A file that `probe` rejects is removed.
 */
export async function ingest<Facts extends object>(
  origin: FileOrigin,
  limits: { maxBytes?: number },
  probe: (file: FileToProbe) => Promise<Facts>,
  signal: AbortSignal | undefined,
): Promise<ArrivedFile & { path: string } & Facts> {
  const { details, what } = originOf(origin);
  return keepProbed(
    origin.dir,
    details,
    (arrival) => arriveFrom(origin, arrival, limits, signal),
    (path, { sha256 }) => probe({ path, sha256, what, details }),
  );
}

/** Stores a file as `dir`/<sha256> after `probe` has accepted it; otherwise leaves no file. */
export async function keepProbed<Facts extends object>(
  dir: string,
  details: ErrorDetails,
  arrive: (path: string) => Promise<ArrivedFile>,
  probe: (path: string, file: ArrivedFile) => Promise<Facts>,
): Promise<ArrivedFile & { path: string } & Facts> {
  await mkdir(dir, { recursive: true });
  const arrival = join(dir, `${randomUUID()}.new`);
  try {
    const file = await arrive(arrival);
    const facts = await probe(arrival, file);
    const path = join(dir, file.sha256);
    await rename(arrival, path);
    return { ...file, path, ...facts };
  } catch (error) {
    await rm(arrival, { force: true }).catch(() => undefined);
    throw withDetails(error, details);
  }
}
