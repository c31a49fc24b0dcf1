import { AppError } from '../base/index.ts';

/** Converts a file system error to an AppError; other errors are returned unchanged. */
export function storageFailed(error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof AppError || syscall === undefined) return error;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  const message = isFull
    ? 'The disk is full.'
    : `A file of the render failed (${code ?? 'unknown'}).`;
  const hint = 'Check the free space and the permissions of the data folder.';
  return new AppError('storage_failed', message, { hint }, { cause: error });
}
