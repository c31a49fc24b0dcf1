import { z } from 'zod';
import { faultSchema } from './fault-schema.ts';
import { contentTypes, type RouteDoc } from './route.ts';

export type DocumentedRoute = { method: string; url: string; doc: RouteDoc };

const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string(),
    detail: z.string(),
    request_id: z.string(),
    errors: z.array(faultSchema),
  })
  .meta({ description: 'RFC 9457, with every fault of the request' });

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same key and body within 24 hours replays the first answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** The OpenAPI 3.1 document of the routes, made of the schemas that validate. */
export function openApiDocument(routes: readonly DocumentedRoute[], serverUrl: string): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { method, url, doc } of routes) {
    // Every GET answers HEAD as well, and browsers ask OPTIONS by themselves; that needs no words.
    if (method === 'HEAD' || method === 'OPTIONS') continue;
    const path = openApiPath(url);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(path, doc) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Framepress',
      version: '0.1.0',
      description: 'Produces videos from templates.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: jsonSchema(problem, 'output') },
    },
  };
}

/** A route's address in the form of OpenAPI. */
export function openApiPath(url: string): string {
  return url.replaceAll(/:(\w+)/g, '{$1}').replace('/*', '/{key}');
}

function operation(path: string, doc: RouteDoc): unknown {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const body = doc.body ?? doc.multipart;
  return {
    summary: doc.summary,
    ...(doc.need && {
      security: [{ token: [] }],
      description: `Scope: ${doc.need.resource}:${doc.need.action}`,
    }),
    parameters: [...inPath, ...queryParameters(doc.query), ...(doc.once ? [idempotencyKey] : [])],
    ...(body && {
      requestBody: {
        required: true,
        content: content(contentTypes(doc), jsonSchema(body, 'input')),
      },
    }),
    responses: {
      [doc.response?.status ?? 200]: {
        description: 'Success',
        ...(doc.response?.schema && {
          content: content(['application/json'], jsonSchema(doc.response.schema, 'output')),
        }),
        ...(doc.bytes && { content: content(doc.bytes, {}) }),
      },
      default: {
        description: 'A problem (RFC 9457)',
        content: content(['application/problem+json'], { $ref: '#/components/schemas/Problem' }),
      },
    },
  };
}

function content(types: readonly string[], schema: unknown): Record<string, unknown> {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

function queryParameters(query: z.ZodType | undefined): unknown[] {
  if (!query) return [];
  const { properties = {}, required = [] } = jsonSchema(query, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function jsonSchema(type: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(type, { io });
  return rest;
}
