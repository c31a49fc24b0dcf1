import { defined } from '../../base/index.ts';

type Json = Record<string, unknown>;

/** Keywords of JSON Schema 2020-12 that OpenAPI 3.0 does not know. They only add detail. */
const UNKNOWN = ['propertyNames', 'patternProperties', 'contentMediaType', 'contentEncoding'];
/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const ONE = ['items', 'additionalProperties', 'not'];
const LISTS = ['anyOf', 'oneOf', 'allOf'];

/**
 * Converts an OpenAPI 3.1 document to OpenAPI 3.0, for generators that cannot read 3.1. OpenAPI 3.0
 * has no webhooks.
 */
export function toOpenApi30(document: unknown): unknown {
  const { info, components, webhooks: _webhooks, ...sections } = document as Json;
  const { license, summary: _summary, ...about } = info as Json;
  const { schemas, ...others } = components as Json;
  const { name, url } = license as Json;
  return {
    ...(withSchemas(sections) as Json),
    openapi: '3.0.3',
    info: { ...about, license: { name, ...defined({ url }) } },
    components: { ...(withSchemas(others) as Json), schemas: byName(schemas) },
  };
}

/** Converts every schema in a part of the document. */
function withSchemas(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withSchemas);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if (key === 'content') return [key, contents(value as Json)];
      if (key === 'example' || key === 'examples') return [key, value];
      return [key, key === 'schema' ? schema30(value) : withSchemas(value)];
    }),
  );
}

/** Converts the schemas of a body, by its media types. */
function contents(types: Json): Json {
  return Object.fromEntries(
    Object.entries(types).map(([type, media]) => {
      const { schema } = media as { schema?: Json };
      const isBinary = schema && Object.keys(schema).length === 0 && !type.includes('json');
      // An empty schema means any bytes in OpenAPI 3.1, and any value in OpenAPI 3.0.
      return [
        type,
        isBinary ? { schema: { type: 'string', format: 'binary' } } : withSchemas(media),
      ];
    }),
  );
}

function byName(schemas: unknown): Json {
  return Object.fromEntries(
    Object.entries(schemas as Json).map(([name, schema]) => [name, schema30(schema)]),
  );
}

/**
 * Converts a schema to OpenAPI 3.0, with the schemas inside of it. Keywords that it does not know
 * are left out.
 */
function schema30(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const converted: Json = {};
  for (const [key, value] of Object.entries(schema)) {
    if (UNKNOWN.includes(key)) continue;
    if (key === 'properties') converted[key] = byName(value);
    else if (ONE.includes(key)) converted[key] = schema30(value);
    else if (LISTS.includes(key)) converted[key] = (value as unknown[]).map(schema30);
    else converted[key] = value;
  }
  return withBounds(withConstant(withReference(withNull(converted))));
}

/** OpenAPI 3.0 writes `nullable` instead of the type `null`. */
function withNull(schema: Json): Json {
  const { type, anyOf, ...keywords } = schema;
  if (type === 'null') return { ...keywords, nullable: true };
  if (Array.isArray(type)) {
    const types = type.filter((typeName) => typeName !== 'null');
    const nullable = types.length < type.length && { nullable: true };
    if (types.length === 1) return { ...schema, type: types[0], ...nullable };
    // Generators fail at a choice between plain types, so that any value is allowed.
    return { ...keywords, ...nullable };
  }
  if (!Array.isArray(anyOf)) return schema;
  const choices = anyOf.filter((choice) => !isOnlyNull(choice as Json)) as Json[];
  if (choices.length === anyOf.length) return schema;
  const [only, ...more] = choices;
  if (!only || more.length > 0) return { ...keywords, anyOf: choices, nullable: true };
  return { ...only, ...keywords, nullable: true };
}

function isOnlyNull(schema: Json): boolean {
  return schema['nullable'] === true && Object.keys(schema).length === 1;
}

/** OpenAPI 3.0 ignores the keywords beside a `$ref`. */
function withReference(schema: Json): Json {
  const { $ref, ...keywords } = schema;
  if ($ref === undefined || Object.keys(keywords).length === 0) return schema;
  return { allOf: [{ $ref }], ...keywords };
}

/** Replaces keywords that OpenAPI 3.0 does not know: `const` and `examples`. */
function withConstant(schema: Json): Json {
  const { const: constant, examples, ...keywords } = schema;
  return {
    ...keywords,
    ...('const' in schema && { enum: [constant] }),
    ...(Array.isArray(examples) && { example: examples[0] }),
  };
}

/** OpenAPI 3.0 writes exclusive bounds as a flag. A pattern beside a format repeats the format. */
function withBounds(schema: Json): Json {
  const { exclusiveMinimum, exclusiveMaximum, pattern, ...keywords } = schema;
  return {
    ...keywords,
    ...(pattern !== undefined && keywords['format'] === undefined && { pattern }),
    ...(typeof exclusiveMinimum === 'number' && {
      minimum: exclusiveMinimum,
      exclusiveMinimum: true,
    }),
    ...(typeof exclusiveMaximum === 'number' && {
      maximum: exclusiveMaximum,
      exclusiveMaximum: true,
    }),
  };
}
