import type { Job, JobPriority } from './job-queue.ts';

/** Seconds that workers spent on an account's jobs, as they counted at a time. */
export type RecentWork = { seconds: number; atMs: number };

/** A job that runs: since when, and until when its time is in the account's recent work. */
export type RunningTime = { startedMs: number; countedMs: number };

/** After this time, work counts half. */
export const HALF_LIFE_MS = 10 * 60_000;
/**
 * A running job counts at least this long. Otherwise one idle account would get all free slots before any
 * time has passed.
 */
const MIN_RUNNING_MS = 10_000;

const RANK: Record<JobPriority, number> = { preview: 0, final: 1, batch: 2 };

/** Returns the seconds of recent work that still count now. */
export function workAt({ seconds, atMs }: RecentWork, nowMs: number): number {
  // A clock that was set back must not increase the work.
  return seconds * 2 ** (-Math.max(0, nowMs - atMs) / HALF_LIFE_MS);
}

/** Returns recent work with `seconds` more, as it counts now. */
export function addWork(
  previousWork: RecentWork | undefined,
  seconds: number,
  nowMs: number,
): RecentWork {
  return { seconds: (previousWork ? workAt(previousWork, nowMs) : 0) + seconds, atMs: nowMs };
}

/** Returns an account's recent work with the time of its running jobs. */
export function workOf(
  ended: RecentWork | undefined,
  running: readonly RunningTime[],
  nowMs: number,
): number {
  const runningMs = running.map(
    ({ startedMs, countedMs }) => Math.max(nowMs, startedMs + MIN_RUNNING_MS) - countedMs,
  );
  return (ended ? workAt(ended, nowMs) : 0) + runningMs.reduce((sum, ms) => sum + ms, 0) / 1000;
}

/**
 * Returns the job that runs next. Batch jobs run only when no other job can. The account with the least
 * recent work comes first, and within it previews before finals. Jobs that are equal run in their order.
 * Every implementation of the queue follows this rule.
 */
export function nextJob(
  /** Jobs that can run now, the longest waiting first. */
  ready: readonly Job[],
  secondsOf: (accountId: string) => number,
): Job | undefined {
  const seconds = new Map<string, number>();
  let best: Job | undefined;
  const secondsNow = (accountId: string) => {
    const knownSeconds = seconds.get(accountId) ?? secondsOf(accountId);
    seconds.set(accountId, knownSeconds);
    return knownSeconds;
  };
  for (const job of ready) if (!best || comesBefore(job, best, secondsNow)) best = job;
  return best;
}

/**
 * Whether a job runs before another one. If they are equal it does not, so that the order of the list decides.
 */
function comesBefore(job: Job, other: Job, secondsOf: (accountId: string) => number): boolean {
  const isBatch = Number(job.priority === 'batch') - Number(other.priority === 'batch');
  if (isBatch !== 0) return isBatch < 0;
  if (job.accountId === other.accountId) return RANK[job.priority] < RANK[other.priority];
  return secondsOf(job.accountId) < secondsOf(other.accountId);
}
