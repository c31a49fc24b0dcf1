import type { FastifyReply } from 'fastify';
import { AppError } from '../../base/index.ts';
import type { ApiContext } from '../context.ts';

const WINDOW_MS = 60_000;

/** Counts requests of a token in windows of a minute, in this process. */
export function rateLimiter(context: ApiContext) {
  const windows = new Map<string, { count: number; endsMs: number }>();
  return (key: string, reply: FastifyReply): void => {
    const now = context.clock.nowMs();
    const { rateLimitPerMinute: limit } = context.config;
    let window = windows.get(key);
    if (!window || window.endsMs <= now) {
      if (windows.size > 10_000)
        for (const [k, w] of windows) if (w.endsMs <= now) windows.delete(k);
      window = { count: 0, endsMs: now + WINDOW_MS };
      windows.set(key, window);
    }
    window.count += 1;
    const seconds = Math.ceil((window.endsMs - now) / 1000);
    void reply.headers({
      'ratelimit-limit': limit,
      'ratelimit-remaining': Math.max(0, limit - window.count),
      'ratelimit-reset': seconds,
    });
    if (window.count > limit) {
      void reply.header('retry-after', seconds);
      throw new AppError(
        'rate_limited',
        `Expected at most ${limit} requests a minute but received more.`,
        { hint: `Wait ${seconds} s.` },
      );
    }
  };
}
