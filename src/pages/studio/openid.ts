import * as client from 'openid-client';
import type { OpenIdConfig } from '../../config/index.ts';

/** The metadata of the issuer is read again after this time. */
const KEPT_MS = 3_600_000;
const TIMEOUT_SECONDS = 10;
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Returns a function that reads the metadata of the issuer, at most once an hour. */
export function openidIssuer(config: OpenIdConfig) {
  let cached: { configuration: Promise<client.Configuration>; atMs: number } | undefined;
  return (): Promise<client.Configuration> => {
    const nowMs = performance.now();
    if (cached && nowMs - cached.atMs < KEPT_MS) return cached.configuration;
    const configuration = discover(config);
    const entry = { configuration, atMs: nowMs };
    cached = entry;
    configuration.catch(() => {
      if (cached === entry) cached = undefined;
    });
    return configuration;
  };
}

/**
 * Reads the provider's metadata, and returns the settings of the client. Signatures of ID tokens
 * are checked, also of those that come directly from the provider.
 */
async function discover({ issuer, clientId, clientSecret }: OpenIdConfig) {
  const isPlain = issuer.startsWith('http:');
  const discovered = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: TIMEOUT_SECONDS,
    [client.customFetch]: boundedFetch,
    // Only an issuer on this machine may be without TLS.
    // eslint-disable-next-line ts/no-deprecated -- It is marked so only to be noticed.
    execute: isPlain ? [client.allowInsecureRequests] : [],
  });
  const metadata = discovered.serverMetadata();
  const configuration = new client.Configuration(
    metadata,
    clientId,
    clientSecret,
    authentication(metadata.token_endpoint_auth_methods_supported, clientSecret),
  );
  configuration.timeout = TIMEOUT_SECONDS;
  configuration[client.customFetch] = boundedFetch;
  // eslint-disable-next-line ts/no-deprecated -- It is marked so only to be noticed.
  if (isPlain) client.allowInsecureRequests(configuration);
  // Without it the signature of an ID token from the token endpoint is not checked.
  client.enableNonRepudiationChecks(configuration);
  return configuration;
}

/** Returns how the client proves its identity to the provider. */
function authentication(supported: readonly string[] | undefined, secret: string | undefined) {
  if (secret === undefined) return client.None();
  // Basic is the default of OpenID Connect Discovery, section 3.
  const isPost = supported?.includes('client_secret_post') === true;
  return isPost && !supported.includes('client_secret_basic')
    ? client.ClientSecretPost(secret)
    : client.ClientSecretBasic(secret);
}

/** Rejects answers that are too large, and does not follow redirects. */
async function boundedFetch(url: string, options: client.CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, { ...options, redirect: 'error' } as RequestInit);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new Error(`The answer of ${url} is too large.`);
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  const body = bytes === 0 ? null : Buffer.concat(chunks);
  const copy = new Response(body, { status, statusText, headers });
  Object.defineProperty(copy, 'url', { value: response.url });
  return copy;
}
