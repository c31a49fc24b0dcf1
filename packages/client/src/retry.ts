const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 20_000;
/** The client does not wait longer than this for the service; the caller gets the error instead. */
export const MAX_RETRY_AFTER_MS = 120_000;

/** Returns whether a response of this status may be another one later. */
export function isRetriedStatus(status: number): boolean {
  return status === 429 || (status > 501 && status < 505);
}

/**
 * Returns the pause before the next attempt: exponential, and at least `Retry-After`. Clients that
 * failed together have different pauses. They need no secure or repeatable random numbers.
 */
export function retryDelayMs(failures: number, retryAfterMs = 0): number {
  const most = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1));
  return retryAfterMs + most * (0.5 + Math.random() / 2);
}

/** Parses `Retry-After`: seconds or a date. Undefined if it is missing or malformed. */
export function readRetryAfter(value: string | null): number | undefined {
  if (!value) return undefined;
  const seconds = Number(value);
  const ms = seconds >= 0 ? seconds * 1000 : Date.parse(value) - Date.now();
  return ms >= 0 ? ms : undefined;
}

/** Waits `ms`. Rejects with the signal's reason when it fires. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  const slept = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return abortable(slept, signal).finally(() => clearTimeout(timer));
}

/** Returns the result of a promise, or rejects with the signal's reason as soon as it fires. */
export function abortable<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Returns a signal that fires with `signal` or `controller`. */
export function eitherSignal(
  signal: AbortSignal | undefined,
  controller: AbortController,
): AbortSignal {
  return signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
}
