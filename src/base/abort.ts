import { AppError, type ErrorCode } from './errors.ts';
import type { Wording } from './say.ts';

/**
 * Returns a signal that fires when `parent` fires, or after `timeoutMs` with an AppError of `code`
 * as its reason. `renew` starts the time again. Disposing the result stops the timer.
 */
export function deadline(
  timeoutMs: number,
  code: ErrorCode,
  message: Wording,
  parent?: AbortSignal,
): { signal: AbortSignal; renew: () => void } & Disposable {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const renew = () => {
    clearTimeout(timer);
    if (isOver || controller.signal.aborted) return;
    timer = setTimeout(() => controller.abort(new AppError(code, message)), timeoutMs);
    // In a browser, a timer is a number, which has no `unref`.
    if (typeof timer === 'object') timer.unref();
  };
  renew();
  const onParent = () => controller.abort(parent?.reason);
  if (parent?.aborted) onParent();
  else parent?.addEventListener('abort', onParent, { once: true });
  return {
    signal: controller.signal,
    renew,
    [Symbol.dispose]: () => {
      isOver = true;
      clearTimeout(timer);
      parent?.removeEventListener('abort', onParent);
    },
  };
}

/** Rejects with the signal's reason if the signal fires before `promise` settles. */
export async function orAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  if (signal.aborted) {
    // Nobody sees how it settles, so its failure is not an unhandled one.
    promise.catch(() => undefined);
    throw signal.reason;
  }
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
