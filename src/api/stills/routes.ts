import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../context.ts';
import { whileWaitedFor } from '../http/gone.ts';
import { callerOf, MAX_MAPPING_BYTES, type RouteDoc } from '../http/route.ts';
import { checkStill } from './check.ts';
import { STILL_TYPES, stillRequest } from './schema.ts';

const doc = {
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

export function stillRoutes(app: FastifyInstance, context: ApiContext): void {
  app.post('/v2/stills', { config: { doc } }, async (request, reply) => {
    const caller = callerOf(request);
    const { still, ...checked } = await checkStill(context, caller, request.body);
    const sessionId = caller.editor?.sessionId ?? null;
    const { format, width } = still;
    const bytes = await whileWaitedFor(reply, (signal) =>
      context.previews.still(
        { ...checked, sessionId, format, ...(width !== undefined && { width }) },
        signal,
      ),
    );
    return reply.type(STILL_TYPES[format]).send(bytes);
  });
}
