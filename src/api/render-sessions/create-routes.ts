import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, newId } from '../../base/index.ts';
import type { RenderSession } from '../../database/index.ts';
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
  createRequest,
  createSession,
  MAX_MAPPING_BYTES,
  planRequest,
  statusConflict,
  withoutMappingId,
} from '../../sessions/index.ts';
import type { ApiContext } from '../context.ts';
import { presentEventData } from '../webhook-endpoints/present-event.ts';
import { issueEditToken } from './edit-token-routes.ts';
import { findSession } from './find.ts';
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
      'Copies a session in any status to a new session. Title, mapping, output, preview, priority and metadata come from the original, unless the body has them. External uploads, `external_id` and webhooks are not copied. Media are fetched again. An edit token copies its session once it was rendered, without a body; the answer has an edit token of the copy, which ends with the former one.',
    edit: 'session',
    problems: [409],
    body: copyRequest,
    ...created,
  },
} satisfies Record<string, RouteDoc>;

const COPY_HINTS = {
  draft: 'Change the draft itself.',
  preview_rendering: 'Wait until the render ends.',
  final_rendering: 'Wait until the render ends.',
};

/** The session that is copied: its mapping, and the fields that the request may leave out. */
type Original = { mapping: Record<string, unknown>; fields: Record<string, unknown> };

/** Routes that create a session. */
export function createRoutes(app: FastifyInstance, context: ApiContext): void {
  const preferredWait = preferredWaits(app, context.changes);
  const create = (
    request: FastifyRequest,
    prepare: () => Promise<{ given: unknown; original?: Original }>,
  ): Promise<Answer> => {
    const caller = callerOf(request);
    const { accountId } = caller;
    const id = newId('rs');
    return withIdempotency(context, request, request.bodyDigest, async () => {
      await context.actions.roomNeeded();
      const { given: input, original } = await prepare();
      const base = original?.mapping;
      const body = objectBody(input);
      const { session, fields } = await planRequest(context, { id, accountId, body, base });
      return async (tx) => {
        const secret = await addSessionWebhook({ tx, vault: context.vault, session, fields });
        const created = await createSession(tx, session, context.actions);
        const token = fields.edit_token
          ? { edit_token: (await issueEditToken(tx, caller, id)).token }
          : {};
        return {
          status: 201,
          body: { ...presentEventData(context, created), ...secret, ...token },
        };
      };
    });
  };

  app.post('/v2/render_sessions', { config: { doc: DOCS.create } }, async (request, reply) => {
    using wait = preferredWait(request, reply);
    const answer = await create(request, async () => ({ given: request.body }));
    return sendSession(context, reply, wait, answer);
  });

  app.post(
    '/v2/render_sessions/:id/copy',
    { config: { doc: DOCS.copy } },
    async (request: ById, reply) => {
      const session = await findSession(context, request);
      using wait = preferredWait(request, reply);
      const answer = await create(request, async () => {
        const original = originalOf(session);
        if (callerOf(request).editor)
          return { original, given: editorsCopy(session, original, request.body) };
        const { body, faults } = withoutMappingId(objectBody(request.body ?? {}), session);
        if (faults.length > 0) throw AppError.fromFaults(faults);
        return { original, given: { ...original.fields, ...body } };
      });
      return sendSession(context, reply, wait, answer);
    },
  );
}

/**
 * Returns the request of a person with an edit token, who goes on with the same content after a render. A
 * page cannot make drafts without end: the session must have been rendered. Throws `conflict`.
 */
function editorsCopy(session: RenderSession, { fields }: Original, body: unknown): object {
  parseBody(emptyRequest, body ?? {});
  const isOver = /_rendered$|^(failed|canceled)$/.test(session.status);
  if (!isOver) throw statusConflict(session, 'a session that was rendered', COPY_HINTS);
  return { ...fields, edit_token: true };
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
