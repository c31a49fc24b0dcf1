import type { FastifyRequest } from 'fastify';
import { AppError } from '../../base/index.ts';
import type { Caller } from '../../database/index.ts';
import type { ApiContext } from '../context.ts';
import { allows, type Need } from './scope.ts';

/** Who is calling. Throws `unauthorized` without a valid token, `forbidden` where its scope ends. */
export async function authorize(
  context: ApiContext,
  request: FastifyRequest,
  need: Need,
): Promise<Caller> {
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (token === undefined) {
    throw new AppError(
      'unauthorized',
      'Expected the header Authorization: Bearer <ACCESS_TOKEN> but received none.',
      { hint: 'Take a token from POST /oauth/token.' },
    );
  }
  const caller = await context.db.tokens.find(token);
  if (!caller)
    throw new AppError(
      'unauthorized',
      'Expected a valid access token but this one is unknown, revoked or expired.',
      { hint: 'Take a new one from POST /oauth/token.' },
    );
  if (!allows(caller.scope, need)) {
    throw new AppError(
      'forbidden',
      `Expected a token with the scope ${need.resource}:${need.action} but this one has ${JSON.stringify(caller.scope)}.`,
      { hint: 'Take a token with that scope.' },
    );
  }
  return caller;
}
