import { AppError } from '../../base/index.ts';
import type { RenderSession } from '../../database/index.ts';
import { type ById, findOwn } from '../../http/index.ts';
import { presentSession } from '../../sessions/index.ts';
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
export function sessionBody(context: ApiContext, session: RenderSession | undefined) {
  if (!session) throw new AppError('not_found', 'The render session was removed.');
  return { render_session: presentSession(session, signedFiles(context)) };
}
