import { AppError, type Fault, toAppError } from '../base/index.ts';
import type { ErrorData } from './protocol.ts';

const MOST_FAULTS = 100;
const MOST_CHARACTERS = 2000;
const MOST_CAUSE_CHARACTERS = 8000;

/** A failure that another process can be told, whatever it is; long texts are cut. */
export function toErrorData(error: unknown): ErrorData {
  const { code, message, details, faults, cause } = toAppError(error);
  const short = (fault: Fault) => ({ ...fault, message: cut(fault.message) });
  return {
    ...{ code, message: cut(message), details, faults: faults.slice(0, MOST_FAULTS).map(short) },
    cause: causeText(cause).slice(0, MOST_CAUSE_CHARACTERS),
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

function cut(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}
