import { AppError, type ErrorDetails } from './errors.ts';

/** Returns the same AppError with more details; other errors are returned unchanged. */
export function withDetails(error: unknown, details: ErrorDetails): unknown {
  if (!(error instanceof AppError)) return error;
  const { cause } = error;
  return new AppError(error.code, error.message, { ...error.details, ...details }, { cause });
}

/** The signal's reason if it is an AppError, else a `canceled` error for the action `what`. */
export function stopped(signal: AbortSignal, what: string): AppError {
  const cause: unknown = signal.reason;
  if (cause instanceof AppError) return cause;
  return new AppError('canceled', `${what} was stopped.`, {}, { cause });
}
