import { defined } from '../../base/index.ts';
import type { Schema } from '../../http/index.ts';
import { codeBlock } from './code.ts';
import {
  type Body,
  componentName,
  type OpenApi,
  type Operation,
  type Parameter,
  type PlacedOperation,
  type Response,
  resolveParameters,
} from './document.ts';
import { type Html, html } from './html.ts';
import { renderInline, renderMarkdown } from './markdown.ts';
import { descriptionAndLimits, fieldList, typeOf } from './schema-view.ts';

const LAST_SUCCESS = 399;

/** Returns the section of an operation: what it does, what it takes, and what it answers. */
export function operationView(document: OpenApi, placed: PlacedOperation, url: string): Html {
  const { method, path, operation } = placed;
  const { operationId = '', summary } = operation;
  return html`<section class="operation" id="${operationId}">
<h3>${summary}<a class="anchor" href="#${operationId}" aria-label="Link to ${summary}">#</a></h3>
<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
<div class="columns"><div>
${operationText(document, operation)}
</div><div class="samples">
${codeBlock(curlOf(placed, url), 'sh')}
${answerExamples(operation)}
</div></div></section>`;
}

/** Returns the section of a webhook: an event that the service sends. */
export function webhookView(document: OpenApi, type: string, operation: Operation, id: string) {
  return html`<section class="operation" id="${id}">
<h3><code>${type}</code><a class="anchor" href="#${id}" aria-label="Link to ${type}">#</a></h3>
<div class="columns"><div>
<p>${operation.summary}.</p>
${bodyFields(document, operation.requestBody, 'Payload')}
</div><div class="samples">${exampleOf(operation.requestBody, 'Payload')}</div></div></section>`;
}

/** Returns the description, parameters, body and answers of an operation. */
function operationText(document: OpenApi, operation: Operation): Html {
  const { description = '', requestBody, responses } = operation;
  const resolved = resolveParameters(document, operation);
  return html`${renderMarkdown(description).html}
${resolved.length > 0 && html`<h4>Parameters</h4><ul class="fields">${resolved.map(parameterItem)}</ul>`}
${bodyFields(document, requestBody, 'Body')}
<h4>Answers</h4>
<ul class="answers">${Object.entries(responses).map(([status, response]) =>
    answerItem(document, status, response),
  )}</ul>`;
}

function parameterItem({ name, in: place, required, description, schema = {} }: Parameter): Html {
  const field = { ...schema, ...defined({ description }) };
  return html`<li><code class="name">${name}</code> <span class="type">${typeOf(schema)}</span> <span
class="place">${place}</span>${required === true && html` <span class="required">required</span>`}${descriptionAndLimits(field)}</li>`;
}

/**
 * Returns the fields of a body. The schema is that of its first media type; all types are named.
 */
function bodyFields(document: OpenApi, body: Body | undefined, title: string): Html | undefined {
  const [type, media] = Object.entries(body?.content ?? {})[0] ?? [];
  const { schema } = media ?? {};
  if (!schema || type === undefined) return undefined;
  const types = Object.keys(body?.content ?? {}).join(', ');
  const resolved = resolve(document, schema);
  const note = resolved['description'];
  return html`<h4>${title} <span class="type">${typeOf(schema)}</span></h4>
<p class="limits">${types}</p>
${typeof note === 'string' && html`<p>${renderInline(note)}</p>`}
${fieldList(resolved)}`;
}

/** Returns an answer with its status and the type of its body, if it has one. */
function answerItem(document: OpenApi, status: string, response: Response): Html {
  const shared = response.$ref && document.components.responses[componentName(response.$ref)];
  const { description = '', content = {} } = shared || response;
  const [[type, { schema }] = ['', {}]] = Object.entries(content);
  const kind = schema && Object.keys(schema).length > 0 ? typeOf(schema) : type;
  const isSuccess = Number(status) <= LAST_SUCCESS;
  return html`<li><code class="status ${isSuccess ? 'success' : 'failure'}">${status}</code> ${description}${
    kind !== '' && html` <span class="type">${kind}</span>`
  }</li>`;
}

/** Returns the schema that a reference names, or the schema itself. */
function resolve({ components }: OpenApi, schema: Schema): Schema {
  const { $ref } = schema;
  return typeof $ref === 'string' ? (components.schemas[componentName($ref)] ?? {}) : schema;
}

/** Returns the examples of successful answers. */
function answerExamples({ responses }: Operation): Html[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) <= LAST_SUCCESS)
    .map(([status, response]) => exampleOf(response, `Answer ${status}`));
}

function exampleOf(body: Body | undefined, title: string): Html {
  const [media] = Object.values(body?.content ?? {});
  if (media?.example === undefined) return html``;
  return html`<details><summary>${title}</summary>${codeBlock(JSON.stringify(media.example, null, 2), 'json')}</details>`;
}

/** Returns a command that sends the request, with the address of this service. */
function curlOf({ method, path, operation }: PlacedOperation, url: string): string {
  const { requestBody, security } = operation;
  const [type = '', media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const isForm = type.startsWith('multipart');
  const lines = [
    `curl ${url}${path.replaceAll(/\{(\w+)\}/g, (_, name) => `$${name.toUpperCase()}`)}`,
  ];
  const implied = requestBody ? 'POST' : 'GET';
  if (method !== implied) lines.push(`-X ${method}`);
  if (security) lines.push('-H "Authorization: Bearer $TOKEN"');
  if (isForm) lines.push('-F file=@FILE');
  else if (media) {
    const json = JSON.stringify(media.example, null, 2).replaceAll("'", "'\\''");
    lines.push(`--json '${json}'`);
  }
  return lines.join(' \\\n  ');
}
