import type { FastifyReply } from 'fastify';
import { AppError } from '../../base/index.ts';
import type { Caller } from '../../database/index.ts';
import type { Clock } from '../../system/index.ts';
import type { ApiContext } from '../context.ts';

const WINDOW_MS = 60_000;
const MAX_KEYS = 10_000;
/** The clients of an account may make so many times the requests of one. */
const CLIENTS_PER_ACCOUNT = 5;

export type Rate = { limit: number; count: number; endsInSeconds: number };

/**
 * Counts requests by key in windows of a minute, in this process. Beyond 10,000 keys it forgets the
 * oldest window.
 */
export class RateCounter {
  readonly #limit: number;
  readonly #clock: Clock;
  /** In the order in which they begin, which is that in which they end. */
  readonly #windows = new Map<string, { count: number; endsMs: number }>();

  constructor(limit: number, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  get size(): number {
    return this.#windows.size;
  }

  count(key: string): Rate {
    const now = this.#clock.nowMs();
    for (const [old, { endsMs }] of this.#windows) {
      if (endsMs > now) break;
      this.#windows.delete(old);
    }
    let window = this.#windows.get(key);
    if (!window) {
      const [oldest] = this.#windows.keys();
      if (oldest !== undefined && this.#windows.size >= MAX_KEYS) this.#windows.delete(oldest);
      window = { count: 0, endsMs: now + WINDOW_MS };
      this.#windows.set(key, window);
    }
    window.count += 1;
    const endsInSeconds = Math.ceil((window.endsMs - now) / 1000);
    return { limit: this.#limit, count: window.count, endsInSeconds };
  }
}

/** Puts the state of a limit into the headers; throws `rate_limited` beyond it. */
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
    `Expected at most ${limit} requests a minute but received more.`,
    { hint: `Wait ${endsInSeconds} s.` },
  );
}

/**
 * Limits requests by client, and by account. A new token changes nothing; the editor of a session is
 * counted apart from the client. The headers have the limit that is nearer.
 */
export function callerLimits({ config, clock }: ApiContext) {
  const { rateLimitPerMinute: limit } = config;
  const callers = new RateCounter(limit, clock);
  const accounts = new RateCounter(limit * CLIENTS_PER_ACCOUNT, clock);
  return ({ accountId, clientId, editor }: Caller, reply: FastifyReply): void => {
    const own = callers.count(editor?.sessionId ?? clientId);
    // First: requests that are refused here take nothing from the account's other clients.
    enforceRate(own, reply);
    const all = accounts.count(accountId);
    if (all.limit - all.count < own.limit - own.count) enforceRate(all, reply);
  };
}
