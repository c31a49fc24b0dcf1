import { z } from 'zod';

/** What a route says of itself; the document is made of the very schemas that validate. */
export type RouteDoc = {
  summary: string;
  body?: z.ZodType;
  multipart?: z.ZodType;
  query?: z.ZodType;
  response?: { status: number; schema: z.ZodType };
  /** Without a token. */
  open?: true;
};

export type DocumentedRoute = { method: string; url: string; doc: RouteDoc };

const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  request_id: z.string(),
  errors: z.array(
    z.object({
      code: z.string(),
      message: z.string(),
      pointer: z.string().optional(),
      editable: z.string().optional(),
      url: z.string().optional(),
      hint: z.string().optional(),
      retryable: z.boolean(),
    }),
  ),
});

/** The OpenAPI 3.1 document of all documented routes. */
export function openApiDocument(routes: readonly DocumentedRoute[], serverUrl: string): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { method, url, doc } of routes) {
    const path = url.replaceAll(/:(\w+)/g, '{$1}').replace('/*', '/{key}');
    const item = paths[path] ?? {};
    paths[path] = item;
    item[method.toLowerCase()] = operation(path, doc);
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
      schemas: { Problem: schema(problem) },
    },
  };
}

function operation(path: string, doc: RouteDoc): unknown {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const content = doc.body
    ? { 'application/json': { schema: schema(doc.body) } }
    : doc.multipart
      ? { 'multipart/form-data': { schema: schema(doc.multipart) } }
      : undefined;
  return {
    summary: doc.summary,
    ...(doc.open ? {} : { security: [{ token: [] }] }),
    parameters: [...inPath, ...queryParameters(doc.query)],
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      [doc.response?.status ?? 200]: {
        description: 'Success',
        ...(doc.response && {
          content: { 'application/json': { schema: schema(doc.response.schema) } },
        }),
      },
      default: {
        description: 'A problem (RFC 9457)',
        content: {
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        },
      },
    },
  };
}

function queryParameters(query: z.ZodType | undefined): unknown[] {
  if (!query) return [];
  const { properties = {}, required = [] } = schema(query) as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: one,
  }));
}

function schema(type: z.ZodType): unknown {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(type, {
    io: 'input',
    unrepresentable: 'any',
  });
  return rest;
}
