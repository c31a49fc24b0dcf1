import { nextJob, type RunningTime } from './fair-order.ts';
import type { Job, QueueWorker } from './job-queue.ts';

/** A job that runs, or that a worker will fetch next. */
export type RunningJob = RunningTime & { job: Job };

export type Choice = {
  worker: Pick<QueueWorker, 'perAccount' | 'mayRun'>;
  /** Number of jobs that can start. */
  free: number;
  /** Number of processes that run such jobs. */
  processes: number;
  /** Jobs that are due and have not ended, the longest waiting first. */
  pending: readonly Job[];
  /** The running jobs of this worker, in all processes. */
  running: readonly RunningJob[];
  /** Returns whether a job may start now: it does not run, and its pause has ended. */
  isReady: (job: Job) => boolean;
  /** Returns the seconds of an account's recent work with those of its running jobs. */
  secondsOf: (accountId: string, running: readonly RunningTime[]) => number;
  nowMs: number;
};

/** Returns the jobs that start now, in their order. Every implementation of the queue uses it. */
export function chooseJobs({ running, pending, free, nowMs, ...choice }: Choice): Job[] {
  const allRunning = [...running];
  const chosen: Job[] = [];
  const lines = linesOf(pending.filter((job) => choice.isReady(job)));
  while (chosen.length < free) {
    const job = chooseNext(lines, allRunning, choice);
    if (!job) break;
    chosen.push(job);
    allRunning.push({ job, startedMs: nowMs, countedMs: nowMs });
    lines.find(([first]) => first?.job === job)?.shift();
  }
  return chosen;
}

/** A waiting job, and its position among all waiting jobs. */
type Waiting = { job: Job; position: number };

/** Returns a list for each account and priority. Only the first job of a list can be the next one. */
function linesOf(ready: readonly Job[]): Waiting[][] {
  const waiting = ready.map((job, position) => ({ job, position }));
  return [...Map.groupBy(waiting, ({ job }) => `${job.accountId} ${job.priority}`).values()];
}

/**
 * Returns the job that starts next; undefined if none may start. Jobs that must wait for a running job are
 * removed from `lines`.
 */
function chooseNext(
  lines: readonly Waiting[][],
  running: readonly RunningJob[],
  { worker, processes, secondsOf }: Omit<Choice, 'running' | 'pending' | 'free' | 'nowMs'>,
): Job | undefined {
  const ofAccount = Map.groupBy(running, ({ job }) => job.accountId);
  const jobs = running.map(({ job }) => job);
  const first: Waiting[] = [];
  for (const line of lines) {
    const accountId = line[0]?.job.accountId ?? '';
    const count = ofAccount.get(accountId)?.length ?? 0;
    if (count >= worker.perAccount(accountId, processes)) continue;
    // A job that must wait for the running jobs also waits when more jobs run.
    while (line[0] && worker.mayRun?.(line[0].job, jobs, processes) === false) line.shift();
    if (line[0]) first.push(line[0]);
  }
  first.sort((a, b) => a.position - b.position);
  return nextJob(
    first.map(({ job }) => job),
    (accountId) => secondsOf(accountId, ofAccount.get(accountId) ?? []),
  );
}

/**
 * Returns the number of jobs of each account that must be read: enough for all free places, and those that
 * cannot start now.
 */
export function neededPerAccount(free: number, blockedAccounts: readonly string[]): number {
  const blocked = new Map<string, number>();
  for (const accountId of blockedAccounts)
    blocked.set(accountId, (blocked.get(accountId) ?? 0) + 1);
  return free + [...blocked.values()].reduce((max, count) => Math.max(max, count), 0);
}
