import { z } from 'zod';

export const waitSeconds = z
  .number()
  .min(0)
  .max(600)
  .default(60)
  .meta({ description: 'How long to wait; then the current state is returned' });

/** Runs `work` for at most this time. The end of the time is no error; the caller's `signal` is. */
export async function waitUntil(
  seconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const limit = AbortSignal.timeout(seconds * 1000);
  try {
    await work(AbortSignal.any([signal, limit]));
  } catch (error) {
    signal.throwIfAborted();
    if (!limit.aborted) throw error;
  }
}
