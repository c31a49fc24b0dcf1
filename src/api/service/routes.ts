import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  type DocumentedRoute,
  etagOf,
  isUnchanged,
  openApiDocument,
  parseQuery,
  type RouteDoc,
} from '../../http/index.ts';
import { docsRoutes, type OpenApi } from '../../pages/index.ts';
import { cached } from '../../system/index.ts';
import type { ApiContext } from '../context.ts';
import { EVENT_DOCS } from '../webhook-endpoints/event-schemas.ts';
import { toOpenApi30 } from './openapi-3-0.ts';

/** Time for which readiness is cached: many requests cost one check, and the state stays current. */
const READY_TTL_MS = 2000;

const alive: RouteDoc = {
  operationId: 'getHealth',
  summary: 'Check whether the process is alive',
  description: 'Answers as long as the process runs. Use it to decide about a restart.',
  response: { status: 200, schema: z.object({ status: z.literal('ok') }).meta({ id: 'Health' }) },
};
const readiness = z
  .object({
    status: z.enum(['ok', 'unavailable']),
    parts: z
      .record(z.string(), z.string())
      .meta({
        description: 'The state of each part: `ok`, or a description of the failure',
        examples: [{ database: 'ok', storage: 'ok', encoder: 'ok' }],
      }),
  })
  .meta({ id: 'Readiness' });
const ready: RouteDoc = {
  operationId: 'getReadiness',
  summary: 'Check whether the service is ready; 503 when it is not',
  description:
    'Checks the database, the storage, the encoder, the jobs, the load and the clock. Use it to decide about traffic.',
  response: { status: 200, schema: readiness },
  also: { 503: readiness },
};
const descriptionQuery = z.object({
  version: z
    .enum(['3.1', '3.0'])
    .default('3.1')
    .meta({ description: 'OpenAPI version: 3.0 is for client generators that cannot read 3.1' }),
});
const description: RouteDoc = {
  operationId: 'getOpenApi',
  summary: 'Read the OpenAPI document',
  description:
    'The OpenAPI 3.1 document of this service, made from the schemas that validate requests.',
  headers: ['IfNoneMatch'],
  query: descriptionQuery,
  response: {
    status: 200,
    schema: z
      .looseObject({ openapi: z.string() })
      .meta({ id: 'OpenApiDocument', examples: [{ openapi: '3.1.0' }] }),
  },
  also: { 304: 'empty' },
};

type WrittenDocument = { url: string; document: OpenApi; text: string; etag: string };

/** Routes for liveness, readiness and the OpenAPI document. */
export function serviceRoutes(
  app: FastifyInstance,
  context: ApiContext,
  routes: readonly DocumentedRoute[],
): void {
  app.get('/healthz', { config: { doc: alive } }, async () => ({ status: 'ok' }));

  const readyNow = cached(context.clock, READY_TTL_MS, context.ready);

  app.get('/readyz', { config: { doc: ready } }, async (_request, reply) => {
    const parts = await readyNow();
    const isReady = Object.values(parts).every((state) => state === 'ok');
    if (!isReady) void reply.header('retry-after', '5');
    return reply
      .status(isReady ? 200 : 503)
      .send({ status: isReady ? 'ok' : 'unavailable', parts });
  });

  const written = new Map<string, WrittenDocument>();
  const current = (version: '3.0' | '3.1'): WrittenDocument => {
    const url = context.config.publicUrl();
    const cachedDocument = written.get(version);
    // The public URL may be known only after the service listens.
    if (cachedDocument?.url === url) return cachedDocument;
    const openApi = openApiDocument(routes, EVENT_DOCS, url);
    const document = (version === '3.0' ? toOpenApi30(openApi) : openApi) as OpenApi;
    const text = JSON.stringify(document);
    const writtenDocument = { url, document, text, etag: etagOf(text) };
    written.set(version, writtenDocument);
    return writtenDocument;
  };
  docsRoutes(app, () => current('3.1').document, context.config.publicUrl);

  app.get('/openapi.json', { config: { doc: description } }, async (request, reply) => {
    const { version } = parseQuery(descriptionQuery, request.query);
    const { etag, text } = current(version);
    void reply.headers({ etag, 'cache-control': 'no-cache' });
    if (isUnchanged(request.headers['if-none-match'], etag)) {
      return reply.status(304).send();
    }
    return reply.type('application/json; charset=utf-8').send(text);
  });
}
