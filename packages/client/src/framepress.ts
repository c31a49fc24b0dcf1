import createRawClient, { type Client } from 'openapi-fetch';
import { type AccountCalls, accountOf } from './account.ts';
import { createApiCalls } from './api.ts';
import { type Batches, batchesOf } from './batches.ts';
import { type Destinations, destinationsOf } from './destinations.ts';
import { FramepressError } from './errors.ts';
import type { paths } from './generated/api.ts';
import { type Mappings, mappingsOf } from './mappings.ts';
import { type Renders, rendersOf } from './renders.ts';
import { type Stills, stillsOf } from './stills.ts';
import { type Templates, templatesOf } from './templates.ts';
import {
  fixedToken,
  refreshedToken,
  type Token,
  type TokenAnswer,
  type TokenSource,
} from './token.ts';
import { createTransport, type Transport } from './transport.ts';
import { type Uploads, uploadsOf } from './uploads.ts';
import { type Versions, versionsOf } from './versions.ts';
import { type WebhookEndpoints, webhookEndpointsOf } from './webhook-endpoints.ts';
import { verifyWebhook } from './webhooks.ts';

const RETRIES = 4;
const TIMEOUT_MS = 120_000;

export type FramepressOptions = {
  /** Address of the service, which may have a path. */
  baseUrl: string;
  /** Credentials of a client, never in a browser. */
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  /** The scope of the tokens that are requested. Default: the whole scope of the client. */
  scope?: string | undefined;
  /** Instead of credentials: a token, or a function that returns one. */
  token?: Token | undefined;
  fetch?: typeof globalThis.fetch | undefined;
  /** Attempts after the first one. Default: 4. */
  retries?: number | undefined;
  /** Time limit of one attempt of a request, without uploads. Default: 120,000. */
  timeoutMs?: number | undefined;
};

/** A client of a Framepress service. */
export class Framepress {
  readonly renders: Renders;
  readonly templates: Templates;
  readonly versions: Versions;
  readonly uploads: Uploads;
  readonly mappings: Mappings;
  readonly stills: Stills;
  readonly batches: Batches;
  readonly destinations: Destinations;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly account: AccountCalls;
  /** What the account used: `usage({ from, to })`. */
  readonly usage: AccountCalls['usage'];
  readonly webhooks = { verify: verifyWebhook };
  /** All operations of the OpenAPI document, with the same tokens and retries. */
  readonly raw: Client<paths>;

  constructor(options: FramepressOptions) {
    const { fetch = globalThis.fetch, retries = RETRIES, timeoutMs = TIMEOUT_MS } = options;
    const baseUrl = checkedUrl(options.baseUrl);
    const transport = createTransport({
      fetch: (url, init) => fetch(url, init),
      retries,
      timeoutMs,
    });
    const token = tokenSource(baseUrl, transport, options);
    const hasOwnFetch = options.fetch !== undefined;
    const api = createApiCalls({ baseUrl, transport, token, hasOwnFetch });
    this.renders = rendersOf(api);
    this.templates = templatesOf(api);
    this.versions = versionsOf(api);
    this.uploads = uploadsOf(api);
    this.mappings = mappingsOf(api);
    this.stills = stillsOf(api);
    this.batches = batchesOf(api);
    this.destinations = destinationsOf(api);
    this.webhookEndpoints = webhookEndpointsOf(api);
    this.account = accountOf(api);
    this.usage = this.account.usage;
    this.raw = createRawClient<paths>({ baseUrl, fetch: rawFetch(transport, token) });
  }
}

function checkedUrl(baseUrl: string): string {
  const isValid = typeof baseUrl === 'string' && URL.canParse(baseUrl);
  if (isValid && /^https?:$/.test(new URL(baseUrl).protocol)) return baseUrl.replace(/\/+$/, '');
  throw new FramepressError(
    `Expected a URL such as https://framepress.example.com for baseUrl but received ${JSON.stringify(baseUrl)}.`,
    { code: 'invalid_request' },
  );
}

function tokenSource(
  baseUrl: string,
  transport: Transport,
  { token, clientId, clientSecret, scope }: FramepressOptions,
): TokenSource {
  if (token !== undefined) return fixedToken(token);
  if (clientId === undefined || clientSecret === undefined) {
    throw new FramepressError('Expected clientId and clientSecret, or token.', {
      code: 'invalid_request',
    });
  }
  const body = JSON.stringify({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope,
  });
  return refreshedToken(() =>
    transport.send(
      {
        method: 'POST',
        url: `${baseUrl}/oauth/token`,
        headers: { 'content-type': 'application/json' },
        body: async () => body,
      },
      async (response) => (await response.json()) as TokenAnswer,
    ),
  );
}

/** Returns a `fetch` with tokens and retries. Failures are returned as responses. */
function rawFetch(
  transport: Transport,
  token: TokenSource,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const bytes = request.body === null ? undefined : await request.arrayBuffer();
    const sent = {
      method: request.method,
      url: request.url,
      headers: Object.fromEntries(request.headers),
      ...(bytes && { body: async () => bytes }),
      token,
      signal: request.signal,
    };
    try {
      return await transport.send(sent, async (response) => response);
    } catch (error) {
      if (error instanceof FramepressError && error.response) return error.response;
      throw error;
    }
  };
}
