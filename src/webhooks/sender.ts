import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher, request } from 'undici';
import { AppError } from '../base/index.ts';
import type { AttemptResponse } from './schedule.ts';

export type SenderOptions = {
  /** Throws an AppError for an address that must not be asked. */
  checkUrl: (url: string) => URL;
  /** Gives only addresses that may be connected to. */
  lookup: LookupFunction;
  /** For an attempt, from the connection to the status of the answer. */
  timeoutMs?: number;
};

/** `response`: the first bytes of the answer as text; `error`: why there is none, for people. */
export type Attempt = AttemptResponse & { response: string; error?: string };

const TIMEOUT_MS = 15_000;
/** A body counts for nothing; so much of it is read that an ordinary one leaves the connection open. */
const BODY_TIMEOUT_MS = 2000;
const MAX_READ_BYTES = 64 * 1024;
const MAX_KEPT_BYTES = 500;

/**
 * Posts messages to receivers. Redirects are not followed, whatever they answer is read up to 64 KB
 * and for two seconds, and only addresses that the guard lets through are connected to. Dispose it
 * to close its connections.
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

  /** Never throws: what goes wrong is an answer, too. */
  async post(url: string, headers: Record<string, string>, body: string): Promise<Attempt> {
    const { timeoutMs, checkUrl } = this.#options;
    const controller = new AbortController();
    // From the first byte sent; undici's own limits begin anew with each step.
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
      return { response: '', error: explain(error) };
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
    super(`No answer came within ${timeoutMs / 1000} s.`);
  }
}

/** What has come when it ends, breaks off, is too much or takes too long. */
async function firstText(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(() => body.destroy(), BODY_TIMEOUT_MS);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (bytes < MAX_KEPT_BYTES) chunks.push(chunk.subarray(0, MAX_KEPT_BYTES - bytes));
      bytes += chunk.byteLength;
      if (bytes > MAX_READ_BYTES) break;
    }
  } catch {
    // The status has been given; that the rest was cut off changes nothing.
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
  return Buffer.concat(chunks).toString('utf8').replaceAll('\0', '\ufffd');
}

function explain(error: unknown): string {
  if (error instanceof AppError || error instanceof TooLate) return error.message;
  const codes = codesOf(error);
  const code = codes.length > 0 ? ` (${codes.join(', ')})` : '';
  if (codes.some((one) => /TIMEOUT|TIMEDOUT/.test(one))) return `No answer came in time${code}.`;
  return `The connection failed${code}.`;
}

/** Connecting to several addresses at once fails with several errors in one. */
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
