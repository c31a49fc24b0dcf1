import { setImmediate } from 'node:timers/promises';
import { codeBlock } from './code.ts';
import { anchorOf, type OpenApi, operationsOf } from './document.ts';
import { type Guide, groupGuides } from './guides.ts';
import { type Html, html } from './html.ts';
import { renderInline } from './markdown.ts';
import { operationView, webhookView } from './operation-view.ts';
import { fieldList, typeOf } from './schema-view.ts';

/** Returns the reference: all operations, events and schemas. Other work runs between the groups. */
export async function referenceBody(
  document: OpenApi,
  guides: readonly Guide[],
  url: string,
): Promise<Html> {
  const groups: Html[] = [];
  for (const { name, description } of document.tags) {
    await setImmediate();
    groups.push(html`<section class="group" id="${anchorOf('tag', name)}">
<h2>${name}</h2><p>${renderInline(description)}</p>
${operationsOf(document, name).map((placed) => operationView(document, placed, url))}
</section>`);
  }
  await setImmediate();
  return html`${introduction(document, guides, url)}${groups}${events(document)}${schemas(document)}`;
}

/**
 * Returns the part before the operations: the guides, the address of the service and its tokens.
 */
function introduction(document: OpenApi, guides: readonly Guide[], url: string): Html {
  const { version } = document.info;
  return html`<h1>Framepress ${version}</h1>
<p class="lead">Produces videos from templates. Get a token, upload a template, send the content of a
video as a mapping, and wait for the video or its webhook.</p>
<div class="cards">${groupGuides(guides).map(
    ({ group, guides: pages }) =>
      html`<div><h2>${group}</h2><ul>${pages.map(
        ({ name, title, summary }) =>
          html`<li><a href="/docs/${name}">${title}</a><p>${summary}</p></li>`,
      )}</ul></div>`,
  )}</div>
<section class="group" id="basics"><h2>Reference</h2>
<p>The address of this service is <code>${url}</code>. <a href="/openapi.json">openapi.json</a> is
this reference in OpenAPI 3.1, for generators of clients. Every operation takes and returns JSON.</p>
<p>Send a token with each request. <a href="#createToken">POST /oauth/token</a> returns it for the id
and the secret of a client, which the operator creates with <code>framepress client create</code>:</p>
${codeBlock(`curl ${url}/oauth/token -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials`, 'sh')}
<p>Errors are ${typeOf({ $ref: '#/components/schemas/Problem' })} objects (RFC 9457) with all errors of
the request; <a href="/docs/errors">Errors</a> explains their codes. Lists have <code>limit</code> and
<code>cursor</code>; <code>next_cursor</code> of a page is the cursor of the next one.</p></section>`;
}

function events({ webhooks, ...document }: OpenApi): Html {
  return html`<section class="group" id="events"><h2>Events</h2>
<p>The service sends these events to your <a href="#createWebhookEndpoint">webhook endpoints</a>, signed
as Standard Webhooks 1.0 describes. <a href="/docs/webhooks">Webhooks</a> has receivers in three languages.</p>
${Object.entries(webhooks).map(([type, { post }]) =>
  webhookView({ ...document, webhooks }, type, post, anchorOf('event', type)),
)}</section>`;
}

/** Returns the section of all named schemas, to which the types link. */
function schemas({ components }: OpenApi): Html {
  return html`<section class="group" id="schemas"><h2>Schemas</h2>
${Object.entries(components.schemas).map(([name, schema]) => {
  const { description, anyOf } = schema;
  return html`<section class="schema" id="${anchorOf('schema', name)}"><h3>${name}</h3>
${typeof description === 'string' && html`<p>${renderInline(description)}</p>`}
${Array.isArray(anyOf) && html`<p>One of: ${typeOf(schema)}</p>`}
${fieldList(schema) ?? html``}</section>`;
})}</section>`;
}
