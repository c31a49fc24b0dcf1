import type { Readable } from 'node:stream';
import { AppError, deadline, type ErrorCode, forEachAtOnce, type Wording } from '../base/index.ts';

/** `etag` is a strong HTTP validator, with its quotes. */
export type ObjectFacts = { bytes: number; modifiedMs: number; etag: string };

export type ListedObject = { path: string; bytes: number; modifiedMs: number };

/** The content of an object. */
export type Body = { bytes: number; read(start: number, length: number): Promise<Buffer> };

/** How a store answers a presigned URL. */
export type LinkOptions = {
  seconds: number;
  contentType: string;
  contentDisposition: string | undefined;
};

/**
 * A bucket or container for the files of the service. Each operation is retried up to three times while the
 * store is unreachable, and then throws `storage_failed` with the store, the operation and the cause. The
 * store checks the checksum of each part that it receives.
 */
export interface Bucket {
  /** Without prefix and credentials, such as `s3://bucket`. */
  readonly name: string;
  /** Writes or replaces an object. */
  write(path: string, body: Body): Promise<void>;
  /** Returns undefined when the object does not exist. */
  facts(path: string): Promise<ObjectFacts | undefined>;
  /**
   * Reads the bytes `start` to `end`, both included. Returns undefined when the object does not exist, or
   * has a different etag.
   */
  read(path: string, range: Range): Promise<ObjectBody | undefined>;
  /** Removes objects. Missing ones are ignored. */
  remove(paths: readonly string[]): Promise<void>;
  /** Lists all objects whose path begins with `prefix`, page by page. */
  pages(prefix: string): AsyncIterable<ListedObject[]>;
  /** Lists the names that follow `prefix` up to the next slash, page by page. */
  folders(prefix: string): AsyncIterable<string[]>;
  /** Removes parts of uploads that began before `sinceMs` and were not completed. */
  removeUnfinished(prefix: string, sinceMs: number): Promise<void>;
  /** Returns a presigned URL to read an object; undefined when the credentials cannot sign. */
  link(path: string, options: LinkOptions): Promise<string | undefined>;
}

/** The requested bytes of an object: `bytes` is their number. `etag` is that of the whole object. */
export type ObjectBody = { body: Readable; bytes: number; etag: string | undefined };

export type Range = { start: number; end?: number | undefined; etag?: string | undefined };

/** Parts of this size are in memory; `PARTS_AT_ONCE` of them are sent at the same time. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 4;
const MAX_PARTS = 10_000;
/** Requests for single objects that a bucket sends at the same time. */
const REQUESTS_AT_ONCE = 16;

const PAUSES_MS = [200, 1000, 3000];
/**
 * Time for one request, also on a slow line: the 32 parts of eight files that `framepress move` sends at once need
 * 2.4 Mbit/s. Connections to S3 and Azure that are silent end much sooner.
 */
const REQUEST_MINUTES = 15;

const RETRIED = new Set<ErrorCode>([
  'delivery_unreachable',
  'delivery_timeout',
  'delivery_corrupt',
]);

const HINTS: Partial<Record<ErrorCode, string>> = {
  delivery_denied:
    'Check the credentials of the service, and that they may read, write, list and delete below FRAMEPRESS_STORAGE.',
  delivery_place_missing: 'Create the bucket or container, or correct FRAMEPRESS_STORAGE.',
  delivery_rejected: 'Check AWS_REGION, FRAMEPRESS_S3_ENDPOINT and the clock of this machine.',
  delivery_full: 'Free space in the store, or raise its quota.',
  delivery_corrupt: 'The store or the network damages files. Contact the operator of the store.',
};
const OTHER_HINT = 'The work is retried. If this repeats, check the network to the store.';

/**
 * Sends one request, or several. The signal limits the time for one request, so `renew` is called after each.
 */
export type Requests<T> = (signal: AbortSignal, renew: () => void) => Promise<T>;

/**
 * Sends requests, and retries all of them up to three times while the store is unreachable. `explain` returns the
 * error for a failure of the SDK. Throws `storage_failed`.
 */
export async function attempt<T>(
  place: Wording,
  work: Requests<T>,
  explain: (error: unknown, signal: AbortSignal) => AppError,
): Promise<T> {
  for (const pauseMs of [...PAUSES_MS, undefined]) {
    using limit = deadline(
      REQUEST_MINUTES * 60_000,
      'delivery_timeout',
      `Cannot ${place}: the store did not finish within ${REQUEST_MINUTES} minutes.`,
    );
    try {
      return await work(limit.signal, limit.renew);
    } catch (error) {
      const failure = explain(error, limit.signal);
      if (pauseMs === undefined || !RETRIED.has(failure.code)) throw storeFailure(failure);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  throw new Error('unreachable');
}

function storeFailure(failure: AppError): AppError {
  if (failure.code === 'storage_failed') return failure;
  const hint = HINTS[failure.code] ?? OTHER_HINT;
  return new AppError('storage_failed', failure.message, { hint }, { cause: failure });
}

/** The parts of a body, in order. `number` begins at 1. An empty body has one part. */
export function partsOf({ bytes }: Body): { number: number; start: number; length: number }[] {
  const size = Math.max(PART_BYTES, Math.ceil(bytes / MAX_PARTS));
  return Array.from({ length: Math.max(1, Math.ceil(bytes / size)) }, (_, index) => {
    const start = index * size;
    return { number: index + 1, start, length: Math.min(size, bytes - start) };
  });
}

/** Sends the parts of a body, `PARTS_AT_ONCE` at the same time. */
export function forEachPart(
  body: Body,
  send: (part: { number: number; start: number; length: number }) => Promise<void>,
): Promise<void> {
  return forEachAtOnce(partsOf(body), PARTS_AT_ONCE, send);
}

/** Runs `work` for each path, `REQUESTS_AT_ONCE` at the same time. */
export function forEachPath(
  paths: readonly string[],
  work: (path: string) => Promise<unknown>,
): Promise<void> {
  return forEachAtOnce(paths, REQUESTS_AT_ONCE, async (path) => void (await work(path)));
}
