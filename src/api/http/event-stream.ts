import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

/** A comment: what stands between a client and us cuts off connections that are silent. */
export const HEARTBEAT = ': still here\n\n';

/** One server-sent event (HTML, 9.2); `id` is what a client that was cut off gives back. */
export function eventMessage(event: string, id: string, data: unknown): string {
  return `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A client that is still there comes back with `Last-Event-ID`. */
const LIFE_MS = 15 * 60_000;

/**
 * Answers with events until they end, the client goes away, `stop` fires, or `lifeMs` are over. The
 * slot is given back then.
 */
export function sendEvents(
  reply: FastifyReply,
  { stop, slot, lifeMs = LIFE_MS }: { stop: AbortSignal; slot: Disposable; lifeMs?: number },
  make: (signal: AbortSignal) => AsyncIterable<string>,
): FastifyReply {
  const gone = new AbortController();
  const end = () => {
    slot[Symbol.dispose]();
    gone.abort();
  };
  if (reply.raw.destroyed) end();
  reply.raw.once('close', end);
  const events = make(AbortSignal.any([stop, gone.signal, AbortSignal.timeout(lifeMs)]));
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(withRetry(events), { objectMode: false }));
}

async function* withRetry(events: AsyncIterable<string>): AsyncGenerator<string> {
  yield 'retry: 1000\n\n';
  yield* events;
}

/** Waits, or not to the end when the signal fires. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.max(0, ms), undefined, { signal }).catch(() => undefined);
}
