import { expect, test } from 'vitest';
import { temporaryApi } from '../api.fixture.ts';
import { toOpenApi30 } from './openapi-3-0.ts';

type Json = Record<string, unknown>;

function convert(schema: Json): unknown {
  const about = { title: 'x', version: '1', license: { name: 'MIT', identifier: 'MIT' } };
  const document = { openapi: '3.1.0', info: about, components: { schemas: { Any: schema } } };
  const conversion = toOpenApi30(document) as { components: { schemas: { Any: unknown } } };
  return conversion.components.schemas.Any;
}

test.each<[string, Json, Json]>([
  ['a nullable type', { type: ['integer', 'null'] }, { type: 'integer', nullable: true }],
  ['several types', { type: ['string', 'number', 'null'] }, { nullable: true }],
  [
    'a schema or null',
    { description: 'd', anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
    { type: 'integer', minimum: 1, description: 'd', nullable: true },
  ],
  [
    'a named schema or null',
    { anyOf: [{ $ref: '#/components/schemas/Box' }, { type: 'null' }] },
    { allOf: [{ $ref: '#/components/schemas/Box' }], nullable: true },
  ],
  [
    'several schemas or null',
    { anyOf: [{ type: 'string' }, { type: 'array', items: { const: 1 } }, { type: 'null' }] },
    { anyOf: [{ type: 'string' }, { type: 'array', items: { enum: [1] } }], nullable: true },
  ],
  ['a named schema', { $ref: '#/components/schemas/Box' }, { $ref: '#/components/schemas/Box' }],
  [
    'a named schema with a description',
    { $ref: '#/components/schemas/Box', description: 'd' },
    { allOf: [{ $ref: '#/components/schemas/Box' }], description: 'd' },
  ],
  ['a constant', { const: false }, { enum: [false] }],
  ['a bound', { exclusiveMinimum: 0 }, { minimum: 0, exclusiveMinimum: true }],
  ['examples', { type: 'string', examples: ['a', 'b'] }, { type: 'string', example: 'a' }],
  [
    'names of properties',
    { type: 'object', propertyNames: { maxLength: 2 }, additionalProperties: { type: 'null' } },
    { type: 'object', additionalProperties: { nullable: true } },
  ],
  [
    'a property that is named like a keyword',
    { type: 'object', properties: { const: { type: 'string' }, type: { const: 'a' } } },
    { type: 'object', properties: { const: { type: 'string' }, type: { enum: ['a'] } } },
  ],
  ['a format', { format: 'date-time', pattern: '^x' }, { format: 'date-time' }],
])('converts %s to OpenAPI 3.0', (_, schema, expected) => {
  expect(convert(schema)).toEqual(expected);
});

test('/openapi.json?version=3.0 has no feature of OpenAPI 3.1, and the same operations', async () => {
  await using api = await temporaryApi();
  const load = async (query: string) => (await api.send('GET', `/openapi.json${query}`)).json;
  const [current, older] = [await load(''), await load('?version=3.0')];
  expect([current.openapi, older.openapi]).toEqual(['3.1.0', '3.0.3']);
  const names = (paths: Record<string, Record<string, Json>>) =>
    Object.values(paths).flatMap((path) =>
      Object.values(path).map((operation) => operation['operationId']),
    );
  expect(names(older.paths)).toEqual(names(current.paths));
  expect(new Set(names(current.paths)).size).toBe(names(current.paths).length);
  const misplaced: string[] = [];
  const walk = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return;
    const { type, const: constant, exclusiveMinimum, $ref, ...children } = value as Json;
    // Properties may have any name.
    const isSchema = !path.endsWith('/properties');
    const is31 =
      (Array.isArray(type) && !path.endsWith('/required')) ||
      type === 'null' ||
      constant !== undefined ||
      typeof exclusiveMinimum === 'number' ||
      (typeof $ref === 'string' && Object.keys(children).length > 0);
    if (isSchema && is31 && typeof type !== 'object') misplaced.push(path);
    for (const [key, inner] of Object.entries(value)) {
      if (key !== 'example' && key !== 'examples') walk(inner, `${path}/${key}`);
    }
  };
  walk(older, '');
  expect(misplaced).toEqual([]);
  expect((await api.send('GET', '/openapi.json?version=2')).status).toBe(422);
});
