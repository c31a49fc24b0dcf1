import type { FastifyInstance } from 'fastify';

/**
 * Interval at which idle connections are closed. Node closes them only once, and a connection whose
 * response has just ended is not idle at that moment.
 */
const CLOSE_IDLE_MS = 50;
const DRAIN_MS = 10_000;

/** Returns a signal that fires when the application begins to close. Long responses end then. */
export function closing(app: FastifyInstance): AbortSignal {
  const controller = new AbortController();
  app.addHook('preClose', async () => controller.abort());
  return controller.signal;
}

/**
 * Gives open requests `drainMs` to finish when the application closes. Without this limit a
 * keep-alive connection would delay the end by a minute, and a stalled download for ever.
 */
export function drainOnClose(app: FastifyInstance, drainMs = DRAIN_MS): void {
  app.addHook('preClose', async () => {
    const { server } = app;
    if (!server.listening) return;
    const timer = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS);
    const end = setTimeout(() => server.closeAllConnections(), drainMs);
    server.once('close', () => {
      clearInterval(timer);
      clearTimeout(end);
    });
  });
}
