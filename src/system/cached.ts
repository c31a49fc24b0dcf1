import { type Clock, elapsedOf } from './clock.ts';

/**
 * Returns a function that caches the result of `work` for `ttlMs`. Calls during a run share that
 * run. Failures are not cached.
 */
export function cached<T>(clock: Clock, ttlMs: number, work: () => Promise<T>): () => Promise<T> {
  const nowMs = elapsedOf(clock);
  let running: Promise<T> | undefined;
  let entry: { value: T; untilMs: number } | undefined;
  const run = async () => {
    try {
      const value = await work();
      entry = { value, untilMs: nowMs() + ttlMs };
      return value;
    } finally {
      running = undefined;
    }
  };
  return async () => {
    if (entry && nowMs() < entry.untilMs) return entry.value;
    running ??= run();
    return running;
  };
}
