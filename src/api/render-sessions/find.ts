import { AppError } from '../../base/index.ts';
import { publicSession, type RenderSession } from '../../database/index.ts';
import type { ApiContext } from '../context.ts';
import { findOwn } from '../http/find-own.ts';
import type { ById } from '../http/route.ts';
import { signedFiles } from '../http/signed-url.ts';

/** The session that a request's path names, of the caller's account. */
export function findSession({ db }: ApiContext, request: ById): Promise<RenderSession> {
  const hint = 'GET /v2/render_sessions lists those of the account.';
  return findOwn(request, db.renderSessions, { name: 'render session', hint });
}

/** The body of an answer; `not_found` for a session that has been removed meanwhile. */
export function sessionBody(context: ApiContext, session: RenderSession | undefined) {
  if (!session) throw new AppError('not_found', 'The render session is not there any more.');
  return { render_session: publicSession(session, signedFiles(context)) };
}
