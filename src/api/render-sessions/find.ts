import type { FastifyRequest } from 'fastify';
import { AppError } from '../../base/index.ts';
import type { RenderSession } from '../../database/index.ts';
import { type ById, callerOf, findOwn } from '../../http/index.ts';
import { type PublicSession, presentSession } from '../../sessions/index.ts';
import { signedFiles } from '../../storage/index.ts';
import type { ApiContext } from '../context.ts';

/**
 * Returns the session that a request's path names, from the caller's account. Throws `not_found`.
 */
export function findSession({ db }: ApiContext, request: ById): Promise<RenderSession> {
  const hint = 'GET /v2/render_sessions lists the sessions of the account.';
  return findOwn(request, db.renderSessions, { name: 'render session', hint });
}

/** Returns the body of a response. Throws `not_found` for a session that was removed meanwhile. */
export function sessionBody(
  context: ApiContext,
  request: FastifyRequest,
  session: RenderSession | undefined,
) {
  if (!session) throw new AppError('not_found', 'The render session was removed.');
  const presented = presentSession(session, signedFiles(context));
  return { render_session: isByEditToken(request) ? withoutMaker(presented) : presented };
}

/** Whether the caller has an edit token: it is in the browser of a stranger. */
export function isByEditToken(request: FastifyRequest): boolean {
  return callerOf(request).editor !== undefined;
}

/** Returns a session without the name of the person who created it, which strangers must not read. */
export function withoutMaker(session: PublicSession): PublicSession {
  return { ...session, created_by: null };
}
