import { AppError, type Fault } from '../../base/index.ts';

/**
 * Hands work that has been stored to those who do it. When they cannot take it, `fail` ends it, so
 * that no client polls for something that nobody works at, and `unavailable` is thrown; not where
 * `fail` answers that it has ended by itself or goes on.
 */
export async function dispatch(
  start: () => Promise<void>,
  fail: (faults: Fault[]) => Promise<boolean>,
  hint = 'Send the request again.',
): Promise<void> {
  try {
    await start();
  } catch (error) {
    const refusal = unavailable(error, hint);
    if (await fail([...refusal.faults])) throw refusal;
  }
}

function unavailable(cause: unknown, hint: string): AppError {
  return new AppError(
    'unavailable',
    'The service could not take the work on.',
    { hint },
    { cause },
  );
}
