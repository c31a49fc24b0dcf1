import type { FastifyInstance } from 'fastify';
import type { RenderSession, SessionEdit, Transaction } from '../../database/index.ts';
import type { ApiContext } from '../context.ts';
import { type ById, callerOf, MAX_MAPPING_BYTES, type RouteDoc } from '../http/route.ts';
import { grows } from '../mappings/size.ts';
import { EDIT_HINTS, statusConflict } from './conflict.ts';
import { type CheckedEdit, checkEdit, withMetadata } from './edit.ts';
import { findSession, sessionBody } from './find.ts';
import { editRequest } from './request-schema.ts';
import { sessionResponse } from './schema.ts';

const DOC = {
  operationId: 'updateRenderSession',
  summary: 'Change a render session; most fields only while it is a draft',
  description:
    'Title, metadata and `external_id` can be changed in every status, all other fields only while the session is a draft. An edit token changes title and mapping only.',
  requiredScope: { resource: 'render_session', action: 'write' },
  edit: 'session',
  body: editRequest,
  bodyBytes: MAX_MAPPING_BYTES,
  problems: [409],
  response: { status: 200, schema: sessionResponse },
} satisfies RouteDoc;

export function editRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db } = context;
  app.patch('/v2/render_sessions/:id', { config: { doc: DOC } }, async (request: ById) => {
    for (;;) {
      const session = await findSession(context, request);
      const checked = await checkEdit(context, callerOf(request), session, request.body);
      const isEdited = await db.transaction((tx) => store(tx, context, session, checked));
      const now = await db.renderSessions.find(session.id);
      if (isEdited || !now) return sessionBody(context, now);
      if (now.status !== 'draft') throw statusConflict(now, 'a draft', EDIT_HINTS);
      // Of two changes at the same time, the second is applied to the result of the first.
    }
  });
}

/** Stores a change. Returns false if the session is no draft any more, or has another mapping. */
async function store(
  tx: Transaction,
  context: ApiContext,
  { id, accountId, mapping: { id: mappingId, ...before } }: RenderSession,
  { title, externalId, metadata, draft }: CheckedEdit,
): Promise<boolean> {
  const { mapping, ...rest } = draft ?? {};
  const now = metadata && (await tx.renderSessions.find(id));
  const edit: SessionEdit = {
    ...(title !== undefined && { title }),
    ...(externalId !== undefined && { externalId }),
    ...(now && metadata && { metadata: withMetadata(now.metadata, metadata) }),
    ...(draft && {
      draft: {
        ...rest,
        ...(mapping && {
          mapping: {
            id: mappingId,
            accountId,
            templateStyleVersionId: mapping.body.template_style_version_id,
            ...mapping,
            before,
          },
        }),
      },
    }),
  };
  if (!(await tx.renderSessions.edit(id, edit))) return false;
  if (mapping && grows(before, mapping.body)) await context.actions.fileStored(accountId, tx);
  return true;
}
