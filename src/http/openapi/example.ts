import { commonField, ownField } from './fields.ts';
import type { Schema } from './schema.ts';

const MAX_DEPTH = 12;
/** The name of an entry in an object whose names are free: most are named by editables. */
const ENTRY_NAME = 'name';

type Place = { components: Record<string, Schema>; component?: string; depth?: number };

/**
 * Returns an example of a schema: its own first example, or a value that is put together from the
 * examples of its fields. Optional fields are left out unless they have an example of their own.
 */
export function exampleOf(schema: Schema, place: Place): unknown {
  const { components, depth = 0 } = place;
  const { examples, $ref, anyOf, oneOf } = schema;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if ('const' in schema) return schema['const'];
  if ('default' in schema) return schema['default'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (depth > MAX_DEPTH) return null;
  const below = { ...place, depth: depth + 1 };
  if (typeof $ref === 'string') {
    const component = $ref.split('/').at(-1) ?? '';
    return exampleOf(components[component] ?? {}, { ...below, component });
  }
  const [first] = (anyOf ?? oneOf ?? []) as Schema[];
  if (first) return exampleOf(first, below);
  const { type } = schema;
  if (type === 'object') return objectExample(schema, below);
  if (type === 'array') return [exampleOf((schema['items'] ?? {}) as Schema, below)];
  return plainExample(schema);
}

/** Returns an example with the required fields and those that have an example. */
function objectExample(schema: Schema, place: Place): Record<string, unknown> {
  const { properties = {}, required = [], additionalProperties: values } = schema;
  const entries = Object.entries(properties as Record<string, Schema>);
  const isRequired = (name: string) => (required as string[]).includes(name);
  const named = entries
    .filter(([name, property]) => isRequired(name) || property['examples'] !== undefined)
    .map(([name, property]) => [name, fieldExample(name, property, place)]);
  if (named.length > 0) return Object.fromEntries(named);
  const isTyped = typeof values === 'object' && values !== null && '$ref' in values;
  return isTyped ? { [ENTRY_NAME]: exampleOf(values as Schema, place) } : {};
}

/**
 * Returns the example of a field: its own, that of its schema, or that of all fields of this name.
 */
function fieldExample(name: string, property: Schema, place: Place): unknown {
  const isFixed = ['const', 'enum', 'examples', 'default'].some((keyword) => keyword in property);
  const exampleOfField = ownField(name, place.component ?? '')?.example;
  const example = exampleOfField ?? (isFixed ? undefined : commonField(name)?.example);
  return example === undefined ? exampleOf(property, place) : example;
}

/** Returns an example of a schema without fields, by its type. */
function plainExample({ type, minimum, format }: Schema): unknown {
  if (Array.isArray(type)) return null;
  if (type === 'integer' || type === 'number') return typeof minimum === 'number' ? minimum : 1;
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  if (type !== 'string') return {};
  if (format === 'date-time') return '2026-11-20T09:30:00.000Z';
  return format === 'date' ? '2026-11-20' : 'text';
}
