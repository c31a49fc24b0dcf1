import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/index.ts';
import { type Caller, isPersonId, type Transaction } from '../../database/index.ts';
import {
  type ById,
  callerOf,
  emptyRequest,
  parseBody,
  type RouteDoc,
  scopeOfRole,
} from '../../http/index.ts';
import { isoTime } from '../../system/index.ts';
import type { ApiContext } from '../context.ts';
import { findSession } from './find.ts';
import { editTokenResponse } from './schema.ts';

const EDIT_TOKEN_SECONDS = 24 * 3600;

const doc = {
  operationId: 'createEditToken',
  summary: 'Create another edit token of a session',
  description:
    'For a page that edits the session longer than its token is valid, or for another page. Earlier tokens stay valid until they expire. The body is empty. An edit token cannot create one.',
  requiredScope: { resource: 'render_session', action: 'write' },
  problems: [422],
  response: { status: 201, schema: editTokenResponse },
} satisfies RouteDoc;

/**
 * Issues an edit token. It expires, and its scope is the scope of the caller's token. That of a copy which
 * an edit token has made expires no later than this one. Throws `forbidden` if the rights of a person have
 * changed since the request began: the token would keep the former ones.
 */
export async function issueEditToken(
  { tokens, people }: Pick<Transaction, 'tokens' | 'people'>,
  caller: Caller,
  sessionId: string,
): Promise<{ token: string; expiresAtMs: number }> {
  const { scope, editor, clientId } = caller;
  const person = await people.find(clientId);
  const isCurrent = person?.blockedAtMs === null && scopeOfRole(person.role) === scope;
  if (isPersonId(clientId) && !isCurrent)
    throw new AppError('forbidden', 'Your rights have changed.', { hint: 'Reload the page.' });
  const seconds = Math.min(EDIT_TOKEN_SECONDS, editor?.secondsLeft ?? EDIT_TOKEN_SECONDS);
  const issued = await tokens.issue(caller, scope, seconds, sessionId);
  return { token: issued.token, expiresAtMs: issued.createdAtMs + seconds * 1000 };
}

export function editTokenRoutes(app: FastifyInstance, context: ApiContext): void {
  app.post(
    '/v2/render_sessions/:id/edit_token',
    { config: { doc } },
    async (request: ById, reply) => {
      parseBody(emptyRequest, request.body ?? {});
      const { id } = await findSession(context, request);
      const { token, expiresAtMs } = await context.db.transaction((tx) =>
        issueEditToken(tx, callerOf(request), id),
      );
      void reply.status(201);
      return { edit_token: token, expires_at: isoTime(expiresAtMs) };
    },
  );
}
