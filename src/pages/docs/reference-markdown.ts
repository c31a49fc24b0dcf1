import { defined } from '../../base/index.ts';
import type { Schema } from '../../http/index.ts';
import {
  type Body,
  componentName,
  type OpenApi,
  operationsOf,
  type PlacedOperation,
  resolveParameters,
} from './document.ts';
import { typeText } from './schema-type.ts';
import { innerObject, limitsOf, MAX_DEPTH, sentence } from './schema-view.ts';

/** Returns the reference as Markdown: all operations, events and schemas. */
export function referenceMarkdown(document: OpenApi, url: string): string {
  const { info, tags, webhooks, components } = document;
  const groups = tags.map(({ name, description }) => {
    const operations = operationsOf(document, name).map((placed) =>
      operationText(document, placed),
    );
    return `## ${name}\n\n${description}\n\n${operations.join('\n')}`;
  });
  const events = Object.entries(webhooks).map(
    ([type, { post }]) =>
      `### \`${type}\`\n\n${post.summary}.\n${bodyText(post.requestBody, 'Payload')}`,
  );
  const schemas = Object.entries(components.schemas).map(([name, schema]) => {
    const { description, anyOf } = schema;
    const note = typeof description === 'string' ? `${sentence(description)}\n\n` : '';
    const choices = Array.isArray(anyOf) ? `One of: ${typeOf(schema)}\n` : '';
    return `### ${name}\n\n${note}${choices}${fieldLines(schema).join('')}`;
  });
  return [
    `# ${info.title} ${info.version}: reference\n\n${info.description}\n\nThe address of this service is <${url}>. The same reference in OpenAPI 3.1: <${url}/openapi.json>.\n`,
    ...groups,
    `## Events\n\nThe service sends these events to webhook endpoints.\n\n${events.join('\n')}`,
    `## Schemas\n\n${schemas.join('\n')}`,
  ].join('\n');
}

/** Returns the section of an operation. */
function operationText(document: OpenApi, { method, path, operation }: PlacedOperation): string {
  const { operationId, summary, description, requestBody, responses } = operation;
  const parameters = resolveParameters(document, operation).map(
    ({ name, in: place, required, description: note, schema = {} }) => {
      const facts = [typeOf(schema), place, ...(required === true ? ['required'] : [])].join(', ');
      const field = { ...schema, ...defined({ description: note }) };
      return `- \`${name}\` (${facts})${descriptionAndLimits(field)}\n`;
    },
  );
  const answers = Object.entries(responses).map(([status, response]) => {
    const shared = response.$ref && document.components.responses[componentName(response.$ref)];
    const { description: note = '', content = {} } = shared || response;
    return `- ${status}: ${note}${typesOf({ content })}\n`;
  });
  return [
    `### ${summary}\n\n\`${method} ${path}\`, operation \`${operationId}\`\n`,
    ...(description === undefined ? [] : [`${description}\n`]),
    ...(parameters.length === 0 ? [] : [`Parameters:\n\n${parameters.join('')}`]),
    ...(requestBody ? [`Body${typesOf(requestBody)}\n`] : []),
    `Answers:\n\n${answers.join('')}`,
  ].join('\n');
}

function bodyText(body: Body | undefined, title: string): string {
  return body ? `\n${title}${typesOf(body)}\n` : '';
}

/** Returns the types of a body: ` [Batch](#batch) as application/json`. */
function typesOf({ content = {} }: Body): string {
  const types = Object.entries(content).map(([type, { schema }]) =>
    schema && Object.keys(schema).length > 0 ? `${typeOf(schema)} as ${type}` : type,
  );
  return types.length === 0 ? '' : ` (${types.join('; ')})`;
}

/** Returns a list item for each field of an object schema, and for the fields in it. */
function fieldLines(schema: Schema, depth = 0): string[] {
  const { properties, required = [] } = schema;
  if (typeof properties !== 'object' || properties === null || depth > MAX_DEPTH) return [];
  return Object.entries(properties as Record<string, Schema>).flatMap(([name, field]) => {
    const isRequired = (required as string[]).includes(name);
    const type = `${typeOf(field)}${isRequired ? ', required' : ''}`;
    return [
      `${'  '.repeat(depth)}- \`${name}\` (${type})${descriptionAndLimits(field)}\n`,
      ...fieldLines(innerObject(field), depth + 1),
    ];
  });
}

/**
 * Returns the text that follows the name and type of a field; empty without a description and
 * limits.
 */
function descriptionAndLimits(field: Schema): string {
  const { description } = field;
  const limits = limitsOf(field).join(', ');
  const note = typeof description === 'string' ? ` ${sentence(description)}` : '';
  return `${note === '' && limits === '' ? '' : ':'}${note}${limits === '' ? '' : ` (${limits})`}`;
}

/** Returns the type of a schema in words, with links to the sections of named schemas. */
function typeOf(schema: Schema): string {
  return typeText(schema, {
    link: (name) => `[${name}](#${name.toLowerCase()})`,
    code: (text) => `\`${text}\``,
  });
}
