import { AppError } from '../../base/index.ts';
import { publicSession, type RenderSession } from '../../database/index.ts';
import type { ApiContext } from '../context.ts';
import { type ById, callerOf } from '../http/route.ts';
import { signedFiles } from '../http/signed-url.ts';

/** The session that a request's path names, of the caller's account. */
export async function findSession(context: ApiContext, request: ById): Promise<RenderSession> {
  const { id } = request.params;
  const session = await context.db.renderSessions.findIn(callerOf(request).accountId, id);
  if (session) return session;
  throw new AppError(
    'not_found',
    `There is no render session ${JSON.stringify(id.slice(0, 60))}.`,
    {
      hint: 'GET /v2/render_sessions lists those of the account.',
    },
  );
}

/** The body of an answer; `not_found` for a session that has been removed meanwhile. */
export function sessionBody(context: ApiContext, session: RenderSession | undefined) {
  if (!session) throw new AppError('not_found', 'The render session is not there any more.');
  return { render_session: publicSession(session, signedFiles(context)) };
}
