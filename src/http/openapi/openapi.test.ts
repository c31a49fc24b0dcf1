import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { validatorOf } from '../../../test/support/openapi-check.ts';
import { temporaryApi } from '../../api/api.fixture.ts';
import { EVENT_TYPES } from '../../database/index.ts';
import type { RouteDoc } from '../route.ts';
import { openApiDocument } from './document.ts';
import type { Schema } from './schema.ts';
import { idDescription, tagOf } from './tags.ts';

type Body = { content?: Record<string, { schema?: Schema; example?: unknown }> };
type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags?: string[];
  parameters: { $ref?: string; name?: string; description?: string }[];
  requestBody?: Body;
  responses: Record<string, Body & { $ref?: string; headers?: Schema }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Body> };
};

/** More fields than these are a resource of their own, which clients want to name. */
const MAX_UNNAMED_FIELDS = 5;

async function readDocument(): Promise<Document> {
  await using t = await temporaryApi();
  return (await t.send('GET', '/openapi.json')).json as Document;
}

const document = await readDocument();
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);
const documentedOperations = [...operations.map(({ operation }) => operation), ...webhooks()];

function webhooks(): Operation[] {
  return Object.values(document.webhooks).map(({ post }) => post);
}

/** Returns all bodies of JSON, with the operation and status that they belong to. */
function jsonBodies() {
  const bodies = documentedOperations.flatMap(
    ({ operationId, summary, requestBody, responses }) => {
      const name = operationId ?? summary;
      return [
        ...(requestBody ? [{ place: `${name} request`, body: requestBody }] : []),
        ...Object.entries(responses).map(([status, body]) => ({
          place: `${name} ${status}`,
          body,
        })),
      ];
    },
  );
  const shared = Object.entries(document.components.responses).map(([place, body]) => ({
    place,
    body,
  }));
  return [...bodies, ...shared].flatMap(({ place, body }) =>
    Object.entries(body.content ?? {})
      .filter(([type]) => type.endsWith('json'))
      .map(([, { schema = {}, example }]) => ({ place, schema, example })),
  );
}

/** Calls `see` for each schema at any depth, with its path. */
function walk(value: unknown, path: string, see: (schema: Schema, path: string) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) see(value as Schema, path);
  for (const [key, inner] of Object.entries(value)) walk(inner, `${path}/${key}`, see);
}

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  test('gives each operation a name of its own, a summary, a description and a tag', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.filter((name) => !/^[a-z]+([A-Z][a-z]+)+$/.test(name))).toEqual([]);
    const incomplete = documentedOperations.filter(({ summary, description, tags }) => {
      const sentence = description?.replace(/Scope: .*$/s, '').trim() ?? '';
      return summary === '' || sentence === '' || tags?.length !== 1;
    });
    expect(incomplete.map(({ operationId, summary }) => `${operationId}: ${summary}`)).toEqual([]);
  });

  test('describes every parameter', () => {
    const silent = documentedOperations.flatMap(({ operationId, parameters }) =>
      parameters
        .filter(({ $ref, description }) => $ref === undefined && !description)
        .map(({ name }) => `${operationId} ${name}`),
    );
    expect(silent).toEqual([]);
  });

  test('has an example of every JSON body, which its schema accepts', () => {
    const bodies = jsonBodies();
    expect(bodies.length).toBeGreaterThan(80);
    const wrong = bodies.flatMap(({ place, schema, example }) => {
      const validate = validatorOf(schema, document);
      return validate(example) ? [] : [{ place, example, errors: validate.errors }];
    });
    expect(wrong).toEqual([]);
  });

  test('names every body and every object with more than a few fields', () => {
    const unnamed = jsonBodies().filter(
      ({ schema }) => !('$ref' in schema) && 'properties' in schema,
    );
    expect(unnamed.map(({ place }) => place)).toEqual([]);
    const large: string[] = [];
    for (const [name, component] of Object.entries(document.components.schemas))
      walk(component, name, ({ properties }, path) => {
        const isInline = path !== name && typeof properties === 'object' && properties !== null;
        if (isInline && Object.keys(properties).length > MAX_UNNAMED_FIELDS) large.push(path);
      });
    expect(large).toEqual([]);
  });

  test('refers only to components that exist', () => {
    const missing: string[] = [];
    walk(document, '', ({ $ref }, path) => {
      if (typeof $ref !== 'string' || path.includes('/example')) return;
      const example = $ref
        .slice(2)
        .split('/')
        .reduce<unknown>((value, key) => (value as Schema | undefined)?.[key], document);
      if (example === undefined) missing.push(`${path}: ${$ref}`);
    });
    expect(missing).toEqual([]);
  });

  test('describes every number, with its unit, and every time', () => {
    const silent: string[] = [];
    for (const [name, component] of Object.entries(document.components.schemas))
      walk(component, name, (schema, path) => {
        const isField = /\/properties\/[^/]+$/.test(path);
        const isNumber = [schema['type']]
          .flat()
          .some((type) => /integer|number/.test(String(type)));
        const isTime = /_at$/.test(path);
        if (isField && (isNumber || isTime) && !schema['description']) silent.push(path);
      });
    expect(silent).toEqual([]);
  });

  test('has a webhook for each type of event, and one for tests', () => {
    expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES, 'webhook_endpoint.test']);
  });

  test('describes the headers of requests and responses', () => {
    const { post } = document.paths['/v2/render_sessions'] ?? {};
    expect(post?.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
    expect(Object.keys(post?.responses['201']?.headers ?? {})).toEqual([
      'X-Request-Id',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'Idempotent-Replayed',
      'Preference-Applied',
    ]);
    const { TooManyRequests, Unauthorized } = document.components.responses;
    expect(TooManyRequests).toMatchObject({ headers: { 'Retry-After': {} } });
    expect(Unauthorized).toMatchObject({ headers: { 'WWW-Authenticate': {} } });
  });
});

