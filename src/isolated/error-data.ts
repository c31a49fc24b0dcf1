import { AppError, boundedFaults, type ErrorDetails } from '../base/index.ts';
import { toAppError } from '../system/index.ts';
import type { ErrorData } from './protocol.ts';

const MAX_CHARACTERS = 2000;
const MAX_CAUSE_CHARACTERS = 8000;

/** Converts any error to plain data for another process. Long texts and lists are shortened. */
export function toErrorData(error: unknown): ErrorData {
  const { code, message, details, faults, cause } = toAppError(error);
  return {
    code,
    message: shorten(message),
    details: cutDetails(details),
    faults: boundedFaults(faults).faults,
    cause: causeText(cause).slice(0, MAX_CAUSE_CHARACTERS),
  };
}

export function fromErrorData({ code, message, details, faults, cause }: ErrorData): AppError {
  const options = cause === '' ? { faults } : { faults, cause: new Error(cause) };
  return new AppError(code, message, details, options);
}

function causeText(cause: unknown): string {
  if (cause instanceof Error) return cause.stack ?? cause.message;
  return cause === undefined ? '' : String(cause);
}

function cutDetails(details: ErrorDetails): ErrorDetails {
  const short = Object.entries(details).map(([key, value]) => [
    key,
    typeof value === 'string' ? shorten(value) : value,
  ]);
  return Object.fromEntries(short) as ErrorDetails;
}

function shorten(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}
