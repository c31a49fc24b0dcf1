import type { SessionPhase } from '../database/index.ts';
import { RENDERED_PERCENT } from '../isolated/index.ts';

/** Below this, the rate is unreliable: the first segments may come from the cache. */
const MIN_PERCENT = 3;

/**
 * Returns a function that estimates the end of a render from its rate so far. Call it with each new
 * progress. It returns null while the end is unknown.
 */
export function endExpected(): (
  phase: SessionPhase,
  percent: number,
  nowMs: number,
) => number | null {
  let begun: { percent: number; ms: number } | undefined;
  return (phase, percent, nowMs) => {
    if (phase === 'assembling') return nowMs;
    if (phase !== 'rendering') return null;
    begun ??= { percent, ms: nowMs };
    const drawn = percent - begun.percent;
    if (drawn < MIN_PERCENT) return null;
    return Math.round(nowMs + ((nowMs - begun.ms) * (RENDERED_PERCENT - percent)) / drawn);
  };
}
