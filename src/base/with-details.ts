import { AppError, type ErrorDetails } from './errors.ts';
import { type Wording, wordingsOf } from './say.ts';

/** Returns the same AppError with more details; other errors are returned unchanged. */
export function withDetails(error: unknown, details: ErrorDetails): unknown {
  if (!(error instanceof AppError)) return error;
  const { cause } = error;
  return new AppError(error.code, wordingOf(error), { ...error.details, ...details }, { cause });
}

/** Returns the message of an error with what its translation needs. */
export function wordingOf({ message, faults: [first] }: AppError): Wording {
  return first?.message === message ? wordingsOf(first).message : message;
}

/** The signal's reason if it is an AppError, else a `canceled` error for the action `what`. */
export function stopped(signal: AbortSignal, what: string): AppError {
  const cause: unknown = signal.reason;
  if (cause instanceof AppError) return cause;
  return new AppError('canceled', `${what} was stopped.`, {}, { cause });
}
