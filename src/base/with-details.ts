import { AppError, type ErrorDetails } from './errors.ts';

/** The same failure with more known about it; whatever is no AppError passes unchanged. */
export function withDetails(error: unknown, details: ErrorDetails): unknown {
  if (!(error instanceof AppError)) return error;
  const { cause } = error;
  return new AppError(error.code, error.message, { ...error.details, ...details }, { cause });
}

/** Why a signal fired, as the AppError that the caller gave or else `canceled`. */
export function stopped(signal: AbortSignal, what: string): AppError {
  const cause: unknown = signal.reason;
  if (cause instanceof AppError) return cause;
  return new AppError('canceled', `${what} was stopped.`, {}, { cause });
}
