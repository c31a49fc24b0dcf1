import type { FastifyRequest } from 'fastify';
import { AppError } from '../../base/index.ts';
import type { Caller } from '../../database/index.ts';
import type { HttpContext } from '../context.ts';
import { scopeOf } from './roles.ts';
import { isSameOrigin } from './same-origin.ts';
import { CSRF_HEADER, hasCsrf, secretOf, sessionOf } from './session.ts';

/**
 * Returns the person or client whose studio session sent a request to `/v2`; undefined without a valid
 * session, or for a request of another origin. Throws `forbidden` for a change without the CSRF header.
 */
export async function studioCaller(
  context: HttpContext,
  request: FastifyRequest,
): Promise<Caller | undefined> {
  const publicUrl = context.config.publicUrl();
  if (request.headers.authorization !== undefined) return undefined;
  if (!request.routeOptions.url?.startsWith('/v2/')) return undefined;
  if (!isSameOrigin(request, publicUrl)) return undefined;
  const caller = await callerOfCookie(context, request);
  if (caller) requireCsrf(request, publicUrl);
  return caller;
}

/** Returns the caller of the cookie as the database has it now. */
export async function callerOfCookie(
  context: HttpContext,
  request: FastifyRequest,
  options: { isUse: boolean } = { isUse: true },
): Promise<Caller | undefined> {
  const session = await sessionOf(context, request, options);
  if (!session) return undefined;
  return {
    accountId: session.account.id,
    clientId: session.ownerId,
    scope: scopeOf(session),
    tokenHash: session.hash,
  };
}

/** Throws `forbidden` for a change that another page may have caused. */
export function requireCsrf(request: FastifyRequest, publicUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  if (hasCsrf(request, secretOf(request, publicUrl) ?? '')) return;
  throw new AppError(
    'forbidden',
    `Expected the header ${CSRF_HEADER} with the value of this session.`,
    { hint: 'GET /studio/session returns it as csrf. Reload the page.' },
  );
}
