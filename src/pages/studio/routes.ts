import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../base/index.ts';
import type { StudioSession } from '../../database/index.ts';
import {
  beginSession,
  csrfOf,
  type Exchange,
  enforceRate,
  isSameOrigin,
  parseBody,
  parseQuery,
  RateCounter,
  type RouteDoc,
  removeSessionCookie,
  requireCsrf,
  roleOf,
  secretOf,
  sessionOf,
} from '../../http/index.ts';
import { networkOf } from '../../media/fetch/index.ts';
import type { PagesContext } from '../context.ts';
import { openidRoutes } from './openid-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import { linkCheckBody, linkCheckResponse, signInBody, studioSessionSchema } from './schema.ts';

/** Limit for the keys of the rate counter. An IPv6 address has at most 45 characters. */
const MAX_ADDRESS_CHARACTERS = 64;

const MAX_BODY_BYTES = 8 * 1024;
/** RFC 9110, 15.5.2, demands a challenge. Browsers show no dialog for a scheme that they do not know. */
const CHALLENGE = 'Cookie realm="framepress"';

const endQuery = z.strictObject({
  everywhere: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: '`true`: ends all sessions of the person, also in other browsers' }),
});

const DOCS = {
  find: {
    operationId: 'getStudioSession',
    summary: 'Read who is signed in to the studio',
    description:
      'For pages of the service: the session is in the cookie `framepress_session`. Without a session, `sign_in` of the error says whether OpenID Connect is configured.',
    response: { status: 200, schema: studioSessionSchema },
    problems: [401],
  },
  begin: {
    operationId: 'createStudioSession',
    summary: 'Sign in to the studio',
    description:
      'For pages of the service. Sets the cookie `framepress_session`, which scripts cannot read. A code works once. With the cookie, pages of the service use `/v2` without a token; changes need the header `X-Framepress-CSRF`.',
    body: signInBody,
    bodyBytes: MAX_BODY_BYTES,
    response: { status: 200, schema: studioSessionSchema },
    problems: [401, 403, 429],
  },
  checkLink: {
    operationId: 'checkStudioLink',
    summary: 'Ask whether a one-time link is of this service',
    description:
      'For `framepress studio`, which writes the link into a data folder: a service with another folder does not know it. The link is not used up.',
    body: linkCheckBody,
    bodyBytes: MAX_BODY_BYTES,
    response: { status: 200, schema: linkCheckResponse },
    problems: [429],
  },
  end: {
    operationId: 'deleteStudioSession',
    summary: 'Sign out of the studio',
    description: 'Needs the header `X-Framepress-CSRF`.',
    query: endQuery,
    response: { status: 204 },
    problems: [401, 403],
  },
} satisfies Record<string, RouteDoc>;

/** Routes of the sign-in to the studio. */
export function studioRoutes(app: FastifyInstance, context: PagesContext): void {
  const { db, config } = context;
  const countAttempt = attemptLimit(context);
  const signIn = { openid: config.openid !== undefined };

  const exchangeOf = (request: FastifyRequest, reply: FastifyReply): Exchange => ({
    request,
    reply,
    publicUrl: config.publicUrl(),
  });
  const present = (session: StudioSession, secret: string) => ({
    person: {
      id: session.ownerId,
      name: session.name,
      role: roleOf(session),
      account: session.account,
    },
    csrf: csrfOf(secret),
    sign_in: signIn,
    limits: { upload_bytes: config.maxUploadBytes },
  });
  const refusal = (reply: FastifyReply, message: string, hint: string) => {
    void reply.header('www-authenticate', CHALLENGE);
    return new AppError('unauthorized', message, { hint, signIn });
  };

  /** Returns the session of the page that sent the request. */
  const requireSession = async ({ request, reply, publicUrl }: Exchange) => {
    const secret = isSameOrigin(request, publicUrl) ? secretOf(request, publicUrl) : undefined;
    const session = secret === undefined ? undefined : await sessionOf(context, request);
    if (secret !== undefined && session) return { secret, session };
    if (secret !== undefined) removeSessionCookie({ request, reply, publicUrl });
    throw refusal(reply, 'Nobody is signed in.', 'Sign in to the studio.');
  };

  app.get('/studio/session', { config: { doc: DOCS.find } }, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    const { secret, session } = await requireSession(exchangeOf(request, reply));
    return present(session, secret);
  });

  app.post(
    '/studio/session',
    {
      config: { doc: DOCS.begin },
      onRequest: async (request, reply) => countAttempt(request, reply),
    },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const exchange = exchangeOf(request, reply);
      // Else another site could sign a person in to an account of its own.
      if (!isSameOrigin(request, exchange.publicUrl))
        throw new AppError('forbidden', 'Expected a request of a page of this service.', {
          hint: 'Other programs use POST /oauth/token.',
        });
      const body = parseBody(signInBody, request.body);
      const secret = await secretFor(context, body);
      if (secret === undefined)
        throw 'code' in body
          ? refusal(
              reply,
              'The link is unknown, used or expired.',
              'Open a link of `framepress studio`.',
            )
          : refusal(reply, 'Expected a known client_id with its client_secret.', 'Check both.');
      const session = await db.studioSessions.find(secret);
      if (!session) throw refusal(reply, 'The session has ended.', 'Sign in again.');
      await beginSession(db, exchange, secret);
      return present(session, secret);
    },
  );

  app.post(
    '/studio/link',
    {
      config: { doc: DOCS.checkLink },
      onRequest: async (request, reply) => countAttempt(request, reply),
    },
    async (request) => {
      const { code_sha256: hash } = parseBody(linkCheckBody, request.body);
      return { is_known: await db.studioSessions.isCode(hash) };
    },
  );

  app.delete('/studio/session', { config: { doc: DOCS.end } }, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    const exchange = exchangeOf(request, reply);
    const { secret, session } = await requireSession(exchange);
    requireCsrf(request, exchange.publicUrl);
    const { everywhere } = parseQuery(endQuery, request.query);
    if (everywhere === 'true') await db.studioSessions.endAll(session.ownerId);
    else await db.studioSessions.end(secret);
    removeSessionCookie(exchange);
    return reply.status(204).send();
  });

  peopleRoutes(app, context, requireSession);
  openidRoutes(app, context, countAttempt);
}

/** Begins a session, and returns its secret; undefined for a wrong code or client. */
async function secretFor(
  { db }: PagesContext,
  body: z.output<typeof signInBody>,
): Promise<string | undefined> {
  if ('code' in body) return db.studioSessions.redeem(body.code);
  return db.transaction(async (tx) => {
    const client = await tx.clients.authenticate(body.client_id, body.client_secret);
    return client && tx.studioSessions.create({ clientId: client.clientId });
  });
}

/** Returns a function that limits the attempts to sign in, for each network address. */
function attemptLimit({ config, clock }: PagesContext) {
  const addresses = new RateCounter(config.tokenRateLimitPerMinute, clock);
  return (request: FastifyRequest, reply: FastifyReply): void =>
    enforceRate(addresses.count(networkOf(request.ip).slice(0, MAX_ADDRESS_CHARACTERS)), reply);
}
