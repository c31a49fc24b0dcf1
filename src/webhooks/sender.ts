import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher, request } from 'undici';
import { AppError } from '../base/index.ts';
import type { AttemptResponse } from './schedule.ts';

export type SenderOptions = {
  /** Throws an AppError for a URL that the service must not request. */
  checkUrl: (url: string) => URL;
  /** Resolves host names to allowed addresses only. */
  lookup: LookupFunction;
  /** Time limit of an attempt, from the connection to the status of the response. */
  timeoutMs?: number;
};

/** `response`: the first bytes of the response as text. `error`: why there is no response, in words. */
export type Attempt = AttemptResponse & { response: string; error?: string };

const TIMEOUT_MS = 15_000;
/**
 * The body has no meaning. A small body is read completely, so that the connection can be reused.
 */
const BODY_TIMEOUT_MS = 2000;
const MAX_READ_BYTES = 64 * 1024;
const MAX_STORED_BYTES = 500;

/**
 * Posts messages to endpoints. It does not follow redirects, reads at most 64 KB of a response body
 * for at most two seconds, and connects only to addresses that `checkUrl` and `lookup` allow.
 * Dispose it to close its connections.
 */
export class Sender implements AsyncDisposable {
  readonly #options: Required<SenderOptions>;
  readonly #agent: Agent;

  constructor(options: SenderOptions) {
    this.#options = { timeoutMs: TIMEOUT_MS, ...options };
    const { lookup, timeoutMs } = this.#options;
    this.#agent = new Agent({
      connect: { lookup, timeout: timeoutMs },
      headersTimeout: timeoutMs,
      bodyTimeout: BODY_TIMEOUT_MS,
    });
  }

  /** Sends a message. Never throws: a failure is returned as `error`. */
  async post(url: string, headers: Record<string, string>, body: string): Promise<Attempt> {
    const { timeoutMs, checkUrl } = this.#options;
    const controller = new AbortController();
    // A limit for the whole attempt, because undici's own limits start again with each step.
    const timer = setTimeout(() => controller.abort(new TooLate(timeoutMs)), timeoutMs);
    try {
      const answer = await request(checkUrl(url), {
        method: 'POST',
        dispatcher: this.#agent,
        signal: controller.signal,
        headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Framepress' },
        body,
      });
      clearTimeout(timer);
      const retryAfter = answer.headers['retry-after'];
      return {
        status: answer.statusCode,
        response: await firstText(answer.body),
        ...(typeof retryAfter === 'string' && { retryAfter }),
      };
    } catch (error) {
      return { response: '', error: failureText(error) };
    } finally {
      clearTimeout(timer);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }
}

class TooLate extends Error {
  constructor(timeoutMs: number) {
    super(`No response within ${timeoutMs / 1000} s.`);
  }
}

/** Returns the beginning of a body that ends, breaks off, is too large or takes too long. */
async function firstText(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(() => body.destroy(), BODY_TIMEOUT_MS);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (bytes < MAX_STORED_BYTES) chunks.push(chunk.subarray(0, MAX_STORED_BYTES - bytes));
      bytes += chunk.byteLength;
      if (bytes > MAX_READ_BYTES) break;
    }
  } catch {
    // The status is known, so an incomplete body is no error.
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
  return Buffer.concat(chunks).toString('utf8').replaceAll('\0', '\ufffd');
}

/** Returns why a request has failed, as a sentence for the customer. */
function failureText(error: unknown): string {
  if (error instanceof AppError || error instanceof TooLate) return error.message;
  const codes = codesOf(error);
  const code = codes.length > 0 ? ` (${codes.join(', ')})` : '';
  if (codes.some((c) => /TIMEOUT|TIMEDOUT/.test(c))) return `The request timed out${code}.`;
  return `The connection failed${code}.`;
}

/**
 * Returns the codes of an error and its causes. A connection to several addresses has several
 * errors.
 */
function codesOf(error: unknown): string[] {
  const codes = new Set<string>();
  const queue: unknown[] = [error];
  for (let next = queue.shift(); next instanceof Error && codes.size < 3; next = queue.shift()) {
    const { code, errors = [] } = next as { code?: unknown; errors?: unknown[] };
    if (typeof code === 'string') codes.add(code);
    queue.push(...errors, next.cause);
  }
  return [...codes];
}
