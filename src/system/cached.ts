import type { Clock } from './clock.ts';

/**
 * Returns a function that caches the result of `work` for `ttlMs`. Calls during a run share that
 * run. Failures are not cached.
 */
export function cached<T>(clock: Clock, ttlMs: number, work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let entry: { value: T; untilMs: number } | undefined;
  const run = async () => {
    try {
      const value = await work();
      entry = { value, untilMs: clock.nowMs() + ttlMs };
      return value;
    } finally {
      running = undefined;
    }
  };
  return async () => {
    if (entry && clock.nowMs() < entry.untilMs) return entry.value;
    running ??= run();
    return running;
  };
}
