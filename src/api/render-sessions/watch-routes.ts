import type { FastifyInstance } from 'fastify';
import {
  type ById,
  callerOf,
  closing,
  type RouteDoc,
  sendEvents,
  streamSlots,
} from '../../http/index.ts';
import type { ApiContext } from '../context.ts';
import { findSession, isByEditToken } from './find.ts';
import { isOver, readSeen, watchSession } from './watch.ts';

const DOC = {
  operationId: 'watchRenderSession',
  summary: 'Watch a render session: server-sent events `status` and `progress`',
  description:
    'A stream ends after 15 minutes, or when the session has ended. Clients continue with `Last-Event-ID`, as `EventSource` does. The answer is 204 when all events are known.',
  headers: ['LastEventId'],
  requiredScope: { resource: 'render_session', action: 'read' },
  edit: 'session',
  also: { 204: 'empty' },
  bytes: ['text/event-stream'],
} satisfies RouteDoc;

/**
 * `GET /v2/render_sessions/:id/events`. A client continues after a disconnect with `Last-Event-ID`.
 */
export function watchRoutes(app: FastifyInstance, context: ApiContext): void {
  const stop = closing(app);
  const slots = streamSlots(app);
  app.get(
    '/v2/render_sessions/:id/events',
    // A HEAD request would wait for the end of the session.
    { config: { doc: DOC }, exposeHeadRoute: false },
    async (request: ById, reply) => {
      const session = await findSession(context, request);
      const position = readSeen(request.headers['last-event-id']);
      // A browser's EventSource stops reconnecting after a 204.
      if (await isOver(context, session, position)) return reply.status(204).send();
      const slot = slots.take(callerOf(request));
      const options = { position, isByEditToken: isByEditToken(request) };
      return sendEvents(reply, { stop, slot }, (signal) =>
        watchSession(context, session.id, options, signal),
      );
    },
  );
}
