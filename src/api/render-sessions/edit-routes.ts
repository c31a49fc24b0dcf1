import type { FastifyInstance } from 'fastify';
import { defined } from '../../base/index.ts';
import type { RenderSession, SessionEdit, Transaction } from '../../database/index.ts';
import {
  type ById,
  callerOf,
  objectBody,
  type RouteDoc,
  requireRevision,
  revisionTag,
} from '../../http/index.ts';
import {
  EDIT_HINTS,
  type EditPlan,
  editRequest,
  grows,
  MAX_MAPPING_BYTES,
  planEdit,
  statusConflict,
  withMetadata,
} from '../../sessions/index.ts';
import type { ApiContext } from '../context.ts';
import { keepUploads } from '../uploads/edit-uploads.ts';
import { findSession, sessionBody } from './find.ts';
import { sessionResponse } from './schema.ts';

const DOC = {
  operationId: 'updateRenderSession',
  summary: 'Change a render session; most fields only while it is a draft',
  description:
    'Title, metadata and `external_id` can be changed in every status, all other fields only while the session is a draft. An edit token changes title and mapping only. With `If-Match` the change is only made if nobody changed the session meanwhile.',
  requiredScope: { resource: 'render_session', action: 'write' },
  edit: 'session',
  body: editRequest,
  bodyBytes: MAX_MAPPING_BYTES,
  headers: ['IfMatch'],
  problems: [409, 412],
  response: { status: 200, schema: sessionResponse },
} satisfies RouteDoc;

/**
 * Adds the route that changes a session. A change is checked outside of the transaction that stores
 * it. If the session was changed meanwhile, nothing is stored, and the loop checks the change
 * again.
 */
export function editRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  app.patch('/v2/render_sessions/:id', { config: { doc: DOC } }, async (request: ById, reply) => {
    const condition = request.headers['if-match'];
    for (;;) {
      const session = await findSession(context, request);
      requireRevision(condition, session.revision);
      const checked = await planEdit(context, callerOf(request), session, objectBody(request.body));
      const isEdited = await db.transaction((tx) =>
        store(tx, context, session, { ...checked, isConditional: condition !== undefined }),
      );
      const currentSession = await db.renderSessions.find(session.id);
      if (currentSession) void reply.header('etag', revisionTag(currentSession.revision));
      if (isEdited || !currentSession) return sessionBody(context, request, currentSession);
      requireRevision(condition, currentSession.revision);
      if (currentSession.status !== 'draft')
        throw statusConflict(currentSession, 'a draft', EDIT_HINTS);
      // Of two changes at the same time, the second is applied to the result of the first.
    }
  });
}

/**
 * Stores a change. Returns false if the session is no draft any more, or has another mapping or, for a
 * conditional change, another revision.
 */
async function store(
  tx: Transaction,
  context: ApiContext,
  { id, accountId, revision, mapping: { id: mappingId, ...previousBody } }: RenderSession,
  { title, externalId, metadata, draft, isConditional }: EditPlan & { isConditional: boolean },
): Promise<boolean> {
  const { mapping, ...fields } = draft ?? {};
  const currentSession = metadata && (await tx.renderSessions.find(id));
  const edit: SessionEdit = {
    ...(isConditional && { revision }),
    ...defined({ title, externalId }),
    ...(currentSession &&
      metadata && { metadata: withMetadata(currentSession.metadata, metadata) }),
    ...(draft && {
      draft: {
        ...fields,
        ...(mapping && {
          mapping: {
            id: mappingId,
            accountId,
            templateStyleVersionId: mapping.body.template_style_version_id,
            ...mapping,
            before: previousBody,
          },
        }),
      },
    }),
  };
  if (!(await tx.renderSessions.edit(id, edit))) return false;
  if (mapping) await keepUploads(context, tx, accountId, mapping.parsed);
  if (mapping && grows(previousBody, mapping.body)) {
    await context.actions.roomNeeded();
    await context.actions.fileStored(accountId, tx);
  }
  return true;
}
