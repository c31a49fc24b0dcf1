import { TimeoutError } from './errors.ts';
import { eitherSignal, sleep } from './retry.ts';

/** Pause between two requests. Most responses are held until the status changes. */
const PAUSE_MS = 1000;

export type WaitOptions<Progress> = {
  onProgress?: ((progress: Progress) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Time limit of the whole wait. Default: none. The work on the server continues. */
  timeoutMs?: number | undefined;
};

/** A promise whose result can be waited for without naming it. */
export type Waitable<Result, Progress, Ended> = Promise<Result> & {
  wait(options?: WaitOptions<Progress>): Promise<Ended>;
};

type WithWait<Progress, Ended> = { wait(options?: WaitOptions<Progress>): Promise<Ended> };

/** Adds `wait` to the promise of an object that has `wait`. */
export function waitable<Progress, Ended, Result extends WithWait<Progress, Ended>>(
  promise: Promise<Result>,
): Waitable<Result, Progress, Ended> {
  return Object.assign(promise, {
    wait: async (options: WaitOptions<Progress> = {}) => (await promise).wait(options),
  });
}

/** Runs `work` with a signal that also fires after `timeoutMs`, as a `TimeoutError`. */
export async function withTimeLimit<T>(
  { signal, timeoutMs }: Pick<WaitOptions<never>, 'signal' | 'timeoutMs'>,
  what: string,
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (timeoutMs === undefined) return work(signal);
  const limit = new AbortController();
  const timer = setTimeout(() => {
    limit.abort(new TimeoutError(what, timeoutMs));
  }, timeoutMs);
  try {
    return await work(eitherSignal(signal, limit));
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads a resource until `isOver` returns true for it or throws. `read` waits at the service, so
 * that the pause between readings is short.
 */
export function poll<T>(
  what: string,
  { onProgress, ...limits }: WaitOptions<T> = {},
  read: (signal: AbortSignal | undefined) => Promise<T>,
  isOver: (value: T) => boolean,
): Promise<T> {
  return withTimeLimit(limits, what, async (signal) => {
    for (;;) {
      const value = await read(signal);
      onProgress?.(value);
      if (isOver(value)) return value;
      await sleep(PAUSE_MS, signal);
    }
  });
}
