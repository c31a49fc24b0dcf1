import type { RenderSession, SessionPhase } from '../database/index.ts';
import { systemClock } from '../system/index.ts';
import { type ExpectEnd, endEstimator } from './eta.ts';
import type { JobContext } from './job-context.ts';

/** Reports the phase of a session's job, and how far the job is. */
export type ReportProgress = (phase: SessionPhase, percent: number) => void;

/**
 * Interval between writes of a session's progress, and the delay until a cancel by another process is
 * noticed.
 */
const PROGRESS_MS = 400;

/**
 * Writes the progress of a session at intervals until `stop`. Calls `onRefused` when the session was
 * canceled, or when another process renders it by now.
 */
export function reportProgress(
  { id, attempt, epoch }: Pick<RenderSession, 'id' | 'attempt' | 'epoch'>,
  { db, log }: Pick<JobContext, 'db' | 'log'>,
  onRefused: () => void,
  expectEnd: ExpectEnd = endEstimator(),
): { report: ReportProgress; stop: () => Promise<void> } {
  let state: { phase: SessionPhase; percent: number } = { phase: 'queued', percent: 0 };
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    const { phase, percent } = state;
    const etaMs = expectEnd(phase, percent, systemClock.nowMs());
    const lead = { attempt, epoch };
    if (!(await db.renderSessions.progress(id, { phase, percent, etaMs, lead }))) onRefused();
  };
  const timer = setInterval(() => {
    writing = writing
      .then(write)
      .catch((error: unknown) =>
        log.error({ err: error, sessionId: id }, 'progress could not be written'),
      );
  }, PROGRESS_MS);
  return {
    report: (phase, percent) => {
      state = { phase, percent };
    },
    stop: async () => {
      clearInterval(timer);
      await writing;
    },
  };
}
