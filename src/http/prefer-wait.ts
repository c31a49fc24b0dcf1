import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WatchedSubject } from '../database/index.ts';
import { invalidToken, whileTokenIsValid } from './auth/auth.ts';
import type { Changes, Watch } from './changes.ts';
import { untilDisconnected } from './connections/client-connection.ts';
import { closing } from './connections/drain.ts';
import { streamSlots } from './connections/stream-slots.ts';
import { callerOf } from './route.ts';

/** The work is looked at again after this time, even if no change was seen. */
const LOOK_MS = 5000;
const MAX_WAIT_SECONDS = 60;

/** Returns the seconds of `Prefer: wait=30` (RFC 7240), at most 60; 0 without the header. */
export function readWait(header: string | string[] | undefined): number {
  const [, seconds = '0'] = /(?:^|[,;\s])wait=(\d{1,6})(?:$|[,;\s])/i.exec(String(header)) ?? [];
  return Math.min(Number(seconds), MAX_WAIT_SECONDS);
}

/** The wait that a request prefers. Dispose it at the end of the request. */
export type PreferredWait = Disposable & {
  /**
   * Calls `isPending` after each change of the subject. Waits until it returns false, the preferred time is
   * over, the client disconnects, or the service stops. Returns whether it waited at all. Throws `unauthorized` if the token becomes
   * invalid meanwhile.
   */
  while: (
    subject: readonly [WatchedSubject, id: string],
    isPending: () => Promise<boolean>,
  ) => Promise<boolean>;
};

/**
 * Returns a function that reads `Prefer: wait` of a request. It throws `rate_limited` when the
 * caller has too many waiting requests; call it before the request changes anything.
 */
export function preferredWaits(
  app: FastifyInstance,
  changes: Changes,
): (request: FastifyRequest, reply: FastifyReply) => PreferredWait {
  const stop = closing(app);
  const slots = streamSlots(app);
  return (request, reply) => {
    const seconds = readWait(request.headers['prefer']);
    const slot = seconds > 0 ? slots.take(callerOf(request)) : undefined;
    return {
      while: async (subject, isPending) => {
        if (seconds === 0) return false;
        void reply.header('preference-applied', `wait=${seconds}`);
        using token = whileTokenIsValid(request);
        using watch = changes.watch(...subject);
        await untilDisconnected(reply, (disconnection) =>
          pollWhile(
            isPending,
            { seconds, watch },
            AbortSignal.any([disconnection, stop, token.signal]),
          ),
        );
        if (token.signal.aborted) throw invalidToken(reply);
        return true;
      },
      [Symbol.dispose]: () => slot?.[Symbol.dispose](),
    };
  };
}

/**
 * Waits while `isPending`, for at most `seconds`. It asks after each change, and each `LOOK_MS` for
 * changes that were lost.
 */
async function pollWhile(
  isPending: () => Promise<boolean>,
  { seconds, watch }: { seconds: number; watch: Watch },
  signal: AbortSignal,
): Promise<void> {
  const endMs = performance.now() + seconds * 1000;
  while (performance.now() < endMs && !signal.aborted && (await isPending())) {
    await watch.next(Math.min(LOOK_MS, endMs - performance.now()), signal);
  }
}
