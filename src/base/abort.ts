import { AppError, type ErrorCode } from './errors.ts';

/**
 * A signal that fires with `parent`, or after `timeoutMs` with an AppError of `code` as its reason.
 * Disposing it stops the timer.
 */
export function deadline(
  timeoutMs: number,
  code: ErrorCode,
  message: string,
  parent?: AbortSignal,
): { signal: AbortSignal } & Disposable {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new AppError(code, message)), timeoutMs);
  timer.unref();
  const onParent = () => controller.abort(parent?.reason);
  if (parent?.aborted) onParent();
  else parent?.addEventListener('abort', onParent, { once: true });
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      parent?.removeEventListener('abort', onParent);
    },
  };
}

/** Rejects with the signal's reason if the signal fires before `promise` settles. */
export async function orAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  signal.throwIfAborted();
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
  }
}
