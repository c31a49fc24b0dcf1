import type { FastifyInstance } from 'fastify';
import { AppError, say } from '../../base/index.ts';
import {
  type ById,
  callerOf,
  emptyRequest,
  pageOf,
  parseBody,
  preferredWaits,
  type RouteDoc,
  revisionTag,
  sendAnswer,
  withIdempotency,
  writeCursor,
} from '../../http/index.ts';
import { presentSummary } from '../../sessions/index.ts';
import { signedFiles } from '../../storage/index.ts';
import { sha256 } from '../../system/index.ts';
import type { ApiContext } from '../context.ts';
import { archiveRoutes } from './archive-routes.ts';
import { createRoutes } from './create-routes.ts';
import { deliverRoutes } from './deliver-routes.ts';
import { editRoutes } from './edit-routes.ts';
import { editTokenRoutes } from './edit-token-routes.ts';
import { findSession, sessionBody } from './find.ts';
import { listQuery, readListQuery } from './list-query.ts';
import { sessionListResponse, sessionResponse } from './schema.ts';
import { addRenderRoutes } from './start-routes.ts';
import { waitForEnd } from './wait.ts';
import { watchRoutes } from './watch-routes.ts';

const readAccess = { resource: 'render_session', action: 'read' } as const;
const write = { resource: 'render_session', action: 'write' } as const;

const DOCS = {
  get: {
    operationId: 'getRenderSession',
    summary: 'Read a render session',
    description:
      'File URLs are signed anew for each answer, so they are always valid. With `Prefer: wait=30` the answer is delayed until the status changes.',
    headers: ['Prefer'],
    requiredScope: readAccess,
    edit: 'session',
    response: { status: 200, schema: sessionResponse },
  },
  list: {
    operationId: 'listRenderSessions',
    summary: 'List render sessions, newest first, without their mappings',
    description:
      'Returns summaries. Read a session to get its mapping, its fit report and its deliveries. `status` may be a list: `status=failed,canceled`. `metadata[customer]=42` finds sessions with this entry. A page may have fewer sessions than `limit`; the list ends when `next_cursor` is null.',
    requiredScope: readAccess,
    query: listQuery,
    response: { status: 200, schema: sessionListResponse },
  },
  remove: {
    operationId: 'deleteRenderSession',
    summary: 'Remove a render session with its files; a running render is canceled',
    description: 'Files that were delivered to your stores stay there.',
    requiredScope: write,
    response: { status: 204 },
  },
  cancel: {
    operationId: 'cancelRenderSession',
    summary: 'Cancel a render session, or the pending deliveries of a rendered session',
    description:
      'The render stops within two seconds. A session that is already canceled stays canceled, and the answer is 200.',
    requiredScope: write,
    edit: 'session',
    duringOverload: true,
    idempotent: true,
    response: { status: 200, schema: sessionResponse },
  },
} satisfies Record<string, RouteDoc>;

export function renderSessionRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  const preferredWait = preferredWaits(app, context.changes);

  app.get(
    '/v2/render_sessions/:id',
    { config: { doc: DOCS.get } },
    async (request: ById, reply) => {
      const session = await findSession(context, request);
      using wait = preferredWait(request, reply);
      const waited = await waitForEnd(context, wait, session);
      const latestSession = waited ? await findSession(context, request) : session;
      void reply.header('etag', revisionTag(latestSession.revision));
      return sessionBody(context, latestSession);
    },
  );

  app.delete(
    '/v2/render_sessions/:id',
    { config: { doc: DOCS.remove } },
    async (request: ById, reply) => {
      const { id } = await findSession(context, request);
      await db.transaction(async (tx) => {
        await tx.deliveries.cancelOf(id);
        await tx.renderSessions.finish(id, 'canceled', { phase: 'done' });
      });
      // The worker removes the files that the render publishes until it stops.
      context.actions.sessionCanceled(id);
      // Remove the files first: after a crash in between, the session can be removed again.
      await context.store.removePrefix(`sessions/${id}`);
      const wasStarted = await db.transaction(async (tx) => {
        // A retry may have started a failed session meanwhile: the row of its batch must end, too.
        const isCanceled = await tx.renderSessions.finish(id, 'canceled', { phase: 'done' });
        await tx.tokens.endCopies(id);
        await tx.renderSessions.remove(id);
        return isCanceled;
      });
      if (wasStarted) context.actions.sessionCanceled(id);
      return reply.status(204).send();
    },
  );
  watchRoutes(app, context);
  archiveRoutes(app, context);
  createRoutes(app, context);
  editRoutes(app, context);
  editTokenRoutes(app, context);
  addRenderRoutes(app, context);
  deliverRoutes(app, context);

  app.get('/v2/render_sessions', { config: { doc: DOCS.list } }, async (request) => {
    const { accountId } = callerOf(request);
    const { filter, query } = readListQuery(request.query);
    const { sessions, next } = await db.renderSessions.list(accountId, filter, pageOf(query));
    return {
      render_sessions: sessions.map((session) => presentSummary(session, signedFiles(context))),
      next_cursor: next && writeCursor(next),
    };
  });

  app.post(
    '/v2/render_sessions/:id/cancel',
    { config: { doc: DOCS.cancel } },
    async (request: ById, reply) => {
      const { id, accountId } = await findSession(context, request);
      parseBody(emptyRequest, request.body ?? {});
      const answer = await withIdempotency(context, request, sha256(''), async () => async (tx) => {
        await tx.renderSessions.finish(id, 'canceled', { phase: 'done' });
        // A rendered session keeps its status. Only its deliveries are canceled.
        const isRendered = (await tx.renderSessions.find(id))?.status.endsWith('_rendered');
        if (isRendered) {
          const ids = await tx.deliveries.cancelOf(id);
          // Running uploads notice the cancel themselves. Waiting uploads may have parts in a store
          // that must be removed.
          const stopped = ids.map((upload) => ({ id: upload, accountId }));
          await context.actions.deliveriesDue(stopped, tx);
        }
        const session = await tx.renderSessions.find(id);
        const isCanceled = session?.deliveries.some(
          ({ status, render }) => status === 'canceled' && render === session.render,
        );
        if (session?.status === 'canceled' || (isRendered && isCanceled)) {
          return { status: 200, body: sessionBody(context, session) };
        }
        throw new AppError(
          'conflict',
          say`Expected a session that is not finished but ${id} is ${session?.status ?? 'removed'}.`,
          { hint: 'Drafts, running renders and deliveries can be canceled.' },
        );
      });
      // Also for a session that was canceled before, because the first stop may be lost. The status
      // is read again, because after a replayed response a new render may run.
      const currentSession = await db.renderSessions.find(id);
      if (currentSession?.status === 'canceled') context.actions.sessionCanceled(id);
      return sendAnswer(reply, answer);
    },
  );
}
