import type { FastifyReply } from 'fastify';
import { AppError } from '../base/index.ts';
import type { Caller } from '../database/index.ts';
import { type Clock, elapsedOf } from '../system/index.ts';
import type { HttpContext } from './context.ts';

const WINDOW_MS = 60_000;
const MAX_KEYS = 10_000;
/** The limit of an account is this multiple of the limit of one client. */
const CLIENTS_PER_ACCOUNT = 5;
/** The limit of all editors of an account. It only keeps an account from avoiding its limits with many sessions. */
const EDITORS_PER_ACCOUNT = 50;

export type Rate = { limit: number; count: number; endsInSeconds: number };

/**
 * Counts requests per key in windows of one minute, in this process. Above 10,000 keys it drops the
 * oldest window.
 */
export class RateCounter {
  readonly #limit: number;
  readonly #nowMs: () => number;
  /** Sorted by start, and therefore also by end, because all windows have the same length. */
  readonly #windows = new Map<string, { count: number; endsMs: number }>();

  constructor(limit: number, clock: Clock) {
    this.#limit = limit;
    this.#nowMs = elapsedOf(clock);
  }

  get size(): number {
    return this.#windows.size;
  }

  /**
   * Counts a request of a key, and returns the state of its window. It does not refuse: see
   * `enforceRate`. The oldest key is forgotten above `MAX_KEYS`.
   */
  count(key: string): Rate {
    const nowMs = this.#nowMs();
    for (const [old, { endsMs }] of this.#windows) {
      if (endsMs > nowMs) break;
      this.#windows.delete(old);
    }
    let window = this.#windows.get(key);
    if (!window) {
      const [oldest] = this.#windows.keys();
      if (oldest !== undefined && this.#windows.size >= MAX_KEYS) this.#windows.delete(oldest);
      window = { count: 0, endsMs: nowMs + WINDOW_MS };
      this.#windows.set(key, window);
    }
    window.count += 1;
    const endsInSeconds = Math.ceil((window.endsMs - nowMs) / 1000);
    return { limit: this.#limit, count: window.count, endsInSeconds };
  }
}

/** Sets the rate limit headers; throws `rate_limited` above the limit. */
export function enforceRate({ limit, count, endsInSeconds }: Rate, reply: FastifyReply): void {
  void reply.headers({
    'ratelimit-limit': limit,
    'ratelimit-remaining': Math.max(0, limit - count),
    'ratelimit-reset': endsInSeconds,
  });
  if (count <= limit) return;
  void reply.header('retry-after', endsInSeconds);
  throw new AppError(
    'rate_limited',
    `Expected at most ${limit} requests per minute but received more.`,
    { hint: `Wait ${endsInSeconds} s.` },
  );
}

/**
 * Returns a function that limits requests per client and per account. A new token does not reset the
 * count. The editor of a session has its own count, and all editors of an account have one beside that of its
 * clients: a stranger with an edit token must not use up the requests of the account's server. The headers
 * show the limit that is closer.
 */
export function callerLimits({ config, clock }: HttpContext) {
  const { rateLimitPerMinute: limit } = config;
  const callers = new RateCounter(limit, clock);
  const accounts = new RateCounter(limit * CLIENTS_PER_ACCOUNT, clock);
  const editors = new RateCounter(limit * EDITORS_PER_ACCOUNT, clock);
  return ({ accountId, clientId, editor }: Caller, reply: FastifyReply): void => {
    const callerRate = callers.count(editor?.sessionId ?? clientId);
    // First, because requests above the client's limit must not use up the limit of the account.
    enforceRate(callerRate, reply);
    const accountRate = (editor ? editors : accounts).count(accountId);
    if (accountRate.limit - accountRate.count < callerRate.limit - callerRate.count)
      enforceRate(accountRate, reply);
  };
}
