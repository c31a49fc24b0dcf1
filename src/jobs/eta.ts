import type { SessionPhase } from '../database/index.ts';
import { RENDERED_PERCENT } from '../produce/index.ts';

/** Below this, the rate is unreliable: the first segments may come from the cache. */
const MIN_PERCENT = 3;
/** From this part on, only the measured rate counts. */
const SURE_PERCENT = 40;

/**
 * Returns the estimated end in milliseconds since 1970; null while it is unknown. `percent` is that of the
 * render.
 */
export type ExpectEnd = (phase: SessionPhase, percent: number, nowMs: number) => number | null;

/**
 * Returns a function that estimates the end of a render, in whole milliseconds, from the expected end and, more and
 * more, from its rate so far. Call it with each new progress. It returns null while the end is unknown.
 */
export function endEstimator(expectedEndMs?: number): ExpectEnd {
  let begun: { percent: number; ms: number } | undefined;
  return (phase, percent, nowMs) => {
    if (phase === 'assembling') return nowMs;
    const expected =
      expectedEndMs === undefined ? null : Math.max(nowMs, Math.round(expectedEndMs));
    if (phase !== 'rendering') return expected;
    begun ??= { percent, ms: nowMs };
    const drawnPercent = percent - begun.percent;
    if (drawnPercent < MIN_PERCENT) return expected;
    const measured = nowMs + ((nowMs - begun.ms) * (RENDERED_PERCENT - percent)) / drawnPercent;
    const weight = expected === null ? 1 : Math.min(1, drawnPercent / SURE_PERCENT);
    return Math.round(measured * weight + (expected ?? 0) * (1 - weight));
  };
}

/** A session that renders or waits. The work is the seconds of a render that has all processors. */
export type QueuedWork = { id: string; accountId: string; workSeconds: number };

/**
 * Returns the estimated ends of waiting sessions, in milliseconds from now. The running renders share the
 * processors, and so do the accounts that wait.
 */
export function queueEnds(
  running: readonly QueuedWork[],
  /** Of each account in the order of its queue. */
  waiting: readonly QueuedWork[],
): Map<string, number> {
  const seconds = new Map<string, number>();
  const add = ({ accountId, workSeconds }: QueuedWork) => {
    const sum = (seconds.get(accountId) ?? 0) + workSeconds;
    seconds.set(accountId, sum);
    return sum;
  };
  for (const work of running) add(work);
  const accounts = new Set([...running, ...waiting].map(({ accountId }) => accountId)).size;
  return new Map(waiting.map((work) => [work.id, Math.round(add(work) * accounts * 1000)]));
}
