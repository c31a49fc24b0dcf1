import type { AppError } from '../base/index.ts';
import type { RenderSession, SessionPhase, SessionResult } from '../database/index.ts';
import { cpuSeconds as cpuMetric, renderEnded, renderStarted } from '../observe/index.ts';
import { RENDERED_PERCENT, SHARE } from '../produce/index.ts';
import { systemClock } from '../system/index.ts';
import type { JobContext } from './job-context.ts';

/** Interval between writes. A crash of the service loses the CPU time since the last one. */
const WRITE_MS = 1000;

/** Counts the work for a session's render. */
export type RenderMeter = {
  addCpu: (seconds: number) => void;
  progress: (phase: SessionPhase, percent: number) => void;
  /** Writes the work that is not written yet. Call it before the render ends in the database. */
  stop: () => Promise<void>;
};

/** Writes the work for a session's render at intervals until `stop`. */
export function startMeter(
  session: Pick<RenderSession, 'id' | 'accountId' | 'attempt' | 'epoch' | 'templateStyleVersionId'>,
  { db, log }: Pick<JobContext, 'db' | 'log'>,
): RenderMeter {
  const { id: sessionId, accountId, attempt, epoch, templateStyleVersionId: versionId } = session;
  let cpuSeconds = 0;
  let drawnShare = 0;
  let writtenShare = 0;
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    if (cpuSeconds === 0 && drawnShare === writtenShare) return;
    const work = { cpuSeconds, drawnShare };
    cpuSeconds = 0;
    try {
      // Not synced: after a power cut the service may count a second less.
      await db.fastTransaction((tx) =>
        tx.usage.countWork({ sessionId, accountId, attempt, epoch, versionId, ...work }),
      );
      writtenShare = work.drawnShare;
    } catch (err) {
      cpuSeconds += work.cpuSeconds;
      log.warn({ sessionId, err }, 'the use of a render could not be written');
    }
  };
  const timer = setInterval(() => {
    writing = writing.then(write);
  }, WRITE_MS);
  return {
    addCpu: (seconds) => {
      cpuSeconds += seconds;
      cpuMetric.inc(seconds);
    },
    progress: (phase, percent) => {
      if (phase === 'assembling') drawnShare = 1;
      if (phase !== 'rendering') return;
      const share = (percent - SHARE.composing) / (RENDERED_PERCENT - SHARE.composing);
      drawnShare = Math.min(1, Math.max(drawnShare, share));
    },
    stop: async () => {
      clearInterval(timer);
      writing = writing.then(write);
      await writing;
    },
  };
}

type Counted = Pick<RenderSession, 'render' | 'priority' | 'queuedAtMs'>;

function labelsOf({ render, priority }: Counted) {
  return { render: render ?? 'final', priority };
}

function secondsSince({ queuedAtMs }: Counted): number {
  const nowMs = systemClock.nowMs();
  return (nowMs - (queuedAtMs ?? nowMs)) / 1000;
}

/** Counts the start of a session's first job. */
export function countStarted(session: Counted): void {
  renderStarted(labelsOf(session), secondsSince(session));
}

/** Counts a render that has succeeded, with its time since it was queued. */
export function countRendered(
  session: Counted,
  { timings = {}, frames = 0, outputs = [] }: SessionResult,
): void {
  renderEnded({
    labels: labelsOf(session),
    outcome: 'rendered',
    timings,
    frames,
    seconds: secondsSince(session),
    bytes: outputs.reduce((sum, { bytes }) => sum + bytes, 0),
  });
}

/** Counts a failed render; without an error it was canceled. */
export function countUnrendered(session: Counted, error: AppError | undefined): void {
  const labels = labelsOf(session);
  if (error === undefined) renderEnded({ labels, outcome: 'canceled' });
  else renderEnded({ labels, outcome: 'failed', codes: error.faults.map(({ code }) => code) });
}
