import { COMMON_FIELDS, TIME } from './common-fields.ts';
import { ENTRY_FIELDS, unreadableEntry } from './entries.ts';
import type { Schema } from './schema.ts';

/** Ids of schemas with changes of a mapping: null removes an entry. */
const CHANGES = /(?:Patch|Changes)$/;

/**
 * Returns a schema with descriptions of its fields, at any depth. A field keeps its own description.
 * The fields of a mapping refer to the schemas of its entries, which requests are not parsed by.
 */
export function describeFields(schema: Schema, io: 'input' | 'output', component = ''): Schema {
  const described = Object.entries(schema).map(([keyword, value]) => {
    if (keyword === 'properties') return [keyword, describeProperties(value, io, component)];
    return [keyword, describeInner(value, io, component)];
  });
  return Object.fromEntries(described) as Schema;
}

function describeInner(value: unknown, io: 'input' | 'output', component: string): unknown {
  if (Array.isArray(value)) return value.map((item) => describeInner(item, io, component));
  if (typeof value !== 'object' || value === null) return value;
  return describeFields(value as Schema, io, component);
}

/**
 * Describes the properties of an object. `io`: of a request or of a response; `component`: the name
 * of the schema that has them.
 */
function describeProperties(value: unknown, io: 'input' | 'output', component: string) {
  const properties = Object.entries(value as Record<string, Schema>);
  return Object.fromEntries(
    properties.map(([name, property]) => {
      const inner = withEntries(name, describeFields(property, io, component), io, component);
      return [name, describeProperty(name, inner, io, component)];
    }),
  );
}

/** Returns a property with its format and description, unless it has its own or is a reference. */
function describeProperty(
  name: string,
  property: Schema,
  io: 'input' | 'output',
  component: string,
): Schema {
  const isTime = io === 'output' && /_at$/.test(name);
  const timed = isTime ? withTimeFormat(property) : property;
  if (timed['description'] !== undefined || timed['$ref'] !== undefined) return timed;
  const { description } = { ...commonField(name), ...ownField(name, component) };
  return description === undefined ? timed : { ...timed, description };
}

/** Returns what is known of a field of a component. The summary of a component has the same fields. */
export function ownField(name: string, component: string) {
  const base = component.replace(/(?:Summary|WithSecret)$/, '');
  return COMMON_FIELDS[`${component}.${name}`] ?? COMMON_FIELDS[`${base}.${name}`];
}

/** Returns what is known of every field with this name. */
export function commonField(name: string) {
  return COMMON_FIELDS[name] ?? (/_at$/.test(name) ? TIME : undefined);
}

/** Adds `format: date-time` to a text, which may be nullable. */
function withTimeFormat(property: Schema): Schema {
  const { type } = property;
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'));
  return isText ? { ...property, format: 'date-time' } : property;
}

/**
 * Returns the property of a mapping with the schema of its values. Responses may contain entries
 * that cannot be decrypted, and changes may contain null.
 */
function withEntries(
  name: string,
  property: Schema,
  io: 'input' | 'output',
  component: string,
): Schema {
  const entry = ENTRY_FIELDS[name];
  const { additionalProperties: values } = property;
  const isOpen = typeof values === 'object' && Object.keys(values as Schema).length === 0;
  const id = entry?.meta()?.id;
  if (!isOpen || id === undefined) return property;
  const $ref = `#/$defs/${id}`;
  const beside = [
    ...(io === 'output' ? [{ $ref: `#/$defs/${unreadableEntry.meta()?.id}` }] : []),
    ...(CHANGES.test(component) ? [{ type: 'null' }] : []),
  ];
  const additionalProperties = beside.length > 0 ? { anyOf: [{ $ref }, ...beside] } : { $ref };
  return { ...property, additionalProperties };
}
