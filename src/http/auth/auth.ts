import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, allows, assert, defined, FULL_SCOPE, within } from '../../base/index.ts';
import { type Caller, DEFAULT_ACCOUNT, type Editor } from '../../database/index.ts';
import type { HttpContext } from '../context.ts';
import type { RouteDoc } from '../route.ts';
import { callerOfCookie, studioCaller } from './caller.ts';

/**
 * Returns the caller that the access token or the studio's cookie identifies. Throws `unauthorized`
 * without a valid one, and `forbidden` when its scope does not allow the route. Both set the
 * `WWW-Authenticate` header of RFC 6750.
 */
export async function authorize(
  context: HttpContext,
  request: FastifyRequest,
  reply: FastifyReply,
  doc: RouteDoc,
): Promise<Caller> {
  const { requiredScope } = doc;
  assert(requiredScope ?? doc.anyToken, 'the route needs no token');
  const { id: target } = request.params as { id?: string };
  const challenge = (parameters: string) => setChallenge(reply, parameters);
  const caller = await identify(context, request, reply);
  const refusal = caller.editor && editorRefusal(caller.editor, doc, target);
  if (refusal) {
    challenge(', error="insufficient_scope"');
    throw refusal;
  }
  if (doc.fullScope && !within(FULL_SCOPE, caller.scope)) {
    challenge(`, error="insufficient_scope", scope="${FULL_SCOPE}"`);
    throw new AppError(
      'forbidden',
      `Expected a token with the scope * but its scope is ${JSON.stringify(caller.scope)}.`,
      { hint: 'Only administrators may do this.' },
    );
  }
  if (doc.ofOperator && caller.accountId !== DEFAULT_ACCOUNT) {
    challenge(', error="insufficient_scope"');
    throw new AppError(
      'forbidden',
      `Expected a token of the account ${DEFAULT_ACCOUNT} but it belongs to another account.`,
      { hint: 'Only the operator of the service may read this.' },
    );
  }
  if (!requiredScope) return caller;
  const { resource, action } = requiredScope;
  if (!allows(caller.scope, { ...requiredScope, ...defined({ target }) })) {
    challenge(`, error="insufficient_scope", scope="${resource}:${action}"`);
    throw new AppError(
      'forbidden',
      `Expected a token with the scope ${resource}:${action} but its scope is ${JSON.stringify(caller.scope)}.`,
      { hint: 'Request a token with that scope.' },
    );
  }
  return caller;
}

/**
 * Returns the caller of the access token. Without one, it returns that of the studio's cookie.
 * Throws `unauthorized` and sets the header `WWW-Authenticate`.
 */
async function identify(
  context: HttpContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const token = tokenOf(request);
  const caller = await (token === undefined
    ? studioCaller(context, request)
    : context.db.tokens.find(token));
  if (caller) return caller;
  if (token !== undefined) throw invalidToken(reply);
  setChallenge(reply, '');
  throw new AppError(
    'unauthorized',
    'Expected the header Authorization: Bearer <ACCESS_TOKEN> but received none.',
    { hint: 'Request a token with POST /oauth/token.' },
  );
}

/** Returns the token of the header `Authorization`; undefined without the scheme `Bearer`. */
export function tokenOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}

/** Returns whether the token or the session of a request still has the same rights. */
export async function hasSameRights(
  context: HttpContext,
  request: FastifyRequest,
  { accountId, scope }: Caller,
): Promise<boolean> {
  const token = tokenOf(request);
  if (token !== undefined) return (await context.db.tokens.find(token)) !== undefined;
  const caller = await callerOfCookie(context, request, { isUse: false });
  return caller?.accountId === accountId && caller.scope === scope;
}

/**
 * Returns the error for a token that is not valid, or not any more. Also sets the header
 * `WWW-Authenticate` of the reply.
 */
export function invalidToken(reply: FastifyReply): AppError {
  setChallenge(reply, ', error="invalid_token"');
  return new AppError('unauthorized', 'The access token is unknown, revoked or expired.', {
    hint: 'Request a new token with POST /oauth/token.',
  });
}

/**
 * Sets the header `WWW-Authenticate` (RFC 6750, 3). `parameters` begins with a comma or is empty.
 */
function setChallenge(reply: FastifyReply, parameters: string): void {
  void reply.header('www-authenticate', `Bearer realm="framepress"${parameters}`);
}

/** Interval at which the token of a request that waits is checked again. */
const CHECK_MS = 1000;

/** Returns a signal that fires when the token of a request is revoked or expires. Dispose it at the end. */
export function whileTokenIsValid(request: FastifyRequest): Disposable & { signal: AbortSignal } {
  const ended = new AbortController();
  const timer = setInterval(() => {
    request.hasValidToken?.().then(
      (isValid) => isValid || ended.abort(),
      // The database cannot be read now; the next check decides.
      () => undefined,
    );
  }, CHECK_MS);
  return { signal: ended.signal, [Symbol.dispose]: () => clearInterval(timer) };
}

/**
 * Returns the error for an edit token that may not use a route, or undefined when it may. An edit
 * token may use the routes with `edit`, for its own session and the template version of that
 * session. `id` is the id in the request's path.
 */
function editorRefusal(
  editor: Editor,
  { edit }: RouteDoc,
  id: string | undefined,
): AppError | undefined {
  if (edit === 'any') return undefined;
  if (edit === undefined) {
    return new AppError('forbidden', 'An edit token does not allow this request.', {
      hint: 'Send this request from your server, with a token from POST /oauth/token.',
    });
  }
  const allowedId = edit === 'session' ? editor.sessionId : editor.versionId;
  if (id === allowedId) return undefined;
  const what = edit === 'session' ? 'render session' : 'template style version';
  return new AppError('forbidden', `This edit token belongs to a different ${what}.`, {
    hint: `Use it for ${allowedId}.`,
  });
}
