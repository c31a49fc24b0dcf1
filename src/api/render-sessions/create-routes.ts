import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, newId, say } from '../../base/index.ts';
import type { Caller, RenderSession, Transaction } from '../../database/index.ts';
import {
  type Answer,
  type ById,
  callerOf,
  emptyRequest,
  objectBody,
  parseBody,
  preferredWaits,
  type RouteDoc,
  withIdempotency,
} from '../../http/index.ts';
import {
  addSessionWebhook,
  copyRequest,
  copySessionWebhooks,
  createRequest,
  createSession,
  MAX_MAPPING_BYTES,
  planRequest,
  statusConflict,
  withoutMappingId,
} from '../../sessions/index.ts';
import type { ApiContext } from '../context.ts';
import { makerOf } from '../maker.ts';
import { presentEventData } from '../webhook-endpoints/present-event.ts';
import { issueEditToken } from './edit-token-routes.ts';
import { findSession, sessionBody } from './find.ts';
import { createResponse } from './schema.ts';
import { sendSession } from './wait.ts';

const created = {
  requiredScope: { resource: 'render_session', action: 'write' },
  bodyBytes: MAX_MAPPING_BYTES,
  idempotent: true,
  headers: ['Prefer'],
  response: { status: 201, schema: createResponse },
} satisfies Partial<RouteDoc>;

const DOCS = {
  create: {
    operationId: 'createRenderSession',
    summary: 'Create a render session',
    description:
      'Checks the whole request and reports all its errors at once. With `render` the render starts at once; without it the session is a draft, which may be incomplete. The body has either `mapping` or `mapping_id`. Wait with `Prefer: wait`, the event stream or a webhook.',
    body: createRequest,
    ...created,
  },
  copy: {
    operationId: 'copyRenderSession',
    summary: 'Create a session with the mapping of another session, with changes',
    description:
      'Copies a session in any status to a new session. Title, mapping, output, preview, priority and metadata come from the original, unless the body has them. External uploads, `external_id` and webhooks are not copied. Media are fetched again. An edit token copies its session after a render that was started has ended, without a body. That copy also has the `external_id` and the webhook of the original. A session has one such copy: further requests answer the same copy. The answer has an edit token of the copy, which expires no later than the former one, and ends when the original is removed.',
    edit: 'session',
    problems: [409],
    body: copyRequest,
    ...created,
  },
} satisfies Record<string, RouteDoc>;

const COPY_HINTS = {
  draft: 'Change the draft itself.',
  canceled: 'Its render was never started. Ask the owner of the session for a copy.',
  preview_rendering: 'Wait until the render ends.',
  final_rendering: 'Wait until the render ends.',
};

/** The session that is copied: its mapping, and the fields that the request may leave out. */
type Original = {
  mapping: Record<string, unknown>;
  fields: Record<string, unknown>;
  /** The session whose webhooks are copied, too. */
  webhooksOf?: RenderSession;
};

type NewContent = { input: unknown; original?: Original };

/** Routes that create a session. */
export function createRoutes(app: FastifyInstance, context: ApiContext): void {
  const preferredWait = preferredWaits(app, context.changes);
  const create = (request: FastifyRequest, prepare: () => NewContent): Promise<Answer> =>
    withIdempotency(context, request, request.bodyDigest, async () => {
      await context.actions.roomNeeded();
      return planNew(context, callerOf(request), newId('rs'), prepare());
    });

  app.post('/v2/render_sessions', { config: { doc: DOCS.create } }, async (request, reply) => {
    using wait = preferredWait(request, reply);
    const answer = await create(request, () => ({ input: request.body }));
    return sendSession(context, reply, wait, answer);
  });

  app.post(
    '/v2/render_sessions/:id/copy',
    { config: { doc: DOCS.copy } },
    async (request: ById, reply) => {
      const session = await findSession(context, request);
      using wait = preferredWait(request, reply);
      const answer = callerOf(request).editor
        ? await editorsCopy(context, request, session)
        : await create(request, () => {
            const original = originalOf(session);
            const { body, faults } = withoutMappingId(objectBody(request.body ?? {}), session);
            if (faults.length > 0) throw AppError.fromFaults(faults);
            return { original, input: { ...original.fields, ...body } };
          });
      return sendSession(context, reply, wait, answer);
    },
  );
}

