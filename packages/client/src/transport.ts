import { type ExceededLimit, FramepressError, NetworkError, TimeoutError } from './errors.ts';
import {
  abortable,
  eitherSignal,
  isRetriedStatus,
  MAX_RETRY_AFTER_MS,
  readRetryAfter,
  retryDelayMs,
  sleep,
} from './retry.ts';
import type { TokenSource } from './token.ts';
import type { Fault } from './types.ts';

/** The members of problem details (RFC 9457), or of an OAuth error (RFC 6749, 5.2). */
type Problem = {
  code?: string;
  detail?: string;
  errors?: Fault[];
  limit?: ExceededLimit;
  error?: string;
  error_description?: string;
};

const MAX_TEXT_CHARACTERS = 200;

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** One request. `body` is called for each attempt; `isReplayable` is false if it works only once. */
export type SentRequest = {
  method: string;
  url: string;
  headers?: Record<string, string> | undefined;
  body?: (() => Promise<unknown>) | undefined;
  isReplayable?: boolean | undefined;
  /** Undefined for requests without a token. */
  token?: TokenSource | undefined;
  signal?: AbortSignal | undefined;
  /** Time limit of each attempt until its response was read; 0 for none. */
  timeoutMs?: number | undefined;
  /** Replaces `fetch` for this request. */
  fetch?: Fetch | undefined;
};

/** `crypto.randomUUID` does not exist on pages without HTTPS. */
function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

export type TransportOptions = { fetch: Fetch; retries: number; timeoutMs: number };

/** `sendRequest` with the options of a client. */
export type Transport = <T>(
  request: SentRequest,
  read: (response: Response) => Promise<T>,
) => Promise<T>;

/**
 * Sends a request and returns what `read` made of its successful response. Network errors, 429, 502,
 * 503 and 504 are retried with growing pauses. A POST has the same `Idempotency-Key` in all attempts,
 * so that the service executes it once. A 401 is retried once with a new token.
 */
export async function sendRequest<T>(
  options: TransportOptions,
  request: SentRequest,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const { method, signal, token, isReplayable = true } = request;
  const key = method === 'POST' && { 'idempotency-key': randomKey() };
  const keyed = { ...request, headers: { ...key, ...request.headers } };
  let failures = 0;
  let canRenew = isReplayable;
  for (;;) {
    const text = token && (await abortable(token.get(), signal));
    try {
      return await attempt(keyed, text, options, read);
    } catch (error) {
      if (!(error instanceof FramepressError)) throw error;
      // The first attempt may have removed the resource although its response was lost.
      const isGone = error.status === 404 && failures > 0 && method === 'DELETE';
      if (isGone) return read(new Response());
      if (error.status === 401 && text && canRenew && token?.reject(text)) {
        canRenew = false;
        continue;
      }
      if (!isReplayable || !canRetry(error) || ++failures > options.retries) throw error;
      await sleep(retryDelayMs(failures, error.retryAfterMs), signal);
    }
  }
}

/**
 * Whether another attempt may succeed: the error is retryable, its status is 0 (network) or a
 * temporary one, and `Retry-After` is not too long.
 */
function canRetry({ retryable, status, retryAfterMs = 0 }: FramepressError): boolean {
  const canChange = status === 0 || isRetriedStatus(status);
  return retryable && canChange && retryAfterMs <= MAX_RETRY_AFTER_MS;
}

/**
 * Sends a request once. The time limit includes the reading of the response. Throws the problem of
 * the response, `TimeoutError`, `NetworkError`, or the reason of the caller's abort.
 */
async function attempt<T>(
  { method, url, headers, signal, ...request }: SentRequest,
  token: string | undefined,
  options: TransportOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const { timeoutMs = options.timeoutMs, fetch = options.fetch } = request;
  const limit = new AbortController();
  const timer = timeoutMs > 0 ? setTimeout(() => limit.abort(), timeoutMs) : undefined;
  try {
    signal?.throwIfAborted();
    const init = {
      method,
      headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
      signal: eitherSignal(signal, limit),
      body: await request.body?.(),
      // Required for a body that is a stream.
      duplex: 'half',
      // A redirect would send the body, which may have the client's secret, to another address.
      ...(request.body && { redirect: 'error' }),
    };
    const response = await fetch(url, init as RequestInit);
    if (!response.ok) throw await problemOf(response);
    return await read(response);
  } catch (error) {
    if (error instanceof FramepressError) throw error;
    signal?.throwIfAborted();
    const what = `${method} ${url}`;
    if (limit.signal.aborted) throw new TimeoutError(what, timeoutMs);
    // The message of Node's error is "fetch failed". Its cause has the reason.
    const { cause = error } = Object(error) as Error;
    throw new NetworkError(`${what} failed: ${cause}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the error of a response. A proxy may have sent a body that is not JSON. */
async function problemOf(response: Response): Promise<FramepressError> {
  const { status, headers } = response;
  const text = await response.text();
  let problem: Problem = {};
  try {
    problem = Object(JSON.parse(text)) as Problem;
  } catch {
    // The text itself becomes the message.
  }
  const { errors = [], limit } = problem;
  const detail = problem.detail ?? problem.error_description ?? text.slice(0, MAX_TEXT_CHARACTERS);
  return new FramepressError(detail || `The service answered ${status}.`, {
    status,
    code: problem.code ?? problem.error ?? `http_${status}`,
    errors,
    requestId: headers.get('x-request-id'),
    retryable: errors[0] ? errors.some((fault) => fault.retryable) : isRetriedStatus(status),
    retryAfterMs: readRetryAfter(headers.get('retry-after')),
    limit,
  });
}
