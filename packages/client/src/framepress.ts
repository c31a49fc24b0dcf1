import { type Api, createApiCalls } from './api.ts';
import { FramepressError } from './errors.ts';
import { type AccountCalls, accountOf } from './resources/account.ts';
import { type Batches, batchesOf } from './resources/batches.ts';
import { type Destinations, destinationsOf } from './resources/destinations.ts';
import { type Mappings, mappingsOf } from './resources/mappings.ts';
import { type Renders, rendersOf } from './resources/renders.ts';
import { type Stills, stillsOf } from './resources/stills.ts';
import { type Templates, templatesOf } from './resources/templates.ts';
import { type Uploads, uploadsOf } from './resources/uploads.ts';
import { type Versions, versionsOf } from './resources/versions.ts';
import { type WebhookEndpoints, webhookEndpointsOf } from './resources/webhook-endpoints.ts';
import {
  fixedToken,
  refreshedToken,
  type Token,
  type TokenAnswer,
  type TokenSource,
} from './token.ts';
import { type Fetch, sendRequest, type Transport } from './transport.ts';
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
  declare readonly renders: Renders;
  declare readonly templates: Templates;
  declare readonly versions: Versions;
  declare readonly uploads: Uploads;
  declare readonly mappings: Mappings;
  declare readonly stills: Stills;
  declare readonly batches: Batches;
  declare readonly destinations: Destinations;
  declare readonly webhookEndpoints: WebhookEndpoints;
  declare readonly account: AccountCalls;
  /** The use of the account by day or template: `usage({ from, to })`. */
  declare readonly usage: AccountCalls['usage'];
  readonly webhooks = { verify: verifyWebhook };
  /** Calls any operation of the OpenAPI document: `raw('get', '/v2/mappings/{id}', { id })`. */
  declare readonly raw: Api['call'];

  constructor(options: FramepressOptions) {
    const { fetch = globalThis.fetch, retries = RETRIES, timeoutMs = TIMEOUT_MS } = options;
    const baseUrl = validBaseUrl(options.baseUrl);
    const send: Fetch = (url, init) => fetch(url, init);
    const sending = { fetch: send, retries, timeoutMs };
    const transport: Transport = (request, read) => sendRequest(sending, request, read);
    const api = createApiCalls(baseUrl, transport, tokenSource(baseUrl, transport, options));
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
    this.raw = api.call;
  }
}

/**
 * Returns the address of the service without slashes at its end. Throws if it is not http or https.
 */
function validBaseUrl(baseUrl: string): string {
  if (/^https?:\/\/[^/]/.test(baseUrl)) return baseUrl.replace(/\/+$/, '');
  throw new FramepressError(`Expected an http or https URL for baseUrl but received ${baseUrl}.`);
}

/**
 * Returns the source of the tokens: the given token, or tokens that are requested with the client's
 * credentials before the former one expires. Throws if neither is given.
 */
function tokenSource(
  baseUrl: string,
  transport: Transport,
  { token, clientId, clientSecret, scope }: FramepressOptions,
): TokenSource {
  if (token !== undefined) return fixedToken(token);
  if (!clientId || !clientSecret) {
    throw new FramepressError('Expected clientId and clientSecret, or token.');
  }
  const body = JSON.stringify({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope,
  });
  const request = {
    method: 'POST',
    url: `${baseUrl}/oauth/token`,
    headers: { 'content-type': 'application/json' },
    body: async () => body,
  };
  return refreshedToken(() =>
    transport(request, (response) => response.json() as Promise<TokenAnswer>),
  );
}
