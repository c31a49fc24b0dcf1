import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as client from 'openid-client';
import { z } from 'zod';
import { AppError } from '../../base/index.ts';
import { beginSession, type RouteDoc } from '../../http/index.ts';
import type { PagesContext } from '../context.ts';
import { openidIssuer } from './openid.ts';
import { personOf } from './openid-claims.ts';
import { isSecureUrl, keepFlow, studioPath, takeFlow } from './openid-flow.ts';

const PATH = '/studio/sign-in/openid';

const startQuery = z.object({
  to: z
    .string()
    .optional()
    .meta({ description: 'Page of the studio to open, such as `/templates`' }),
});
const callbackQuery = z.object({
  code: z.string().optional().meta({ description: 'The code for an ID token' }),
  state: z.string().optional().meta({ description: 'The state of the request to the issuer' }),
  error: z.string().optional().meta({ description: 'The reason of the issuer, without a code' }),
});

const DOCS = {
  start: {
    operationId: 'startOpenIdSignIn',
    summary: 'Sign in to the studio with OpenID Connect',
    description:
      'For browsers: redirects to the issuer of the configuration, which sends the browser back. After a failure the studio opens with `error` in its address.',
    query: startQuery,
    response: { status: 302 },
    problems: [404, 429],
  },
  callback: {
    operationId: 'finishOpenIdSignIn',
    summary: 'Finish a sign-in with OpenID Connect',
    description: 'The redirect URI to register at the issuer.',
    query: callbackQuery,
    response: { status: 302 },
    problems: [404, 429],
  },
} satisfies Record<string, RouteDoc>;

/** The reasons that the studio explains on its sign-in page. */
type Failure =
  | 'openid_unavailable'
  | 'openid_expired'
  | 'openid_denied'
  | 'openid_failed'
  | 'openid_no_role'
  | 'openid_blocked';

type Attempt = (request: FastifyRequest, reply: FastifyReply) => void;

/** Routes of the sign-in with OpenID Connect: authorization code with PKCE, state and nonce. */
export function openidRoutes(
  app: FastifyInstance,
  context: PagesContext,
  countAttempt: Attempt,
): void {
  const { config, db, log } = context;
  const issuer = config.openid && openidIssuer(config.openid);
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    countAttempt(request, reply);
    void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  };
  const redirectUri = () => `${config.publicUrl()}${PATH}/callback`;
  const open = (reply: FastifyReply, path: string) =>
    reply.redirect(`${config.publicUrl()}/studio/#${path || '/'}`);
  const fail = (reply: FastifyReply, failure: Failure, err?: unknown) => {
    if (err !== undefined) log.warn({ err, failure }, 'a sign-in with OpenID Connect failed');
    return open(reply, `/sign-in?error=${failure}`);
  };

  app.get(PATH, { config: { doc: DOCS.start }, onRequest }, async (request, reply) => {
    if (!issuer || !config.openid) throw notConfigured();
    const verifier = client.randomPKCECodeVerifier();
    const [state, nonce] = [client.randomState(), client.randomNonce()];
    try {
      const url = client.buildAuthorizationUrl(await issuer(), {
        redirect_uri: redirectUri(),
        scope: config.openid.scope,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      const { to } = request.query as Record<string, unknown>;
      keepFlow(context, reply, { state, nonce, verifier, to: studioPath(to) });
      return reply.redirect(url.href);
    } catch (error) {
      return fail(reply, 'openid_unavailable', error);
    }
  });

  app.get(
    `${PATH}/callback`,
    { config: { doc: DOCS.callback }, onRequest },
    async (request, reply) => {
      if (!issuer || !config.openid) throw notConfigured();
      const flow = takeFlow(context, request, reply);
      if (!flow) return fail(reply, 'openid_expired');
      const claims = await claimsOf(request, flow);
      if (typeof claims === 'string') return fail(reply, claims);
      const person = personOf(claims, config.openid);
      const isKnown =
        person !== undefined && (await db.accounts.find(person.accountId)) !== undefined;
      if (!isKnown) {
        const failure = 'openid_no_role';
        // Rights of an earlier sign-in end as well.
        await db.people.endRights(claims.iss, claims.sub);
        log.warn({ subject: claims.sub, failure }, 'a person without a role or account signed in');
        return fail(reply, failure);
      }
      const secret = await db.studioSessions.signIn(person);
      if (secret === undefined) return fail(reply, 'openid_blocked');
      const publicUrl = config.publicUrl();
      await beginSession(
        db,
        { request, reply, publicUrl, isSecure: isSecureUrl(publicUrl) },
        secret,
      );
      return open(reply, flow.to);
    },
  );

  /** Exchanges the code of the issuer's answer for an ID token, and checks that. */
  const claimsOf = async (
    request: FastifyRequest,
    { state, nonce, verifier }: { state: string; nonce: string; verifier: string },
  ) => {
    const url = new URL(redirectUri());
    url.search = new URL(request.url, 'http://framepress.internal').search;
    let configuration: client.Configuration;
    try {
      configuration = await (issuer as NonNullable<typeof issuer>)();
    } catch (error) {
      log.warn({ err: error }, 'the issuer of OpenID Connect cannot be read');
      return 'openid_unavailable';
    }
    try {
      const tokens = await client.authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      return tokens.claims() ?? 'openid_failed';
    } catch (error) {
      const isDenied =
        error instanceof client.AuthorizationResponseError && error.error === 'access_denied';
      if (!isDenied) log.warn({ err: error }, 'a sign-in with OpenID Connect failed');
      return isDenied ? 'openid_denied' : 'openid_failed';
    }
  };
}

function notConfigured(): AppError {
  return new AppError('not_found', 'OpenID Connect is not configured.', {
    hint: 'Set FRAMEPRESS_OPENID_ISSUER and FRAMEPRESS_OPENID_CLIENT_ID.',
  });
}
