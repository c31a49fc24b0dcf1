const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 20_000;
/** The client does not wait longer than this for the service; the caller gets the error instead. */
export const MAX_RETRY_AFTER_MS = 120_000;

const RETRIED_STATUSES = [429, 502, 503, 504];

/** Returns whether a response of this status may be another one later. */
export function isRetriedStatus(status: number): boolean {
  return RETRIED_STATUSES.includes(status);
}

/** Returns the pause before the next attempt: exponential with jitter, at least `Retry-After`. */
export function retryDelayMs(failures: number, retryAfterMs = 0): number {
  const most = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1));
  return retryAfterMs + most * (0.5 + Math.random() / 2);
}

/** Parses `Retry-After`: seconds or a date. Undefined if it is missing or malformed. */
export function readRetryAfter(value: string | null): number | undefined {
  if (value === null || value.trim() === '') return undefined;
  const seconds = Number(value);
  const ms = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Waits `ms`. Rejects with the signal's reason when it fires. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
