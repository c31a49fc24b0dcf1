import type { Schema } from '../../http/index.ts';
import { anchorOf } from './document.ts';
import { Html, html } from './html.ts';
import { renderInline } from './markdown.ts';
import { typeText } from './schema-type.ts';

/** Deeper fields have a schema of their own, which is linked. */
export const MAX_DEPTH = 6;

/** Returns the fields of an object schema as a list; nothing for other schemas. */
export function fieldList(schema: Schema, depth = 0): Html | undefined {
  const { properties, required = [] } = schema;
  if (typeof properties !== 'object' || properties === null || depth > MAX_DEPTH) return undefined;
  const fields = Object.entries(properties as Record<string, Schema>);
  if (fields.length === 0) return undefined;
  return html`<ul class="fields">${fields.map(([name, field]) =>
    fieldItem(name, field, (required as string[]).includes(name), depth),
  )}</ul>`;
}

function fieldItem(name: string, field: Schema, isRequired: boolean, depth: number): Html {
  return html`<li><code class="name">${name}</code> <span class="type">${typeOf(field)}</span>${
    isRequired && html` <span class="required">required</span>`
  }${descriptionAndLimits(field)}${fieldList(innerObject(field), depth + 1)}</li>`;
}

/** Returns the description and the limits of a field. */
export function descriptionAndLimits(field: Schema): Html {
  const { description } = field;
  const limits = limitsOf(field);
  return html`${
    typeof description === 'string' && html`<p>${renderInline(sentence(description))}</p>`
  }${limits.length > 0 && html`<p class="limits">${limits.join(' · ')}</p>`}`;
}

/** Returns the object schema whose fields are shown with a field: its own, or that of its items. */
export function innerObject(field: Schema): Schema {
  const { items, anyOf, additionalProperties } = field;
  const [object] = ((anyOf ?? []) as Schema[]).filter(({ properties }) => properties);
  if (object) return object;
  if (typeof items === 'object' && items !== null) return items as Schema;
  const isMap = typeof additionalProperties === 'object' && additionalProperties !== null;
  return isMap && !field['properties'] ? (additionalProperties as Schema) : field;
}

/** Returns the type of a schema in words, with links to named schemas. */
export function typeOf(schema: Schema): Html {
  return new Html(
    typeText(schema, {
      link: (name) => html`<a href="/docs#${anchorOf('schema', name)}">${name}</a>`.text,
      code: (text) => html`<code>${text}</code>`.text,
    }),
  );
}

const LIMITS: Record<string, string> = {
  default: 'default',
  minimum: 'at least',
  exclusiveMinimum: 'more than',
  maximum: 'at most',
  minLength: 'characters at least',
  maxLength: 'characters at most',
  minItems: 'entries at least',
  maxItems: 'entries at most',
};

/** Returns the limits of a field in words. */
export function limitsOf(field: Schema): string[] {
  return Object.entries(LIMITS).flatMap(([keyword, words]) => {
    const value = field[keyword];
    return value === undefined ? [] : [`${words}: ${JSON.stringify(value)}`];
  });
}

/** Returns a text that ends with a full stop. */
export function sentence(text: string): string {
  return /[.!?:…]$/.test(text) ? text : `${text}.`;
}
