import type { FastifyInstance } from 'fastify';

/** A connection whose answer has just ended is not idle for the one look that a server takes. */
const CLEANUP_MS = 50;
const DRAIN_MS = 10_000;

/** Fires when the application begins to close: what would go on for long ends then. */
export function closing(app: FastifyInstance): AbortSignal {
  const controller = new AbortController();
  app.addHook('preClose', async () => controller.abort());
  return controller.signal;
}

/**
 * Lets requests that are being answered end when the application closes, for `drainMs` at most: a
 * kept-alive connection would hold it for a minute, and a download that nobody reads for ever.
 */
export function drainOnClose(app: FastifyInstance, drainMs = DRAIN_MS): void {
  app.addHook('preClose', async () => {
    const { server } = app;
    if (!server.listening) return;
    const timer = setInterval(() => server.closeIdleConnections(), CLEANUP_MS);
    const end = setTimeout(() => server.closeAllConnections(), drainMs);
    server.once('close', () => {
      clearInterval(timer);
      clearTimeout(end);
    });
  });
}
