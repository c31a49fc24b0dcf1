import { FramepressError } from '@framepress/client';
import { AppError, defined, ERROR_CODES, type ErrorCode, type Fault } from '../../base/index.ts';

/** Codes of the client and of OAuth. */
const CODES: Record<string, ErrorCode> = {
  invalid_client: 'unauthorized',
  invalid_scope: 'forbidden',
  file_unreadable: 'invalid_request',
  file_missing: 'not_found',
};

const HINTS: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'Run `framepress login` again with the id and the secret of a client.',
  forbidden: 'Use a client whose scope allows this: `framepress client list`.',
  unavailable: 'Start the service, or set its address: `framepress login --url URL`.',
};

/** Runs `work`. An error of the service or of the connection is thrown as an `AppError`. */
export async function withRemoteErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FramepressError) throw appErrorOf(error);
    throw error instanceof TypeError ? notUnderstood(error) : error;
  }
}

/** The client reads fields that a JSON answer of another program does not have. */
function notUnderstood(cause: TypeError): AppError {
  const message = 'The service sent an answer that this command does not understand.';
  const hint =
    'Check the address of the service, and whether it has the same version as this command.';
  return new AppError('unavailable', message, { hint }, { cause });
}

/** Returns the error with all its faults, as local commands report them. */
export function appErrorOf(error: FramepressError): AppError {
  const code = codeOf(error);
  const { message, retryable } = error;
  const knownFaults = error.errors.map((fields): Fault => ({ ...fields, code: codeOf(fields) }));
  if (knownFaults.length > 0) return AppError.fromFaults(knownFaults.map(withHint));
  const hint = HINTS[code];
  // The message of a connection's error has its cause.
  return new AppError(code, message, { retryable, ...(hint && { hint }) });
}

/** Returns a fault with the hint of this command line, if the service has sent none that helps here. */
function withHint(localFault: Fault): Fault {
  // The service's hint for a missing token names requests, which these commands send themselves.
  const hint =
    localFault.code === 'unauthorized'
      ? HINTS.unauthorized
      : (localFault.hint ?? HINTS[localFault.code]);
  return { ...localFault, ...defined({ hint }) };
}

/** A newer service may have codes that this version does not know. */
function codeOf({ code, status = 0 }: { code: string; status?: number }): ErrorCode {
  if (Object.hasOwn(ERROR_CODES, code)) return code as ErrorCode;
  if (Object.hasOwn(CODES, code)) return CODES[code] as ErrorCode;
  return status >= 400 && status < 500 ? 'not_found' : 'unavailable';
}
