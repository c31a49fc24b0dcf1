import type { FastifyInstance } from 'fastify';
import { AppError, newId } from '../../base/index.ts';
import { type Caller, publicSummary, RENDERING, type Repositories } from '../../database/index.ts';
import { sha256 } from '../../system/index.ts';
import type { ApiContext } from '../context.ts';
import { sendAnswer, withIdempotency } from '../http/idempotency.ts';
import { parseQuery, readPage } from '../http/page.ts';
import { preferredWaits } from '../http/prefer-wait.ts';
import { emptyRequest, parseBody } from '../http/read-body.ts';
import { type ById, callerOf, MAX_MAPPING_BYTES, type RouteDoc } from '../http/route.ts';
import { signedFiles } from '../http/signed-url.ts';
import { checkCreate } from './check.ts';
import { findSession, sessionBody } from './find.ts';
import {
  createRequest,
  createResponse,
  listQuery,
  sessionListResponse,
  sessionResponse,
} from './schema.ts';
import { startRoutes } from './start-routes.ts';
import { watchRoutes } from './watch-routes.ts';
import { addSessionWebhook } from './webhook.ts';

const read = { resource: 'render_session', action: 'read' } as const;
const write = { resource: 'render_session', action: 'write' } as const;

const EDIT_TOKEN_SECONDS = 24 * 3600;

const DOCS = {
  create: {
    operationId: 'createRenderSession',
    summary: 'Create a render session',
    description:
      'Checks the whole request and reports all its errors at once. With `render` the render starts at once; without it the session is a draft. The body has either `mapping` or `mapping_id`. Wait with `Prefer: wait`, the event stream or a webhook.',
    requiredScope: write,
    body: createRequest,
    bodyBytes: MAX_MAPPING_BYTES,
    idempotent: true,
    response: { status: 201, schema: createResponse },
  },
  get: {
    operationId: 'getRenderSession',
    summary: 'Read a render session',
    description:
      'File URLs are signed anew for each answer, so they are always valid. With `Prefer: wait=30` the answer is delayed until the status changes.',
    headers: ['Prefer'],
    requiredScope: read,
    edit: 'session',
    response: { status: 200, schema: sessionResponse },
  },
  list: {
    operationId: 'listRenderSessions',
    summary: 'List render sessions, newest first, without their mappings',
    description:
      'Returns summaries. Read a session to get its mapping, its fit report and its deliveries.',
    requiredScope: read,
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
  const preferredWait = preferredWaits(app);
  const expiry = () => {
    const { sessionTtlSeconds: seconds } = context.config;
    return seconds === 0 ? null : context.clock.nowMs() + seconds * 1000;
  };

  /** Issues an edit token. It expires, and its scope is the scope of the caller's token. */
  const editToken = async (tx: Repositories, caller: Caller, id: string) => {
    return (await tx.tokens.issue(caller, caller.scope, EDIT_TOKEN_SECONDS, id)).token;
  };

  app.post('/v2/render_sessions', { config: { doc: DOCS.create } }, async (request, reply) => {
    const caller = callerOf(request);
    const { accountId } = caller;
    const id = newId('rs');
    const answer = await withIdempotency(context, request, request.bodyDigest, async () => {
      await context.actions.roomNeeded();
      const body = await checkCreate(context, accountId, id, request.body);
      const { render, priority = 'normal' } = body;
      return async (tx) => {
        const secret = await addSessionWebhook({ tx, context, accountId, sessionId: id, body });
        await tx.renderSessions.insert({
          id,
          accountId,
          templateStyleVersionId: body.mapping.template_style_version_id,
          title: body.title,
          render: render ?? null,
          priority,
          mapping: { id: newId('map'), ...body.mapping },
          parsedMapping: body.parsedMapping,
          metadata: body.metadata ?? {},
          externalId: body.external_id ?? null,
          externalUploads: body.uploads,
          wantedOutputs: body.wantedOutputs,
          expiresAtMs: expiry(),
        });
        const start = { id, accountId, attempt: 1, priority, render };
        if (render !== undefined) await context.actions.sessionStarted(start, tx);
        else await context.actions.fileStored(accountId, tx);
        const session = sessionBody(context, await tx.renderSessions.find(id));
        const token = body.edit_token ? { edit_token: await editToken(tx, caller, id) } : {};
        const secrets = { ...secret, ...token };
        return { status: 201, body: { ...session, ...secrets } };
      };
    });
    return sendAnswer(reply, answer);
  });

  app.get(
    '/v2/render_sessions/:id',
    { config: { doc: DOCS.get } },
    async (request: ById, reply) => {
      const session = await findSession(context, request);
      using wait = preferredWait(request, reply);
      const { id, status } = session;
      const waited = await wait.while(
        async () =>
          RENDERING.includes(status) && (await db.renderSessions.progressOf(id))?.status === status,
      );
      if (!waited) return sessionBody(context, session);
      return sessionBody(context, await findSession(context, request));
    },
  );

  app.delete(
    '/v2/render_sessions/:id',
    { config: { doc: DOCS.remove } },
    async (request: ById, reply) => {
      const { id } = await findSession(context, request);
      await db.transaction(async (tx) => {
        await tx.externalUploads.cancelOf(id);
        await tx.renderSessions.finish(id, 'canceled', { phase: 'done' });
      });
      // The worker removes the files that the render publishes until it stops.
      context.actions.sessionCanceled(id);
      // Remove the files first: after a crash in between, the session can be removed again.
      await context.store.removePrefix(`sessions/${id}`);
      await db.renderSessions.remove(id);
      return reply.status(204).send();
    },
  );
  watchRoutes(app, context);
  startRoutes(app, context);

  app.get('/v2/render_sessions', { config: { doc: DOCS.list } }, async (request) => {
    const { accountId } = callerOf(request);
    const { status, external_id, template_style_version_id, batch_id, ...query } = parseQuery(
      listQuery,
      request.query,
    );
    const filter = {
      ...(status !== undefined && { status }),
      ...(external_id !== undefined && { externalId: external_id }),
      ...(template_style_version_id !== undefined && {
        templateStyleVersionId: template_style_version_id,
      }),
      ...(batch_id !== undefined && { batchId: batch_id }),
    };
    const { page, next_cursor } = await readPage(query, (wanted) =>
      db.renderSessions.list(accountId, filter, wanted),
    );
    return {
      render_sessions: page.map((session) => publicSummary(session, signedFiles(context))),
      next_cursor,
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
          const ids = await tx.externalUploads.cancelOf(id);
          // Running uploads notice the cancel themselves. Waiting uploads may have parts in a store
          // that must be removed.
          const stopped = ids.map((upload) => ({ id: upload, accountId }));
          await context.actions.uploadsDue(stopped, tx);
        }
        const session = await tx.renderSessions.find(id);
        const isCanceled = session?.externalUploads.some(
          ({ status, render }) => status === 'canceled' && render === session.render,
        );
        if (session?.status === 'canceled' || (isRendered && isCanceled)) {
          return { status: 200, body: sessionBody(context, session) };
        }
        throw new AppError(
          'conflict',
          `Expected a session that is not finished but ${id} is ${session?.status ?? 'removed'}.`,
          { hint: 'Drafts, running renders and deliveries can be canceled.' },
        );
      });
      // Also for a session that was canceled before, because the first stop may be lost. The status
      // is read again, because after a replayed response a new render may run.
      const now = await db.renderSessions.find(id);
      if (now?.status === 'canceled') context.actions.sessionCanceled(id);
      return sendAnswer(reply, answer);
    },
  );
}
