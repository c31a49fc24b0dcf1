import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export const CLIENT = { id: 'studio', secret: 'a secret & more' };

type Claims = Record<string, unknown>;

/** Faults of the issuer that a test sets. */
type Behavior = {
  /** The claims of the next person, besides those that the protocol needs. */
  claims: Claims;
  /** Changes the claims of an ID token before it is signed. */
  change: (claims: Claims) => Claims;
  /** Changes the parameters with which the browser returns. */
  answer: (parameters: URLSearchParams) => void;
  signature: 'right' | 'other key' | 'none';
  metadata: Claims;
  /** Sends this instead of the metadata. */
  garbage: string | undefined;
};

/** Once for all issuers, because keys take long to make. */
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const otherKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Starts an issuer of OpenID Connect on loopback: authorization code with PKCE, signed ID tokens. */
export async function startOpenIdIssuer() {
  const behavior: Behavior = {
    claims: { sub: 'ada', name: 'Ada' },
    change: (claims) => claims,
    answer: () => undefined,
    signature: 'right',
    metadata: {},
    garbage: undefined,
  };
  const requests: string[] = [];
  /** The request of each code that has not been exchanged. */
  const codes = new Map<string, URLSearchParams>();
  let issuer = '';

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    ...behavior.metadata,
  });

  const idToken = (nonce: string | null) => {
    const now = Math.floor(Date.now() / 1000);
    const standard = { iss: issuer, aud: CLIENT.id, iat: now, exp: now + 300, nonce };
    const claims = behavior.change({ ...standard, ...behavior.claims });
    const isUnsigned = behavior.signature === 'none';
    const header = { alg: isUnsigned ? 'none' : 'RS256', kid: 'key', typ: 'JWT' };
    const content = `${encode(header)}.${encode(claims)}`;
    if (isUnsigned) return `${content}.`;
    const pair = behavior.signature === 'right' ? keys : otherKeys;
    return `${content}.${sign('sha256', Buffer.from(content), pair.privateKey).toString('base64url')}`;
  };

  const authorize = (query: URLSearchParams, response: ServerResponse) => {
    const code = randomUUID();
    codes.set(code, query);
    const back = new URL(query.get('redirect_uri') ?? '');
    back.search = String(
      new URLSearchParams({ code, state: query.get('state') ?? '', iss: issuer }),
    );
    behavior.answer(back.searchParams);
    response.writeHead(302, { location: back.href }).end();
  };

  const exchange = async (request: IncomingMessage, response: ServerResponse) => {
    const body = new URLSearchParams(await text(request));
    const asked = codes.get(body.get('code') ?? '');
    codes.delete(body.get('code') ?? '');
    const verifier = createHash('sha256').update(body.get('code_verifier') ?? '');
    const isRight =
      asked !== undefined &&
      isClient(request) &&
      body.get('redirect_uri') === asked.get('redirect_uri') &&
      verifier.digest('base64url') === asked.get('code_challenge');
    if (!isRight) return json(response, 400, { error: 'invalid_grant' });
    const tokens = { access_token: 'x', token_type: 'Bearer', expires_in: 300 };
    return json(response, 200, { ...tokens, id_token: idToken(asked.get('nonce')) });
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://issuer.test');
    requests.push(url.pathname);
    if (url.pathname === '/.well-known/openid-configuration')
      return behavior.garbage === undefined
        ? json(response, 200, metadata())
        : response.end(behavior.garbage);
    if (url.pathname === '/keys') return json(response, 200, { keys: [publicKey(keys.publicKey)] });
    if (url.pathname === '/authorize') return authorize(url.searchParams, response);
    if (url.pathname === '/token') return void exchange(request, response);
    return json(response, 404, {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    behavior,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function publicKey(key: KeyObject) {
  return { ...key.export({ format: 'jwk' }), kid: 'key', alg: 'RS256', use: 'sig' };
}

/** Checks HTTP Basic with a form-encoded id and secret (RFC 6749, 2.3.1). */
function isClient({ headers }: IncomingMessage): boolean {
  const [, basic = ''] = /^Basic (\S+)$/.exec(headers.authorization ?? '') ?? [];
  const [id, secret] = Buffer.from(basic, 'base64')
    .toString()
    .split(':')
    .map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
  return id === CLIENT.id && secret === CLIENT.secret;
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
