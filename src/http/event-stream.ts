import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { whileTokenIsValid } from './auth/auth.ts';

/** A comment of the event stream. Proxies close connections that send nothing for some time. */
export const HEARTBEAT = ': still here\n\n';

/** Formats a server-sent event (HTML, 9.2). A client sends `id` back when it reconnects. */
export function eventMessage(event: string, id: string, data: unknown): string {
  return `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Maximum duration of a stream. A client reconnects with `Last-Event-ID`. */
const MAX_STREAM_MS = 15 * 60_000;

/**
 * Sends events until they end, the client disconnects, its token is not valid any more, `stop` fires, or
 * `lifeMs` have passed. Then it disposes the slot.
 */
export function sendEvents(
  reply: FastifyReply,
  { stop, slot, lifeMs = MAX_STREAM_MS }: { stop: AbortSignal; slot: Disposable; lifeMs?: number },
  make: (signal: AbortSignal) => AsyncIterable<string>,
): FastifyReply {
  const disconnection = new AbortController();
  const token = whileTokenIsValid(reply.request);
  const end = () => {
    slot[Symbol.dispose]();
    token[Symbol.dispose]();
    disconnection.abort();
  };
  if (reply.raw.destroyed) end();
  reply.raw.once('close', end);
  const events = make(
    AbortSignal.any([stop, disconnection.signal, token.signal, AbortSignal.timeout(lifeMs)]),
  );
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(withRetry(events), { objectMode: false }));
}

/** Asks the client to connect again a second after the stream was interrupted. */
async function* withRetry(events: AsyncIterable<string>): AsyncGenerator<string> {
  yield 'retry: 1000\n\n';
  yield* events;
}
