import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorDetails } from '../../base/index.ts';
import { withDetails } from '../../base/index.ts';
import type { FetchOptions, FileFetcher } from '../fetch/index.ts';
import { withoutSecrets } from '../fetch/index.ts';
import { digestOfFile } from './content-store.ts';

/** Where a file comes from, and the folder `dir` in which it is kept. `editable` is for errors. */
export type FileOrigin = { dir: string; editable?: string } & (
  | { url: string; fetcher: FileFetcher; onProgress?: FetchOptions['onProgress'] }
  | { path: string }
);

export type ArrivedFile = { sha256: string; bytes: number; url?: string };

/** What errors about a file tell of where it comes from, and what they call it. */
function originOf(origin: FileOrigin): { details: ErrorDetails; what: string } {
  const details: ErrorDetails = {
    ...(origin.editable !== undefined && { editable: origin.editable }),
    ...('url' in origin && { url: withoutSecrets(origin.url) }),
  };
  return { details, what: details.url ?? origin.editable ?? 'the file' };
}

/** Fetches a file, or copies it. */
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
  await copyFile(origin.path, arrival, constants.COPYFILE_FICLONE);
  return digestOfFile(arrival, signal);
}

/** A file that has come, and what errors call it. */
export type FileToProbe = { path: string; sha256: string; what: string; details: ErrorDetails };

/** Takes a file in: fetches or copies it to `dir`/<sha256>, where it stays only if `probe` finds it good. */
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

/** Keeps a file as `dir`/<sha256>, and only once `probe` has found it good; else nothing stays. */
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
