import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../base/index.ts';
import type { Log } from '../../system/index.ts';
import { DRAIN, type QueueWorker } from '../job-queue.ts';
import type { Sql } from './boss.ts';
import { type Claim, endClaim } from './claims.ts';

const RETRY_MS = 500;

const LOST = new AppError(
  'unavailable',
  'The database did not hear from this process in time; another process continues the job.',
);

const UNABLE = new AppError(
  'unavailable',
  'The file store does not answer this process; another process continues the job.',
);

/** A job that runs in this process. */
export type Run = Claim & {
  worker: QueueWorker;
  controller: AbortController;
  isLost: boolean;
  /** When the database last knew that this process runs the job. */
  heardMs: number;
  ended: Promise<void>;
};

/** Stops a job that another process continues. */
export function lose(run: Run): void {
  run.isLost = true;
  run.controller.abort(LOST);
}

/** The parts that end a claim. `channel` receives the message that a slot is free. */
export type Ending = { pool: Sql; log: Log; channel: string; nowMs: number };

/** Gives a job to another process at once. The part of it that still runs here cannot write any more. */
export function handBack(run: Run, ending: Ending): void {
  if (run.isLost) return;
  run.isLost = true;
  run.controller.abort(UNABLE);
  void tryToEnd(run, true, ending);
}

/** Ends the claim on a job. Until then, the job stays a job of this process. */
export async function finish(run: Run, ending: Ending): Promise<void> {
  const isHandedBack = run.controller.signal.reason === DRAIN;
  while (!run.isLost) {
    if (await tryToEnd(run, isHandedBack, ending)) return;
    await sleep(RETRY_MS);
  }
}

/** Ends a claim. Returns false if the database did not answer. */
async function tryToEnd(
  run: Run,
  isHandedBack: boolean,
  { pool, log, channel, nowMs }: Ending,
): Promise<boolean> {
  try {
    await endClaim(pool, run, { nowMs, isHandedBack, channel });
    return true;
  } catch (err) {
    log.warn({ err, id: run.job.id }, 'the end of a job could not be stored');
    return false;
  }
}
