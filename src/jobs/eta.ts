import type { SessionPhase } from '../database/index.ts';
import { RENDERED_PERCENT } from '../isolated/index.ts';

/** Of progress, before which its rate says little: the first segments may have been there. */
const MIN_PERCENT = 3;

/**
 * Expects the end of a render by how fast it was drawn so far; null where that is not known. To be told
 * again and again how far it is.
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
