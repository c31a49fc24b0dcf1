import { z } from 'zod';
import { assert } from '../../base/index.ts';
import { ENTRY_FIELDS, unreadableEntry } from './entries.ts';
import { describeFields } from './fields.ts';
import type { Schema } from './schema.ts';

type Direction = 'input' | 'output';

const REFERENCE = /^#\/\$defs\//;

/**
 * Converts zod schemas to JSON Schema. A schema with `.meta({ id })` becomes a component and is
 * referred to. If its request and response forms differ, for example in its required fields, the
 * request form is a component of its own: `MappingInput` beside `Mapping`.
 */
export function schemaCollection() {
  const forms = { input: new Map<string, Schema>(), output: new Map<string, Schema>() };
  const converted = { input: new Map<z.ZodType, Schema>(), output: new Map<z.ZodType, Schema>() };

  /** Converts a schema once, and adds the named schemas inside of it to the collection. */
  function convert(type: z.ZodType, io: Direction): Schema {
    const earlier = converted[io].get(type);
    if (earlier) return earlier;
    const { definitions, schema } = jsonSchema(type, io);
    for (const [id, definition] of Object.entries(definitions)) add(id, definition, io);
    const described = withReferences(describeFields(schema, io), io);
    converted[io].set(type, described);
    return described;
  }

  /** Adds a named schema. Fails if another schema has the same name. */
  function add(id: string, definition: Schema, io: Direction): void {
    const form = withReferences(describeFields(definition, io, id), io);
    const other = forms[io].get(id);
    assert(
      other === undefined || JSON.stringify(other) === JSON.stringify(form),
      `two different schemas have the id ${id}`,
    );
    forms[io].set(id, form);
  }

  // Responses contain entries as they were sent, so both directions have the same form.
  for (const entry of Object.values(ENTRY_FIELDS)) {
    const { definitions } = jsonSchema(entry, 'input');
    for (const [id, definition] of Object.entries(definitions)) {
      add(id, definition, 'input');
      add(id, definition, 'output');
    }
  }
  convert(unreadableEntry, 'output');

  return {
    /** Returns the schema of a request (`input`) or a response. Its references are not final. */
    convert,
    /** Returns a document with final references, and the components that it refers to. */
    finish(document: Schema): { document: Schema; components: Record<string, Schema> } {
      const different = differentForms(forms.input, forms.output);
      const nameOf = (reference: string) => {
        const [io = '', id = ''] = reference.replace(REFERENCE, '').split(':');
        return io === 'input' && different.has(id) ? `${id}Input` : id;
      };
      const final = (value: unknown) =>
        mapReferences(value, (reference) => `#/components/schemas/${nameOf(reference)}`);
      const components: Record<string, Schema> = {};
      for (const io of ['output', 'input'] as const)
        for (const [id, form] of forms[io])
          components[nameOf(`${io}:${id}`)] = final(form) as Schema;
      return {
        document: final(document) as Schema,
        components: Object.fromEntries(
          Object.entries(components).sort(([a], [b]) => a.localeCompare(b, 'en')),
        ),
      };
    },
  };
}

/**
 * Responses allow additional fields, because clients must accept fields that are added later. The
 * bounds of safe integers and the type of property names are noise for a reader.
 */
function jsonSchema(type: z.ZodType, io: Direction) {
  const { $schema: _dialect, $defs = {}, ...schema } = z.toJSONSchema(type, { io, override });
  return { definitions: $defs as Record<string, Schema>, schema: schema as Schema };

  /** Removes keywords that say nothing to clients. Clients must accept new fields of responses. */
  function override({ jsonSchema: json }: { jsonSchema: Schema }) {
    if (io === 'output' && json['additionalProperties'] === false)
      delete json['additionalProperties'];
    if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum'];
    if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum'];
    if (JSON.stringify(json['propertyNames']) === '{"type":"string"}') delete json['propertyNames'];
  }
}

/**
 * Marks the references of a schema with their direction: a type may have another form in responses.
 */
function withReferences(schema: Schema, io: Direction): Schema {
  return mapReferences(schema, (reference) => reference.replace(REFERENCE, `$&${io}:`)) as Schema;
}

/** Returns a copy of a schema in which each reference is replaced by `change`. */
function mapReferences(value: unknown, change: (reference: string) => string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mapReferences(item, change));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' && REFERENCE.test(inner)
        ? change(inner)
        : mapReferences(inner, change),
    ]),
  );
}

/** Returns the ids whose two forms differ, themselves or in a schema that they refer to. */
function differentForms(
  inputs: ReadonlyMap<string, Schema>,
  outputs: ReadonlyMap<string, Schema>,
): Set<string> {
  const text = (form: Schema | undefined, io: Direction) =>
    JSON.stringify(form).replaceAll(`#/$defs/${io}:`, '#/$defs/');
  const different = new Set(
    [...inputs.keys()].filter(
      (id) => outputs.has(id) && text(inputs.get(id), 'input') !== text(outputs.get(id), 'output'),
    ),
  );
  const refersToDifferent = (id: string) =>
    [...JSON.stringify(inputs.get(id)).matchAll(/#\/\$defs\/input:(\w+)"/g)].some(([, name = '']) =>
      different.has(name),
    );
  for (let count = -1; count !== different.size; ) {
    count = different.size;
    for (const id of inputs.keys()) if (outputs.has(id) && refersToDifferent(id)) different.add(id);
  }
  return different;
}
