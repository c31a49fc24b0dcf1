import { TimeoutError } from './errors.ts';

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
  const error = new TimeoutError(`${what} did not end within ${timeoutMs / 1000} s.`);
  const timer = setTimeout(() => limit.abort(error), timeoutMs);
  try {
    return await work(signal ? AbortSignal.any([signal, limit.signal]) : limit.signal);
  } finally {
    clearTimeout(timer);
  }
}
