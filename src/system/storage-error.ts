import { AppError, say } from '../base/index.ts';

const FULL_CODES = new Set<unknown>(['ENOSPC', 'EDQUOT']);
/** SQLITE_FULL, in the errors of `node:sqlite`. */
const SQLITE_FULL = 13;
/** The texts of ENOSPC and EDQUOT, as the C libraries of Linux and macOS write them. */
const FULL_TEXT = /No space left on device|Dis[ck] quota exceeded/;

/** Whether an error of the system or of SQLite, or the last output of a program, says that a disk or quota is full. */
export function isDiskFull(cause: unknown): boolean {
  if (typeof cause === 'string') return FULL_TEXT.test(cause);
  if (typeof cause !== 'object' || cause === null) return false;
  const { code, errcode } = cause as { code?: unknown; errcode?: unknown };
  return FULL_CODES.has(code) || (code === 'ERR_SQLITE_ERROR' && errcode === SQLITE_FULL);
}

/** Whether an error comes from a call of the operating system. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && !(error instanceof AppError);
}

/**
 * Returns `storage_failed` for a file that could not be read or written; an AppError is returned
 * unchanged. The message contains the system's code, not its text, which names paths of this
 * machine. The text stays in the cause, for the log.
 */
export function storageError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (isDiskFull(cause)) {
    const hint = 'Free some space in the data folder.';
    return new AppError('storage_failed', 'The disk is full.', { hint }, { cause });
  }
  const { code = 'unknown' } = (cause ?? {}) as NodeJS.ErrnoException;
  const message = say`A file could not be read or written (${code}).`;
  const hint = 'Check the free space and the permissions of the data folder.';
  return new AppError('storage_failed', message, { hint }, { cause });
}

/** Returns any failure as an AppError: itself if it is one, a full disk, else `internal`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDiskFull(error)) return storageError(error);
  return new AppError('internal', 'Something went wrong inside Framepress.', {}, { cause: error });
}
