import { AppError } from '../base/index.ts';

/** What the system said of a file as an AppError; anything else as it is. */
export function storageFailed(error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof AppError || syscall === undefined) return error;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  const message = isFull
    ? 'The disk is full.'
    : `A file of the render failed (${code ?? 'unknown'}).`;
  const hint = 'Check the room and the rights in the data folder.';
  return new AppError('storage_failed', message, { hint }, { cause: error });
}
