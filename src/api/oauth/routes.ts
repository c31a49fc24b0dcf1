import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApiContext } from '../context.ts';
import type { RouteDoc } from '../http/openapi.ts';
import { isScope, within } from '../http/scope.ts';

const tokenRequest = z.object({
  grant_type: z.literal('client_credentials'),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  scope: z.string().max(2000).optional(),
});
const tokenResponse = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  created_at: z.int(),
  expires_in: z.int().nullable(),
  scope: z.string(),
});
const revokeRequest = z.object({
  token: z.string().min(1),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
});

/** OAuth 2.0 client credentials (RFC 6749) and revocation (RFC 7009), with errors in their form. */
export function oauthRoutes(app: FastifyInstance, context: ApiContext): void {
  const { clients, tokens } = context.db;
  const doc: RouteDoc = {
    summary: 'Take an access token',
    body: tokenRequest,
    response: { status: 200, schema: tokenResponse },
    open: true,
  };

  app.post('/oauth/token', { config: { doc } }, async (request, reply) => {
    void reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
    const { grant_type: grant, scope = '' } = fields(request);
    if (grant === undefined)
      return refuse(
        reply,
        400,
        'invalid_request',
        'Expected grant_type=client_credentials but received none.',
      );
    if (grant !== 'client_credentials')
      return refuse(
        reply,
        400,
        'unsupported_grant_type',
        'Expected grant_type=client_credentials.',
      );
    const client = await authenticate(request);
    if (!client) return refuseClient(request, reply);
    if (!isScope(scope) || scope.length > 2000 || !within(scope, client.scope)) {
      return refuse(
        reply,
        400,
        'invalid_scope',
        'Expected entries of the form resource[:action][:target] that the client may have.',
      );
    }
    const lifetime = context.config.tokenTtlSeconds === 0 ? null : context.config.tokenTtlSeconds;
    const granted = scope === '' ? client.scope : scope;
    const { token, createdAtMs } = await tokens.issue(client, granted, lifetime);
    return reply.send({
      access_token: token,
      token_type: 'bearer',
      created_at: Math.floor(createdAtMs / 1000),
      expires_in: lifetime,
      scope: granted,
    });
  });

  app.post(
    '/oauth/revoke',
    {
      config: {
        doc: {
          summary: 'Revoke an access token',
          body: revokeRequest,
          open: true,
        } satisfies RouteDoc,
      },
    },
    async (request, reply) => {
      const client = await authenticate(request);
      if (!client) return refuseClient(request, reply);
      const { token } = fields(request);
      if (token === undefined)
        return refuse(reply, 400, 'invalid_request', 'Expected a token but received none.');
      // An unknown token is no error: the client's wish is fulfilled either way.
      await tokens.revoke(token, client.clientId);
      return reply.status(200).send({});
    },
  );

  async function authenticate(request: FastifyRequest) {
    const [, basic] = /^Basic +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const body = fields(request);
    const [id, secret] =
      basic === undefined ? [body['client_id'], body['client_secret']] : fromBasic(basic);
    return id === undefined || secret === undefined ? undefined : clients.authenticate(id, secret);
  }
}

/** The body's text fields, whether JSON or a form. */
function fields(
  request: FastifyRequest,
): Record<string, string | undefined> & { grant_type?: string; scope?: string; token?: string } {
  const body = request.body;
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === 'string'));
}

/** RFC 6749, 2.3.1: both parts are form-encoded before they are joined. */
function fromBasic(encoded: string): [string | undefined, string | undefined] {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return [undefined, undefined];
  try {
    const decode = (part: string) => decodeURIComponent(part.replaceAll('+', ' '));
    return [decode(text.slice(0, colon)), decode(text.slice(colon + 1))];
  } catch {
    return [undefined, undefined];
  }
}

function refuseClient(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.headers.authorization !== undefined)
    void reply.header('www-authenticate', 'Basic realm="framepress"');
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
