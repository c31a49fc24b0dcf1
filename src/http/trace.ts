import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type OpenSpan, startSpan } from '../observe/index.ts';
import { type LogFields, traceIdOf, traceparentOf, withSharedLogFields } from '../system/index.ts';

type Traced = { fields: LogFields; span: OpenSpan | undefined };

/** An id of a session in a path. */
const SESSION = /^rs_\w+$/;

/**
 * Gives all log lines of a request its id, its trace and its session. A trace of the client (`traceparent`, W3C
 * Trace Context) is continued. With a collector, each request is a span.
 */
export function traceRequests(app: FastifyInstance): void {
  const traced = new WeakMap<FastifyRequest, Traced>();
  app.addHook('onRequest', (request, _reply, callback) => {
    const span = beginTrace(request);
    traced.set(request, span);
    withSharedLogFields(span.fields, callback);
  });
  // After a body was read, work continues in the context of the connection.
  app.addHook('preValidation', (request, _reply, callback) => {
    withSharedLogFields(traced.get(request)?.fields ?? {}, callback);
  });
  app.addHook('onResponse', (request, reply, callback) => {
    const { span, fields = {} } = traced.get(request) ?? {};
    const { statusCode: status } = reply;
    span?.end({
      attributes: { 'http.response.status_code': status },
      ...(status >= 500 && { error: { code: `${status}` } }),
    });
    withSharedLogFields(fields, callback);
  });
}

/**
 * Begins the span of a request. A valid `traceparent` of the client is its parent. Without tracing,
 * log lines get the client's trace id or one made from the id of the request.
 */
function beginTrace(request: FastifyRequest): Traced {
  const { traceparent: header } = request.headers;
  const client = typeof header === 'string' && traceIdOf(header) !== undefined ? header : undefined;
  const route = request.routeOptions.url ?? 'unknown';
  const span = startSpan({
    name: `${request.method} ${route}`,
    kind: 'server',
    parent: client,
    attributes: {
      'http.request.method': request.method,
      'http.route': route,
      'framepress.request_id': request.id,
    },
  });
  const { id } = (request.params ?? {}) as { id?: unknown };
  return {
    span,
    fields: {
      requestId: request.id,
      traceparent: span?.traceparent ?? client ?? traceparentOf(request.id),
      ...(typeof id === 'string' && SESSION.test(id) && { sessionId: id }),
    },
  };
}
