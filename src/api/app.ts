import { randomUUID } from 'node:crypto';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { AppError, assert } from '../base/index.ts';
import {
  allowOrigins,
  authorize,
  Changes,
  callerLimits,
  checkContentType,
  type DocumentedRoute,
  discardUnreadBodies,
  drainOnClose,
  hasSameRights,
  limitConnections,
  MAX_FIELD_BYTES,
  MAX_FIELDS,
  methodsAt,
  needsToken,
  readJsonBodies,
  refuseAmbiguousHeaders,
  sendProblem,
  traceRequests,
} from '../http/index.ts';
import { countHttpRequest } from '../observe/index.ts';
import { studioRoutes, webRoutes } from '../pages/index.ts';
import { accountRoutes } from './account/routes.ts';
import { batchRoutes } from './batches/routes.ts';
import { captionRoutes } from './captions/routes.ts';
import { clientRoutes } from './clients/routes.ts';
import { compositionFileRoutes } from './compositions/file-routes.ts';
import { compositionRoutes } from './compositions/routes.ts';
import type { ApiContext } from './context.ts';
import { destinationRoutes } from './destinations/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { mappingRoutes } from './mappings/routes.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { queueRoutes } from './queue/routes.ts';
import { renderSessionRoutes } from './render-sessions/routes.ts';
import { serviceRoutes } from './service/routes.ts';
import { speechRoutes } from './speech/routes.ts';
import { stillRoutes } from './stills/routes.ts';
import { templateStyleVersionRoutes } from './template-style-versions/routes.ts';
import { templateStyleRoutes } from './template-styles/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { uploadRoutes } from './uploads/routes.ts';
import { webhookDeliveryRoutes } from './webhook-endpoints/delivery-routes.ts';
import { webhookEventRoutes } from './webhook-endpoints/event-routes.ts';
import { webhookEndpointRoutes } from './webhook-endpoints/routes.ts';

/** Maximum size of a request body on routes that set no `bodyBytes`. */
const MAX_BODY_BYTES = 64 * 1024;
/** Time limit for a whole request. The largest package must fit in it over a slow connection. */
const REQUEST_TIMEOUT_MS = 15 * 60_000;

/** Routes check requests with zod. Loading Fastify's own compilers takes 0.1 s at each start. */
const NO_COMPILERS = { buildValidator: noSchema, buildSerializer: noSchema };

function noSchema(): never {
  throw new Error('The routes have no JSON Schemas.');
}

/**
 * Returns the HTTP API as a Fastify application that does not listen yet. The `doc` of each route
 * documents and guards it. Token and scope are checked before the body is read.
 */
