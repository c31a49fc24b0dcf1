import { FramepressError, NetworkError, TimeoutError } from './errors.ts';
import { problemOf } from './problem.ts';
import { isRetriedStatus, MAX_RETRY_AFTER_MS, retryDelayMs, sleep } from './retry.ts';
import type { TokenSource } from './token.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** One request. `body` is called for each attempt; `isReplayable` is false if it works only once. */
export type SentRequest = {
  method: string;
  url: string;
  headers?: Record<string, string> | undefined;
  body?: (() => Promise<RequestInit['body']>) | undefined;
  isReplayable?: boolean | undefined;
  /** Undefined for requests without a token. */
  token?: TokenSource | undefined;
  signal?: AbortSignal | undefined;
  /** Time limit of each attempt until its response begins; 0 for none. */
  timeoutMs?: number | undefined;
  /** Replaces `fetch` for this request. */
  fetch?: Fetch | undefined;
};

export type TransportOptions = { fetch: Fetch; retries: number; timeoutMs: number };

export type Transport = {
  /** Returns the successful response after `read` has read it. */
  send<T>(request: SentRequest, read: (response: Response) => Promise<T>): Promise<T>;
};

/**
 * Sends requests. Network errors, 429, 502, 503 and 504 are retried with growing pauses. A POST has
 * the same `Idempotency-Key` in all attempts, so that the service executes it once. A 401 is retried
 * once with a new token.
 */
export function createTransport(options: TransportOptions): Transport {
  const send: Transport['send'] = async (request, read) => {
    const key = request.method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {};
    const keyed = { ...request, headers: { ...key, ...request.headers } };
    const state = { failures: 0, renewals: 0, retries: options.retries };
    for (;;) {
      request.signal?.throwIfAborted();
      const token = await abortable(request.token?.get(), request.signal);
      try {
        return await attempt(keyed, token, options, read);
      } catch (error) {
        if (!(error instanceof FramepressError) || request.signal?.aborted) throw error;
        // The first attempt may have removed the resource although its response was lost.
        if (error.status === 404 && state.failures > 0 && request.method === 'DELETE') {
          return read(new Response(null, { status: 204 }));
        }
        await retryPause(request, token, error, state);
      }
    }
  };
  return { send };
}

/** Waits before the next attempt. Throws the error if there is none. */
async function retryPause(
  request: SentRequest,
  token: string | undefined,
  error: FramepressError,
  state: { failures: number; renewals: number; retries: number },
): Promise<void> {
  if (request.isReplayable === false) throw error;
  if (error.status === 401 && token !== undefined && state.renewals++ === 0) {
    if (request.token?.reject(token)) return;
  }
  const isRetried = error.retryable && (error.status === 0 || isRetriedStatus(error.status));
  const isLate = (error.retryAfterMs ?? 0) > MAX_RETRY_AFTER_MS;
  if (!isRetried || isLate || ++state.failures > state.retries) throw error;
  await sleep(retryDelayMs(state.failures, error.retryAfterMs), request.signal);
}

async function attempt<T>(
  request: SentRequest,
  token: string | undefined,
  options: TransportOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const { method, url, signal, timeoutMs = options.timeoutMs } = request;
  const expired = new AbortController();
  const timer = timeoutMs > 0 ? setTimeout(() => expired.abort(), timeoutMs) : undefined;
  const signals = signal ? [signal, expired.signal] : [expired.signal];
  try {
    const body = await request.body?.();
    const init = {
      method,
      headers: {
        ...request.headers,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      signal: AbortSignal.any(signals),
      ...(body !== undefined && { body }),
      // Required for a body that is a stream.
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    } as RequestInit;
    const response = await (request.fetch ?? options.fetch)(url, init);
    if (!response.ok) throw await problemOf(response);
    return await read(response);
  } catch (error) {
    if (error instanceof FramepressError) throw error;
    signal?.throwIfAborted();
    if (expired.signal.aborted) {
      throw new TimeoutError(`${method} ${url} did not finish within ${timeoutMs / 1000} s.`);
    }
    throw new NetworkError(`${method} ${url} failed: ${reasonOf(error)}`, error);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the text of an error with that of its cause, where Node has the actual reason. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
}

/** Rejects as soon as the signal fires. Other requests may wait for the same promise. */
async function abortable<T>(
  promise: Promise<T> | undefined,
  signal: AbortSignal | undefined,
): Promise<T | undefined> {
  if (!signal || !promise) return promise;
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
