import type { FastifyInstance } from 'fastify';

/**
 * Reads and discards the rest of a body after its response. Node does this only for bodies that
 * nobody has begun to read. Otherwise the connection would stop, and requests behind it in the
 * connection would never be answered.
 */
export function discardUnreadBodies(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete) return;
    raw.unpipe();
    raw.resume();
  });
}