/** Checks a request for a session, and returns a function that stores the session and returns the response. */
async function planNew(
  context: ApiContext,
  caller: Caller,
  id: string,
  { input, original }: NewContent,
) {
  const { accountId } = caller;
  const body = objectBody(input);
  const { session, fields } = await planRequest(context, {
    id,
    accountId,
    body,
    base: original?.mapping,
  });
  const createdBy = await makerOf(context.db, caller);
  return async (tx: Transaction) => {
    const { vault } = context;
    const secret = await addSessionWebhook({ tx, vault, session, fields });
    if (original?.webhooksOf) await copySessionWebhooks({ tx, vault }, original.webhooksOf, id);
    const created = await createSession(tx, { ...session, createdBy }, context.actions);
    const token = fields.edit_token
      ? { edit_token: (await issueEditToken(tx, caller, id)).token }
      : {};
    return { status: 201, body: { ...presentEventData(context, created), ...secret, ...token } };
  };
}

/**
 * Copies a session for a person with an edit token, who goes on with the same content after a render. A page
 * cannot make sessions or tokens without end: the session must have been rendered, it has one copy, and each
 * of its edit tokens gets one token of the copy. Throws `conflict`.
 */
async function editorsCopy(
  context: ApiContext,
  request: FastifyRequest,
  session: RenderSession,
): Promise<Answer> {
  parseBody(emptyRequest, request.body ?? {});
  const isOver = /_rendered$|^(failed|canceled)$/.test(session.status);
  if (!isOver || session.attempt === 0)
    throw statusConflict(session, 'a session that was rendered', COPY_HINTS);
  const caller = callerOf(request);
  const { accountId, tokenHash } = caller;
  const findCopy = async ({ renderSessions }: Pick<Transaction, 'renderSessions'>) => {
    const original = await renderSessions.find(session.id);
    if (!original) throw new AppError('not_found', 'The render session was removed.');
    const { copyId } = original;
    const copy = copyId === null ? undefined : await renderSessions.findIn(accountId, copyId);
    if (copy) return copy;
    const hint = 'Ask the owner of the session for another copy.';
    throw new AppError('conflict', say`The copy of ${session.id} was removed.`, { hint });
  };
  const presentCopy = async (tx: Transaction) => {
    const copy = await findCopy(tx);
    const { token } = await issueEditToken(tx, caller, copy.id);
    return { status: 201, body: { ...sessionBody(context, copy), edit_token: token } };
  };
  if (session.copyId !== null) await findCopy(context.db);
  const prepare = async () => {
    if (session.copyId !== null) return presentCopy;
    await context.actions.roomNeeded();
    const id = newId('rs');
    // The host of the page knows its customer by the external id, and waits for the webhook.
    const original = { ...originalOf(session), webhooksOf: session };
    const { externalId } = session;
    const input = {
      ...original.fields,
      ...(externalId !== null && { external_id: externalId }),
      edit_token: true,
    };
    const store = await planNew(context, caller, id, { input, original });
    return async (tx: Transaction) =>
      (await tx.renderSessions.noteCopy(session.id, id)) ? store(tx) : presentCopy(tx);
  };
  // The response is kept for as long as the longest edit token is valid.
  const ownKey = { accountId, caller: `${session.id} copy`, key: tokenHash };
  return withIdempotency(context, request, ownKey, prepare);
}

/** Returns the fields of a session from which another session is created. */
function originalOf({ mapping, ...session }: RenderSession): Original {
  const { id: _, ...body } = mapping;
  const { title, priority, metadata, wantedOutputs: output, preview } = session;
  return {
    mapping: body,
    fields: { title, priority, metadata, output, ...(preview && { preview }) },
  };
}