describe('components', () => {
  const item = z.strictObject({ size: z.int().default(3) }).meta({ id: 'Item' });
  const route = (doc: Partial<RouteDoc>, method = 'POST') => ({
    method,
    url: '/v2/items',
    doc: { operationId: 'createItem', summary: 'Create', ...doc },
  });
  const schemasOf = (...docs: Partial<RouteDoc>[]) =>
    openApiDocument(
      docs.map((doc) => route(doc)),
      {},
      '',
    ) as Document;

  test('with different request and response forms have two names', () => {
    const holder = z.object({ item }).meta({ id: 'Holder' });
    const { components, paths } = schemasOf({
      body: holder,
      response: { status: 200, schema: holder },
    });
    const { Holder, HolderInput, Item, ItemInput } = components.schemas;
    expect(Item?.['required']).toEqual(['size']);
    expect(ItemInput?.['required']).toBeUndefined();
    expect(HolderInput?.['properties']).toEqual({
      item: { $ref: '#/components/schemas/ItemInput' },
    });
    expect(Holder?.['properties']).toEqual({ item: { $ref: '#/components/schemas/Item' } });
    const { post } = paths['/v2/items'] ?? {};
    expect(post?.requestBody?.content?.['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/HolderInput',
    });
  });

  test('with one form have one name', () => {
    const { components } = schemasOf({ body: item });
    expect(components.schemas['Item']).toBeDefined();
    expect(components.schemas['ItemInput']).toBeUndefined();
  });

  test('with the same id must be the same', () => {
    const other = z.object({ name: z.string() }).meta({ id: 'Item' });
    const list = z.object({ items: z.array(item) });
    expect(() =>
      schemasOf({ body: other, response: { status: 200, schema: other } }, { body: list }),
    ).toThrow('two different schemas have the id Item');
  });

  test('a path has the tag of its resource, and names what its id is', () => {
    expect(tagOf('/v2/template_styles/{id}')).toBe('Templates');
    expect(tagOf('/v2/webhook_deliveries/{id}')).toBe('Webhooks');
    expect(tagOf('/healthz')).toBe('Service');
    expect(idDescription('/v2/webhook_deliveries/{id}/replay')).toBe(
      'The id of the webhook delivery',
    );
    expect(idDescription('/v2/batches/{id}')).toBe('The id of the batch');
  });
});
