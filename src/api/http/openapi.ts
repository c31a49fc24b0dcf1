import { z } from 'zod';
import { faultSchema } from './fault-schema.ts';
import { titleOf } from './problem.ts';
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
    more_errors: z.int().optional().meta({ description: 'Number of faults after the first 100' }),
  })
  .meta({ description: 'Problem details (RFC 9457) with all faults of the request' });

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A request with the same key and body within 24 hours returns the first response again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** Returns the OpenAPI 3.1 document of the routes, made from the schemas that validate requests. */
export function openApiDocument(routes: readonly DocumentedRoute[], serverUrl: string): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { method, url, doc } of routes) {
    // Every GET route also answers HEAD, and browsers send OPTIONS themselves: not documented.
    if (method === 'HEAD' || method === 'OPTIONS') continue;
    const path = openApiPath(url);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(path, doc, method) };
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

/** Converts a route's URL to an OpenAPI path: `/:id` becomes `/{id}`. */
export function openApiPath(url: string): string {
  return url.replaceAll(/:(\w+)/g, '{$1}').replace('/*', '/{key}');
}

function operation(path: string, doc: RouteDoc, method: string): unknown {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const body = doc.body ?? doc.multipart;
  const access = doc.requiredScope && accessOf(doc.requiredScope, doc.edit);
  const description = [doc.description, access].filter((text) => text !== undefined).join('\n\n');
  return {
    operationId: doc.operationId,
    summary: doc.summary,
    ...(description !== '' && { description }),
    ...(doc.requiredScope && { security: [{ token: [] }] }),
    parameters: [
      ...inPath,
      ...queryParameters(doc.query),
      ...(doc.idempotent ? [idempotencyKey] : []),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: content(contentTypes(doc), jsonSchema(body, 'input')),
      },
    }),
    responses: responses(path, doc, method),
  };
}

/** Describes the scope and the edit tokens that allow a route. */
function accessOf(
  { resource, action }: NonNullable<RouteDoc['requiredScope']>,
  edit: RouteDoc['edit'],
) {
  const scope = `Scope: ${resource}:${action}.`;
  const whose = { session: ' of this session', version: ' of a session of this version', any: '' };
  return edit === undefined ? scope : `${scope} An edit token${whose[edit]} is accepted as well.`;
}

function responses(path: string, doc: RouteDoc, method: string): Record<string, unknown> {
  const { failure } = doc;
  const problemContent = failure
    ? content(['application/json'], jsonSchema(failure, 'output'))
    : content(['application/problem+json'], { $ref: '#/components/schemas/Problem' });
  const problems = problemStatuses(doc, method, /[{]id[}]/.test(path)).map((status) => [
    status,
    { description: titleOf(status), content: problemContent },
  ]);
  const also = Object.entries(doc.also ?? {}).map(([status, body]) => [
    status,
    { description: titleOf(Number(status)), ...bodyOf(body, doc) },
  ]);
  return {
    [doc.response?.status ?? 200]: {
      description: 'Success',
      ...bodyOf(doc.response?.schema ?? (doc.bytes ? 'bytes' : 'empty'), doc),
    },
    ...Object.fromEntries([...problems, ...also]),
  };
}

function bodyOf(body: z.ZodType | 'empty' | 'bytes', { bytes = [] }: RouteDoc) {
  if (body === 'empty') return {};
  if (body === 'bytes') return { content: content(bytes, {}) };
  return { content: content(['application/json'], jsonSchema(body, 'output')) };
}

/** Returns the error statuses that a route of this kind may respond with. */
function problemStatuses(doc: RouteDoc, method: string, hasId: boolean): number[] {
  const reads = method === 'GET';
  const always = [400, 500, 503];
  const statuses = [
    ...always,
    ...(doc.requiredScope ? [401, 403, 429] : []),
    ...(hasId ? [404] : []),
    ...(reads ? [] : [413, 415]),
    ...(doc.body || doc.multipart || doc.query || doc.idempotent ? [422] : []),
    ...(doc.idempotent ? [409] : []),
    ...(doc.problems ?? []),
  ];
  return [...new Set(statuses)].filter((status) => doc.also?.[status] === undefined);
}

function content(types: readonly string[], schema: unknown): Record<string, unknown> {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

function queryParameters(query: z.ZodType | undefined): unknown[] {
  if (!query) return [];
  const { properties = {}, required = [] } = jsonSchema(query, 'input') as {
    properties?: Record<string, { type?: string }>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    // A list is written `a,b`, an object `name[key]=value`.
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    ...(schema.type === 'object' && { style: 'deepObject', explode: true }),
    schema,
  }));
}

/**
 * Converts a zod schema to JSON Schema. Response schemas allow additional properties, because
 * clients must accept fields that are added later.
 */
function jsonSchema(type: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(type, {
    io,
    override: ({ jsonSchema: made }) => {
      if (io === 'output' && made.additionalProperties === false) delete made.additionalProperties;
    },
  });
  return rest;
}
