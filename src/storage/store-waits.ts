import { AppError } from '../base/index.ts';
import type { BlobStore } from './blob-store.ts';

/** A store that answers again, but not for this job, ends the job after this time and these failures. */
const RETRIED_MS = 10 * 60_000;
const MIN_FAILURES = 5;
const MAX_JOBS = 10_000;

/** The time of the first failure and the number of failures, by store and job. */
const failures = new WeakMap<object, Map<string, { sinceMs: number; count: number }>>();

/**
 * Whether a job that failed with `error` is retried later, because its store on a network may be
 * unreachable. A disk of this machine is not waited for.
 */
export async function waitsForStore(
  error: unknown,
  job: string,
  store: Pick<BlobStore, 'isRemote' | 'check'>,
): Promise<boolean> {
  if (!store.isRemote || !(error instanceof AppError) || error.code !== 'storage_failed')
    return false;
  const jobs = failures.get(store) ?? new Map<string, { sinceMs: number; count: number }>();
  failures.set(store, jobs);
  const failed = jobs.get(job) ?? { sinceMs: performance.now(), count: 0 };
  failed.count += 1;
  jobs.set(job, failed);
  const [oldest] = jobs.keys();
  if (oldest !== undefined && jobs.size > MAX_JOBS) jobs.delete(oldest);
  if (failed.count < MIN_FAILURES || performance.now() - failed.sinceMs < RETRIED_MS) return true;
  return store.check().then(
    () => false,
    () => true,
  );
}
