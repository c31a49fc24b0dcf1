import { z } from 'zod';
import { exceededLimitSchema, faultSchema } from '../../schemas/index.ts';
import type { RouteDoc } from '../route.ts';
import { exampleOf } from './example.ts';
import { REQUEST_HEADERS, RESPONSE_HEADERS } from './headers.ts';
import { operation, problemResponses, type Route } from './operation.ts';
import type { Schema } from './schema.ts';
import { schemaCollection } from './schema-collection.ts';
import { tagObjects, tagOf } from './tags.ts';
import { type EventDoc, webhookItems } from './webhooks.ts';

export type DocumentedRoute = { method: string; url: string; doc: RouteDoc };

const problem = z
  .object({
    type: z.string().meta({ description: '`urn:framepress:error:` and the code' }),
    title: z.string().meta({ description: 'The status in words' }),
    status: z.int().meta({ description: 'The HTTP status' }),
    code: z.string().meta({ description: 'The code of the first error' }),
    detail: z.string(),
    request_id: z.string(),
    errors: z.array(faultSchema).meta({ description: 'All errors of the request' }),
    revision: z
      .int()
      .optional()
      .meta({ description: 'With `precondition_failed`: the current revision of the resource' }),
    more_errors: z.int().optional().meta({ description: 'Number of faults after the first 100' }),
    limit: exceededLimitSchema.optional(),
    sign_in: z
      .object({ openid: z.boolean() })
      .optional()
      .meta({ description: 'Of the studio: whether people sign in with OpenID Connect' }),
  })
  .meta({
    id: 'Problem',
    description: 'Problem details (RFC 9457) with all faults of the request',
    examples: [
      {
        type: 'urn:framepress:error:editable_missing',
        title: 'Invalid request',
        status: 422,
        code: 'editable_missing',
        detail: 'Expected an entry for /mapping/resources/name but received none.',
        request_id: 'req_0b5c1f3e-8f0a-4c68-9d7e-2b1f3a5c7d90',
        errors: [
          {
            code: 'editable_missing',
            message: 'Expected an entry for /mapping/resources/name but received none.',
            pointer: '/mapping/resources/name',
            editable: 'name',
            hint: 'Add { "source": { "text": "…" } }.',
            retryable: false,
          },
        ],
      },
    ],
  });

const DESCRIPTION =
  'Framepress produces videos from templates. Get a token, upload a template, send the content of a video as a mapping, and wait for the video or its webhook. `/docs` has the guides.';

/** Returns the OpenAPI 3.1 document of the routes, made from the schemas that validate requests. */
export function openApiDocument(
  routes: readonly DocumentedRoute[],
  events: Readonly<Record<string, EventDoc>>,
  serverUrl: string,
): unknown {
  const schemas = schemaCollection();
  // Every GET route also answers HEAD, and browsers send OPTIONS themselves: not documented.
  const documented: Route[] = routes
    .filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')
    .map(({ method, url, doc }) => ({ method, path: openApiPath(url), doc }));
  const paths: Record<string, Schema> = {};
  for (const route of documented) {
    const item = { [route.method.toLowerCase()]: operation(route, schemas.convert) };
    paths[route.path] = { ...paths[route.path], ...item };
  }
  const problemSchema = schemas.convert(problem, 'output');
  const { document, components } = schemas.finish({
    openapi: '3.1.0',
    info: {
      title: 'Framepress',
      version: '0.1.0',
      summary: 'Produces videos from templates',
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: tagObjects(new Set(documented.map(({ path }) => tagOf(path)))),
    paths,
    webhooks: webhookItems(events, schemas.convert),
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token of POST /oauth/token, or the edit token of a session',
        },
      },
      parameters: REQUEST_HEADERS,
      headers: RESPONSE_HEADERS,
      responses: problemResponses(documented, problemSchema),
    },
  });
  const complete = withExamples(document, components) as Schema;
  return {
    ...complete,
    components: { ...(complete['components'] as Schema), schemas: components },
  };
}

/** Converts a route's URL to an OpenAPI path: `/:id` becomes `/{id}`. */
export function openApiPath(url: string): string {
  return url.replaceAll(/:(\w+)/g, '{$1}').replace('/*', '/{key}');
}

/** Adds an example to each JSON body without one. */
function withExamples(value: unknown, components: Record<string, Schema>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withExamples(item, components));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const { schema, ...fields } = inner as { schema?: Schema };
      const isBody = /json$/.test(key) && schema !== undefined;
      if (!isBody) return [key, withExamples(inner, components)];
      return [key, { schema, example: exampleOf(schema, { components }), ...fields }];
    }),
  );
}