export async function createApi(parts: Omit<ApiContext, 'changes'>): Promise<FastifyInstance> {
  const context: ApiContext = { ...parts, changes: new Changes(parts) };
  const { connections, trustProxy = [] } = context.config;
  const app = fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    requestIdHeader: false,
    // Fastify trusts every address when the list is empty.
    ...(trustProxy.length > 0 && { trustProxy: [...trustProxy] }),
    genReqId: () => `req_${randomUUID()}`,
    routerOptions: { maxParamLength: 500 },
    schemaController: { compilersFactory: NO_COMPILERS },
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    frameworkErrors: (error, request, reply) => sendProblem(context, error, request, reply),
  });
  app.addHook('onClose', () => context.changes[Symbol.asyncDispose]());
  const routes: DocumentedRoute[] = [];
  app.addHook('onRoute', (route) => {
    const { method, url, config } = route;
    // @fastify/cors adds this route and answers it before any other route.
    if (method === 'OPTIONS' && url === '*') return;
    const doc = config?.doc;
    assert(doc, `${url} has no doc`);
    if (doc.bodyBytes !== undefined) route.bodyLimit = doc.bodyBytes;
    for (const name of [method].flat()) routes.push({ method: name, url, doc });
  });
  traceRequests(app);
  drainOnClose(app, context.config.drainMs);
  if (connections) limitConnections(app, { ...connections, proxies: trustProxy });
  discardUnreadBodies(app);
  refuseAmbiguousHeaders(app);
  // Before the routes of CORS, because a route has the error handler that is set when it is added.
  app.setErrorHandler((error, request, reply) => sendProblem(context, error, request, reply));
  await allowOrigins(app, context.config.corsOrigins ?? []);
  addRequestHooks(app, context, routes);
  app.setNotFoundHandler((request) => {
    throw new AppError('not_found', `No route exists at ${pathOf(request).slice(0, 100)}.`);
  });
  readJsonBodies(app);
  await app.register(formbody);
  await app.register(multipart, {
    limits: {
      fileSize: context.config.maxUploadBytes,
      files: 1,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      parts: MAX_FIELDS + 1,
    },
  });
  await oauthRoutes(app, context);
  templateRoutes(app, context);
  templateStyleRoutes(app, context);
  templateStyleVersionRoutes(app, context);
  captionRoutes(app, context);
  mappingRoutes(app, context);
  uploadRoutes(app, context);
  stillRoutes(app, context);
  compositionRoutes(app, context);
  renderSessionRoutes(app, context);
  await batchRoutes(app, context);
  destinationRoutes(app, context);
  webhookEndpointRoutes(app, context);
  webhookDeliveryRoutes(app, context);
  webhookEventRoutes(app, context);
  accountRoutes(app, context);
  speechRoutes(app, context);
  clientRoutes(app, context);
  fileRoutes(app, context);
  compositionFileRoutes(app, context);
  mcpRoutes(app, context);
  studioRoutes(app, context);
  webRoutes(app, context);
  queueRoutes(app, context);
  serviceRoutes(app, context, routes);
  return app;
}

/**
 * Adds the hooks around each request. Before the body is read, they check the route, the token and
 * its scope, the rate, the overload and the content type, in this order. Afterwards they count and
 * log it.
 */
function addRequestHooks(
  app: FastifyInstance,
  context: ApiContext,
  routes: readonly DocumentedRoute[],
) {
  const limit = callerLimits(context);
  app.decorateRequest('caller', null);
  app.decorateRequest('hasValidToken', null);
  app.decorateRequest('bodyDigest', '');
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
    const { doc } = request.routeOptions.config;
    if (request.is404 || !doc) throw notFound(request, routes, reply);
    if (needsToken(doc)) {
      const caller = await authorize(context, request, reply, doc);
      request.caller = caller;
      request.hasValidToken = () => hasSameRights(context, request, caller);
      void reply.header('cache-control', 'no-store');
      limit(request.caller, reply);
      if (request.method === 'POST' && !doc.duringOverload) rejectNewWork(context);
    }
    checkContentType(request, doc);
  });
  app.addHook('onResponse', async (request, reply) => {
    countHttpRequest(request.method, reply.statusCode, reply.elapsedTime / 1000);
    context.log.info(
      {
        accountId: request.caller?.accountId,
        method: request.method,
        path: pathOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
}

/** Rejects a request before its body is read. Reads, changes and cancels are still served. */
function rejectNewWork({ overload }: ApiContext): void {
  const reason = overload();
  if (reason === undefined) return;
  const hint = 'Send the request again after the time in Retry-After.';
  throw new AppError('unavailable', reason, { hint });
}

/** Returns the path without the query. The query of a file URL holds its signature: never log it. */
function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? '/';
}

/** Returns a 405 error when the path exists with a different method, else a 404 error. */
function notFound(
  request: FastifyRequest,
  routes: readonly DocumentedRoute[],
  reply: FastifyReply,
): AppError {
  const path = pathOf(request);
  const allowed = methodsAt(path, routes);
  const reported = path.slice(0, 100);
  if (allowed.length === 0) {
    const hint = '/openapi.json lists all routes.';
    return new AppError('not_found', `No route exists at ${reported}.`, { hint });
  }
  void reply.header('allow', allowed.join(', '));
  return new AppError(
    'method_not_allowed',
    `Expected ${allowed.join(' or ')} for ${reported} but received ${request.method}.`,
  );
}
