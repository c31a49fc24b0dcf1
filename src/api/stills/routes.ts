import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError, defined, expected } from '../../base/index.ts';
import type { Caller, RenderSession } from '../../database/index.ts';
import {
  type ById,
  callerOf,
  parseQuery,
  type RouteDoc,
  untilDisconnected,
} from '../../http/index.ts';
import { MAX_MAPPING_BYTES } from '../../sessions/index.ts';
import type { ApiContext } from '../context.ts';
import { findSession } from '../render-sessions/find.ts';
import { checkStill } from './check.ts';
import { STILL_TYPES, sessionStillQuery, stillRequest } from './schema.ts';

const CREATE = {
  operationId: 'createStill',
  summary: 'Draw one frame of the video',
  description:
    'The image has exactly the pixels of the video at that time. Without `at` and `stillcut` it is the first frame.',
  requiredScope: { resource: 'render_session', action: 'write' },
  edit: 'any',
  body: stillRequest,
  bodyBytes: MAX_MAPPING_BYTES,
  problems: [409],
  bytes: Object.values(STILL_TYPES),
} satisfies RouteDoc;

const OF_SESSION = {
  operationId: 'getSessionStill',
  summary: 'Draw one frame of the stored mapping of a session',
  description:
    'As `POST /v2/stills`, for people who may look at a session but not change it. The examples of the template replace missing entries.',
  requiredScope: { resource: 'render_session', action: 'read' },
  edit: 'session',
  query: sessionStillQuery,
  problems: [409, 422],
  bytes: Object.values(STILL_TYPES),
} satisfies RouteDoc;

export function stillRoutes(app: FastifyInstance, context: ApiContext): void {
  app.post('/v2/stills', { config: { doc: CREATE } }, async (request, reply) => {
    const caller = callerOf(request);
    return sendStill(context, { caller, reply }, await checkStill(context, caller, request.body));
  });

  app.get(
    '/v2/render_sessions/:id/still',
    { config: { doc: OF_SESSION } },
    async (request: ById, reply) => {
      const query = parseQuery(sessionStillQuery, request.query);
      const session = await findSession(context, request);
      await requireSameTemplate(context, session, query.template_style_version_id);
      const { id: _, ...content } = session.mapping;
      const caller = callerOf(request);
      const checked = await checkStill(context, caller, query, { ...content, missing: 'example' });
      return sendStill(context, { caller, reply }, checked);
    },
  );
}

/** A token for sessions alone may not look at other templates. */
async function requireSameTemplate(
  { db }: ApiContext,
  { accountId, templateStyleVersionId: ownId }: RenderSession,
  otherId: string | undefined,
): Promise<void> {
  if (otherId === undefined || otherId === ownId) return;
  const [version, other] = await Promise.all(
    [ownId, otherId].map((id) => db.templateVersions.findIn(accountId, id)),
  );
  if (other && other.templateId === version?.templateId) return;
  const pointer = '/template_style_version_id';
  const what = 'a version of the template of this session';
  throw new AppError('template_version_unknown', expected(what, pointer, otherId), { pointer });
}

/** Draws the still and sends it. Stops when the client disconnects. */
async function sendStill(
  { dryRuns }: ApiContext,
  { caller, reply }: { caller: Caller; reply: FastifyReply },
  { still, ...checked }: Awaited<ReturnType<typeof checkStill>>,
): Promise<FastifyReply> {
  const { format, width } = still;
  const sessionId = caller.editor?.sessionId ?? null;
  const bytes = await untilDisconnected(reply, (signal) =>
    dryRuns.still({ ...checked, sessionId, format, ...defined({ width }) }, signal),
  );
  return reply.type(STILL_TYPES[format]).send(bytes);
}
