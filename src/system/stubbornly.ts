import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../base/index.ts';

const MAX_MS = 60_000;
const PAUSE_MS = 500;

/** The cause of an error after which it is unknown whether a change was stored. */
export class UnknownOutcome extends Error {}

/**
 * Whether an error says that the database cannot be reached now. The last change may have been stored, so what
 * is repeated must be harmless then.
 */
export function isAway(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  return error.code === 'unavailable' || error.cause instanceof UnknownOutcome;
}

/**
 * Repeats a write for a minute while the database cannot be reached, so that a restart of the database does
 * not repeat the work before. `work` must be harmless when it is repeated. Throws any other error. The signal
 * ends the repetition, and its reason is thrown.
 */
export async function stubbornly<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const endMs = performance.now() + MAX_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error) || performance.now() > endMs) throw error;
    }
    await sleep(PAUSE_MS, undefined, signal && { signal }).catch(() => undefined);
    signal?.throwIfAborted();
  }
}
