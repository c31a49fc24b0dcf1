import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ApiContext } from '../context.ts';
import { type DocumentedRoute, openApiDocument } from '../http/openapi.ts';
import type { RouteDoc } from '../http/route.ts';

const alive: RouteDoc = {
  summary: 'Whether the process is alive',
  response: { status: 200, schema: z.object({ status: z.literal('ok') }) },
};
const readiness = z.object({
  status: z.enum(['ok', 'unavailable']),
  parts: z
    .record(z.string(), z.string())
    .meta({ description: '`ok` or what is wrong, for each part' }),
});
const ready: RouteDoc = {
  summary: 'Whether requests can be served; 503 when not',
  response: { status: 200, schema: readiness },
  also: { 503: readiness },
};
const description: RouteDoc = {
  summary: 'This description',
  response: { status: 200, schema: z.looseObject({ openapi: z.string() }) },
};

/** Liveness, readiness and the API's own description. */
export function serviceRoutes(
  app: FastifyInstance,
  context: ApiContext,
  routes: readonly DocumentedRoute[],
): void {
  app.get('/healthz', { config: { doc: alive } }, async () => ({ status: 'ok' }));

  app.get('/readyz', { config: { doc: ready } }, async (_request, reply) => {
    const parts = await context.ready();
    const isReady = Object.values(parts).every((state) => state === 'ok');
    if (!isReady) void reply.header('retry-after', '5');
    return reply
      .status(isReady ? 200 : 503)
      .send({ status: isReady ? 'ok' : 'unavailable', parts });
  });

  app.get('/openapi.json', { config: { doc: description } }, async () =>
    openApiDocument(routes, context.config.publicUrl()),
  );
}
