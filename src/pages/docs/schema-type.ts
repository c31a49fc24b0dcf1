import type { Schema } from '../../http/index.ts';
import { componentName } from './document.ts';

/** How a page writes the parts of a type. */
export type TypeWriter = {
  /** A link to a named schema. */
  link: (name: string) => string;
  code: (text: string) => string;
};

/** Returns the type of a schema in words, with links to named schemas. */
export function typeText(schema: Schema, write: TypeWriter): string {
  const { $ref, anyOf, oneOf, items, type, additionalProperties: values } = schema;
  const inner = (member: unknown) => typeText(member as Schema, write);
  const literal = (value: unknown) => write.code(JSON.stringify(value));
  if (typeof $ref === 'string') return write.link(componentName($ref));
  if ('const' in schema) return literal(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map(literal).join(' | ');
  const choices = (anyOf ?? oneOf) as Schema[] | undefined;
  if (choices) return choices.map(inner).join(' or ');
  if (Array.isArray(type)) return type.join(' or ');
  if (type === 'array') return `list of ${inner(items ?? {})}`;
  const isMap = type === 'object' && !schema['properties'] && typeof values === 'object';
  if (isMap && values !== null) return `map of ${inner(values)}`;
  if (schema['format'] === 'binary') return 'file';
  return typeof type === 'string' ? type : 'any value';
}
