import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { within } from '../../base/index.ts';
import type { Client } from '../../database/index.ts';
import { enforceRate, RateCounter, type RouteDoc, reportError } from '../../http/index.ts';
import { networkOf } from '../../media/fetch/index.ts';
import type { ApiContext } from '../context.ts';
import { clientCredentials, textFields } from './credentials.ts';

const MAX_SCOPE_CHARACTERS = 2000;
const MAX_BODY_BYTES = 8 * 1024;
/** Limit for the keys of the rate counter. An IPv6 address has at most 45 characters. */
const MAX_ADDRESS_CHARACTERS = 64;
const credentials = { client_id: z.string().optional(), client_secret: z.string().optional() };

const failure = z
  .object({
    error: z.enum([
      'invalid_request',
      'invalid_client',
      'invalid_scope',
      'unsupported_grant_type',
      'temporarily_unavailable',
      'server_error',
    ]),
    error_description: z.string(),
  })
  .meta({ id: 'OAuthError', description: 'An error as in RFC 6749, 5.2' });
const problems = [401, 413, 429];

const issue: RouteDoc = {
  operationId: 'createToken',
  summary: 'Request an access token (RFC 6749, client credentials)',
  description:
    'Send the id and the secret of a client as JSON, as a form or with HTTP Basic. Without `scope` the token has the scope of the client. Tokens expire after an hour, unless the operator has set another time.',
  body: z
    .object({
      grant_type: z.literal('client_credentials'),
      scope: z.string().max(MAX_SCOPE_CHARACTERS).optional(),
      ...credentials,
    })
    .meta({
      id: 'TokenRequest',
      examples: [
        { grant_type: 'client_credentials', client_id: 'fpc_7QmY', client_secret: 'fps_9TzH' },
      ],
    }),
  form: true,
  failure,
  problems,
  response: {
    status: 200,
    schema: z
      .object({
        access_token: z.string(),
        token_type: z.literal('bearer'),
        created_at: z.int(),
        expires_in: z.int().nullable(),
        scope: z.string(),
      })
      .meta({ id: 'Token' }),
  },
};

const revoke: RouteDoc = {
  operationId: 'revokeToken',
  summary: 'Revoke an access token (RFC 7009)',
  description: 'The token stops working at once. An unknown token is no error.',
  body: z
    .object({ token: z.string(), ...credentials })
    .meta({ id: 'TokenRevoke', examples: [{ token: 'fpt_2mZr' }] }),
  form: true,
  failure,
  problems,
  response: { status: 200, schema: z.object({}).meta({ id: 'TokenRevoked' }) },
};

/** Routes that issue and revoke tokens. Errors have the form of RFC 6749, 5.2. */
export async function oauthRoutes(app: FastifyInstance, context: ApiContext): Promise<void> {
  const { clients, tokens } = context.db;
  const { tokenRateLimitPerMinute: perMinute } = context.config;
  const addresses = new RateCounter(perMinute, context.clock);
  const requests = new RateCounter(perMinute, context.clock);
  const limits = { bodyLimit: MAX_BODY_BYTES };

  const authenticate = async (request: FastifyRequest): Promise<Client | undefined> => {
    const receivedCredentials = clientCredentials(request);
    return (
      receivedCredentials &&
      clients.authenticate(receivedCredentials.id, receivedCredentials.secret)
    );
  };

  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply) => {
      void reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
    });
    // The rate is checked before the body is read. Only the IP address can be counted, because
    // these requests have no token.
    scope.addHook('onRequest', async (request, reply) => {
      enforceRate(addresses.count(networkOf(request.ip).slice(0, MAX_ADDRESS_CHARACTERS)), reply);
    });
    scope.setErrorHandler((error, request, reply) => {
      const reported = reportError(context, error, request);
      return refuse(reply, reported.status, oauthErrorCode(reported.status), reported.message);
    });

    scope.post('/oauth/token', { ...limits, config: { doc: issue } }, async (request, reply) => {
      const { grant_type: grant } = textFields(request.body);
      if (grant !== 'client_credentials') {
        const kind = grant === undefined ? 'invalid_request' : 'unsupported_grant_type';
        return refuse(reply, 400, kind, 'Expected grant_type=client_credentials.');
      }
      const client = await authenticate(request);
      if (!client) return refuseClient(reply);
      // The rate is checked after the secret, because otherwise anyone could use up the client's
      // limit.
      enforceRate(requests.count(client.clientId), reply);
      const granted = grantedScope(request.body, client);
      if (granted === undefined) {
        const text =
          'Expected entries resource[:action][:target] within the scope of the client for /scope.';
        return refuse(reply, 400, 'invalid_scope', text);
      }
      const lifetime = context.config.tokenTtlSeconds || null;
      const { token, createdAtMs } = await tokens.issue(client, granted, lifetime);
      return {
        access_token: token,
        token_type: 'bearer',
        created_at: Math.floor(createdAtMs / 1000),
        expires_in: lifetime,
        scope: granted,
      };
    });

    scope.post('/oauth/revoke', { ...limits, config: { doc: revoke } }, async (request, reply) => {
      const client = await authenticate(request);
      if (!client) return refuseClient(reply);
      const { token } = textFields(request.body);
      if (token === undefined) return refuse(reply, 400, 'invalid_request', 'Expected a token.');
      // An unknown token is no error, because the result is the same (RFC 7009, 2.2).
      await tokens.revoke(token, client.clientId);
      return {};
    });
  });
}

/**
 * Returns the requested scope, or the whole scope of the client if the request has no scope;
 * undefined if the requested scope exceeds that of the client. An empty parameter counts as missing
 * (RFC 6749, 3.2).
 */
function grantedScope(body: unknown, client: Client): string | undefined {
  const { scope: requested } = body as { scope?: unknown };
  if (requested === undefined || requested === null || requested === '') return client.scope;
  if (typeof requested !== 'string' || requested.length > MAX_SCOPE_CHARACTERS) return undefined;
  return within(requested, client.scope) ? requested : undefined;
}

/** Returns the OAuth error code. RFC 6749 has none for rate limits; the client may retry later. */
function oauthErrorCode(status: number): string {
  if (status === 429) return 'temporarily_unavailable';
  return status < 500 ? 'invalid_request' : 'server_error';
}

/** Refuses unknown credentials. Also sets the header `WWW-Authenticate` (RFC 6749, 5.2). */
function refuseClient(reply: FastifyReply): FastifyReply {
  void reply.header('www-authenticate', 'Basic realm="framepress", charset="UTF-8"');
  return refuse(reply, 401, 'invalid_client', 'Expected a known client_id with its client_secret.');
}

function refuse(
  reply: FastifyReply,
  status: number,
  error: string,
  description: string,
): FastifyReply {
  return reply.status(status).send({ error, error_description: description });
}
