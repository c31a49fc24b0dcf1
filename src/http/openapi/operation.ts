import type { z } from 'zod';
import { defined } from '../../base/index.ts';
import { titleOf } from '../problem.ts';
import { contentTypes, needsToken, type RequestHeader, type RouteDoc } from '../route.ts';
import { responseHeaders } from './headers.ts';
import type { Schema } from './schema.ts';
import type { schemaCollection } from './schema-collection.ts';
import { idDescription, tagOf } from './tags.ts';

/** The schema of problem details, which every document has. */
const PROBLEM = '#/components/schemas/Problem';

type Convert = ReturnType<typeof schemaCollection>['convert'];
export type Route = { path: string; method: string; doc: RouteDoc };

/** Returns the operation of a route. Examples of bodies are added when all schemas are known. */
export function operation(route: Route, convert: Convert): Schema {
  const { path, doc } = route;
  const body = doc.body ?? doc.multipart;
  const access = doc.requiredScope && accessOf(doc, doc.requiredScope);
  const description = [doc.description, access].filter((text) => text !== undefined).join('\n\n');
  const headers: readonly RequestHeader[] = [
    ...(doc.headers ?? []),
    ...(doc.idempotent ? (['IdempotencyKey'] as const) : []),
  ];
  return {
    operationId: doc.operationId,
    summary: doc.summary,
    ...(description !== '' && { description }),
    tags: [tagOf(path)],
    ...(needsToken(doc) && { security: [{ token: [] }] }),
    parameters: [
      ...pathParameters(path),
      ...queryParameters(doc.query, convert),
      ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    ...(body && { requestBody: { required: true, content: requestContent(doc, convert) } }),
    responses: responses(route, convert),
  };
}

/** Returns the schemas of a request body by content type. Text such as CSV has no schema. */
function requestContent(doc: RouteDoc, convert: Convert): Schema {
  const { body, multipart, textTypes = [] } = doc;
  const types = contentTypes(doc).filter((type) => !textTypes.includes(type));
  const ofType = (type: string) => (type === 'multipart/form-data' ? multipart : body) ?? body;
  const schemas = types.map((type) => {
    const schema = ofType(type);
    return schema ? content([type], convert(schema, 'input'), doc.examples?.request) : {};
  });
  return Object.assign({}, ...schemas, content(textTypes, { type: 'string' })) as Schema;
}

/** Describes the scope and the edit tokens that allow a route. */
function accessOf(
  { edit, fullScope }: RouteDoc,
  { resource, action }: NonNullable<RouteDoc['requiredScope']>,
) {
  const scope = fullScope ? 'Scope: *.' : `Scope: ${resource}:${action}.`;
  const whose = { session: ' of this session', version: ' of a session of this version', any: '' };
  return edit === undefined ? scope : `${scope} An edit token${whose[edit]} is accepted as well.`;
}

/** Returns the parameters in the path of an operation. */
function pathParameters(path: string): Schema[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: name === 'id' ? idDescription(path) : 'The path of the file',
    schema: { type: 'string' },
  }));
}

/** Returns the parameters of a query. Lists and objects get the style in which they are written. */
function queryParameters(query: z.ZodType | undefined, convert: Convert): Schema[] {
  if (!query) return [];
  const { properties = {}, required = [] } = convert(query, 'input') as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...defined({ description }),
    // A list is written `a,b`, an object `name[key]=value`.
    ...(schema['type'] === 'array' && { style: 'form', explode: false }),
    ...(schema['type'] === 'object' && { style: 'deepObject', explode: true }),
    schema,
  }));
}

/**
 * Returns the responses of an operation by their status: success, errors, and other responses of
 * the route.
 */
function responses({ path, doc, method }: Route, convert: Convert): Schema {
  const { response, failure, protocolErrors } = doc;
  const hasId = /[{]id[}]/.test(path);
  const success = response?.status ?? 200;
  const wrong = problemStatuses(doc, method, hasId).map((status): [number, Schema] => {
    if (protocolErrors?.statuses.includes(status)) {
      const protocolContent = content(
        ['application/json'],
        convert(protocolErrors.schema, 'output'),
      );
      const problem = content(['application/problem+json'], { $ref: PROBLEM });
      const headers = responseHeaders(doc, status);
      return [
        status,
        { description: titleOf(status), headers, content: { ...protocolContent, ...problem } },
      ];
    }
    if (!failure) return [status, { $ref: `#/components/responses/${problemName(doc, status)}` }];
    const headers = responseHeaders(doc, status);
    const body = content(['application/json'], convert(failure, 'output'));
    return [status, { description: titleOf(status), headers, content: body }];
  });
  const also = Object.entries(doc.also ?? {}).map(([status, body]): [number, Schema] => [
    Number(status),
    {
      description: titleOf(Number(status)),
      headers: responseHeaders(doc, Number(status)),
      ...bodyOf(body, doc, convert),
    },
  ]);
  return Object.fromEntries([
    [
      success,
      {
        description: 'Success',
        headers: responseHeaders(doc, success),
        ...bodyOf(response?.schema ?? (doc.bytes ? 'bytes' : 'empty'), doc, convert),
      },
    ],
    ...wrong,
    ...also,
  ]);
}

/** Returns the name of a shared response with problem details. Routes with a scope count requests. */
function problemName(doc: RouteDoc, status: number): string {
  const name = titleOf(status).replaceAll(/ ./g, (text) => text.trim().toUpperCase());
  return needsToken(doc) ? name : `Public${name}`;
}

/** Returns the shared responses with problem details, for all statuses that a route names. */
export function problemResponses(routes: readonly Route[], problem: Schema): Schema {
  const problems = routes.flatMap(({ doc, method, path }) =>
    doc.failure
      ? []
      : problemStatuses(doc, method, /[{]id[}]/.test(path)).map((status) => [
          problemName(doc, status),
          {
            description: titleOf(status),
            headers: responseHeaders({ ...doc, headers: [] }, status),
            content: content(['application/problem+json'], problem),
          },
        ]),
  );
  return Object.fromEntries(problems) as Schema;
}

/**
 * Returns the content of a response. A response with `doc.bytes` may also be a file of these types.
 */
function bodyOf(body: z.ZodType | 'empty' | 'bytes', doc: RouteDoc, convert: Convert): Schema {
  if (body === 'empty') return {};
  if (body === 'bytes') return { content: content(doc.bytes ?? [], {}) };
  const example = doc.examples?.response;
  const json = content(['application/json'], convert(body, 'output'), example);
  return { content: { ...content(doc.bytes ?? [], {}), ...json } };
}

/** Returns the error statuses that a route of this kind may respond with. */
function problemStatuses(doc: RouteDoc, method: string, hasId: boolean): number[] {
  const reads = method === 'GET';
  const statuses = [
    ...[400, 500, 503],
    ...(needsToken(doc) ? [401, 403, 429] : []),
    ...(hasId ? [404] : []),
    ...(reads ? [] : [413, 415]),
    ...(doc.body || doc.multipart || doc.query || doc.idempotent ? [422] : []),
    ...(doc.idempotent ? [409] : []),
    ...(doc.problems ?? []),
    ...(doc.protocolErrors?.statuses ?? []),
  ];
  return [...new Set(statuses)].filter((status) => doc.also?.[status] === undefined);
}

function content(types: readonly string[], schema: Schema, example?: unknown): Schema {
  const exampleField = example === undefined ? {} : { example };
  return Object.fromEntries(types.map((type) => [type, { schema, ...exampleField }]));
}
