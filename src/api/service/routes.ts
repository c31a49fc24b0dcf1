import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../context.ts';
import { type DocumentedRoute, openApiDocument, type RouteDoc } from '../http/openapi.ts';

const open = (summary: string): RouteDoc => ({ summary, open: true });

/** Liveness, readiness and the API's own description. */
export function serviceRoutes(
  app: FastifyInstance,
  context: ApiContext,
  routes: readonly DocumentedRoute[],
): void {
  app.get('/healthz', { config: { doc: open('Whether the process is alive') } }, async () => ({
    status: 'ok',
  }));

  app.get(
    '/readyz',
    { config: { doc: open('Whether requests can be served') } },
    async (_request, reply) => {
      const parts = await context.ready();
      const ready = Object.values(parts).every((state) => state === 'ok');
      if (!ready) void reply.header('retry-after', '5');
      return reply.status(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', parts });
    },
  );

  app.get('/openapi.json', { config: { doc: open('This description') } }, async () =>
    openApiDocument(routes, context.config.publicUrl()),
  );
}
