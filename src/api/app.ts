import { randomUUID } from 'node:crypto';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { AppError } from '../base/index.ts';
import type { Caller } from '../database/index.ts';
import type { ApiContext } from './context.ts';
import { fileRoutes } from './files/routes.ts';
import { authorize } from './http/auth.ts';
import type { DocumentedRoute, RouteDoc } from './http/openapi.ts';
import { sendProblem } from './http/problem.ts';
import { rateLimiter } from './http/rate-limit.ts';
import type { Need } from './http/scope.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { renderSessionRoutes } from './render-sessions/routes.ts';
import { serviceRoutes } from './service/routes.ts';
import { templateStyleVersionRoutes } from './template-style-versions/routes.ts';

/** Lets a request pass that has a valid token with the scope it needs, within its rate. */
export type Guard = (request: FastifyRequest, reply: FastifyReply, need: Need) => Promise<Caller>;

declare module 'fastify' {
  interface FastifyContextConfig {
    doc?: RouteDoc;
  }
}

const MOST_BODY_BYTES = 8 * 1024 * 1024;

/** The HTTP API as a Fastify application that is not listening yet. */
export async function createApi(context: ApiContext): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    bodyLimit: MOST_BODY_BYTES,
    requestIdHeader: false,
    genReqId: () => `req_${randomUUID()}`,
    routerOptions: { maxParamLength: 500 },
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    // A key such as __proto__ in a body is refused, not dropped in silence.
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  });
  const routes: DocumentedRoute[] = [];
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat()) {
      methods.set(url, (methods.get(url) ?? new Set()).add(one));
      if (config?.doc && one !== 'HEAD') routes.push({ method: one, url, doc: config.doc });
    }
  });
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    // The query of a file's address is its key, so only the path is told.
    const path = request.url.split('?')[0];
    context.log.info(
      {
        requestId: request.id,
        method: request.method,
        path,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
  app.setErrorHandler((error, request, reply) => sendProblem(context, error, request, reply));
  app.setNotFoundHandler((request, reply) =>
    sendProblem(context, notFound(request, methods, reply), request, reply),
  );
  await app.register(formbody);
  await app.register(multipart, {
    limits: {
      fileSize: context.config.maxUploadBytes,
      files: 1,
      fields: 20,
      fieldSize: 10_000,
      parts: 21,
    },
  });

  const limit = rateLimiter(context);
  const guard: Guard = async (request, reply, need) => {
    const caller = await authorize(context, request, need);
    limit(caller.tokenHash, reply);
    return caller;
  };
  oauthRoutes(app, context);
  templateStyleVersionRoutes(app, context, guard);
  renderSessionRoutes(app, context, guard);
  fileRoutes(app, context);
  serviceRoutes(app, context, routes);
  return app;
}

/** 405 where the path is known with another method, else 404. */
function notFound(
  request: FastifyRequest,
  methods: ReadonlyMap<string, ReadonlySet<string>>,
  reply: FastifyReply,
): AppError {
  const path = request.url.split('?')[0] ?? '/';
  for (const [url, allowed] of methods) {
    const pattern = new RegExp(
      `^${url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}$`,
    );
    if (!pattern.test(path)) continue;
    void reply.header('allow', [...allowed].join(', '));
    return new AppError(
      'method_not_allowed',
      `Expected ${[...allowed].join(' or ')} for ${url} but received ${request.method}.`,
    );
  }
  return new AppError('not_found', `There is nothing at ${path.slice(0, 100)}.`, {
    hint: '/openapi.json lists what there is.',
  });
}
