import { AppError, type ErrorCode } from './errors.ts';

/**
 * Returns a signal that fires when `parent` fires, or after `timeoutMs` with an AppError of `code`
 * as its reason. Disposing the result stops the timer.
 */
export function deadline(
  timeoutMs: number,
  code: ErrorCode,
  message: string,
  parent?: AbortSignal,
): { signal: AbortSignal } & Disposable {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new AppError(code, message)), timeoutMs);
  // In a browser, a timer is a number, which has no `unref`.
  if (typeof timer === 'object') timer.unref();
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
