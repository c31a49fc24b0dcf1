import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, assert } from '../../base/index.ts';
import type { Caller } from '../../database/index.ts';
import type { ApiContext } from '../context.ts';
import { editorRefusal } from './edit-token.ts';
import type { RouteDoc } from './route.ts';
import { allows } from './scope.ts';

/**
 * Returns the caller that the access token identifies. Throws `unauthorized` without a valid token,
 * and `forbidden` when its scope does not allow the route. Both set the `WWW-Authenticate` header of
 * RFC 6750.
 */
export async function authorize(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  doc: RouteDoc,
): Promise<Caller> {
  const { requiredScope } = doc;
  assert(requiredScope ?? doc.anyToken, 'the route needs no token');
  const { id: target } = request.params as { id?: string };
  const challenge = (parameters: string) => setChallenge(reply, parameters);
  const token = tokenOf(request);
  if (token === undefined) {
    challenge('');
    throw new AppError(
      'unauthorized',
      'Expected the header Authorization: Bearer <ACCESS_TOKEN> but received none.',
      { hint: 'Request a token with POST /oauth/token.' },
    );
  }
  const caller = await context.db.tokens.find(token);
  if (!caller) {
    throw invalidToken(reply);
  }
  const refusal = caller.editor && editorRefusal(caller.editor, doc, target);
  if (refusal) {
    challenge(', error="insufficient_scope"');
    throw refusal;
  }
  if (!requiredScope) return caller;
  const { resource, action } = requiredScope;
  if (!allows(caller.scope, { ...requiredScope, ...(target !== undefined && { target }) })) {
    challenge(`, error="insufficient_scope", scope="${resource}:${action}"`);
    throw new AppError(
      'forbidden',
      `Expected a token with the scope ${resource}:${action} but its scope is ${JSON.stringify(caller.scope)}.`,
      { hint: 'Request a token with that scope.' },
    );
  }
  return caller;
}

export function tokenOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}

/** Returns the error for a token that is not valid, or not any more. */
export function invalidToken(reply: FastifyReply): AppError {
  setChallenge(reply, ', error="invalid_token"');
  return new AppError('unauthorized', 'The access token is unknown, revoked or expired.', {
    hint: 'Request a new token with POST /oauth/token.',
  });
}

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
