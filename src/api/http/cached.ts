import type { Clock } from '../../system/index.ts';

/**
 * Returns `work` with a memory: its result is given again for `ttlMs`, and calls that come while it
 * runs share that run. A failure is not kept.
 */
export function cached<T>(clock: Clock, ttlMs: number, work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let kept: { value: T; untilMs: number } | undefined;
  const run = async () => {
    try {
      const value = await work();
      kept = { value, untilMs: clock.nowMs() + ttlMs };
      return value;
    } finally {
      running = undefined;
    }
  };
  return async () => {
    if (kept && clock.nowMs() < kept.untilMs) return kept.value;
    running ??= run();
    return running;
  };
}
