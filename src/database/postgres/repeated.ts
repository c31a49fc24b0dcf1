import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../base/index.ts';

/** serialization_failure, deadlock_detected and lock_not_available: PostgreSQL has undone the transaction. */
const CONFLICTS = new Set<unknown>(['40001', '40P01', '55P03']);
const MAX_ATTEMPTS = 12;
const FIRST_PAUSE_MS = 4;
const MAX_PAUSE_MS = 250;

/**
 * Runs a transaction, and repeats it when it conflicts with other transactions: each second time alone, which
 * succeeds unless another transaction does not end. The pauses between the others grow and are random, so that
 * two transactions do not meet again. Throws `unavailable` after many conflicts.
 */
export async function repeated<T>(transaction: (isAlone: boolean) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const isAlone = attempt % 2 === 0;
    try {
      return await transaction(isAlone);
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === MAX_ATTEMPTS) throw tooManyConflicts(error);
    }
    if (!isAlone) continue;
    const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
    await sleep(pauseMs * Math.random());
  }
}

/** Whether PostgreSQL has undone a transaction because of another one, so that it can be repeated. */
function isConflict(error: unknown): boolean {
  return error instanceof Error && CONFLICTS.has((error as { code?: unknown }).code);
}

/** The error of a transaction that was repeated too often. */
function tooManyConflicts(cause: unknown): AppError {
  return new AppError(
    'unavailable',
    'Too many processes change the same rows of the database.',
    { hint: 'Try again.' },
    { cause },
  );
}
