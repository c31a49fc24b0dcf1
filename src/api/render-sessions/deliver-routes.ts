import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError, fault, say } from '../../base/index.ts';
import type { ExternalUpload, RenderSession, Repositories } from '../../database/index.ts';
import { longestPrefix, parseTarget } from '../../delivery/index.ts';
import {
  type ById,
  parseBody,
  type RouteDoc,
  sendAnswer,
  withIdempotency,
} from '../../http/index.ts';
import { MAX_UPLOADS } from '../../sessions/index.ts';
import type { ApiContext } from '../context.ts';
import { findSession, sessionBody } from './find.ts';
import { sessionResponse } from './schema.ts';

/** An upload of thumbnails is one delivery for each of them. */
const MAX_IDS = 10 * MAX_UPLOADS;
/** Deliveries that the operation starts. */
const STOPPED: readonly ExternalUpload['status'][] = ['retrying', 'failed', 'canceled'];

const deliverRequest = z
  .strictObject({
    external_uploads: z
      .array(z.string().max(100))
      .min(1)
      .max(MAX_IDS)
      .optional()
      .meta({ description: 'The ids of the deliveries. Default: all that can be started again' }),
  })
  .meta({ id: 'RenderSessionDeliver', examples: [{ external_uploads: ['xup_2fGhT8'] }] });

const DOC: RouteDoc = {
  operationId: 'deliverRenderSession',
  summary: 'Start deliveries of a rendered session again',
  description:
    'Failed and canceled deliveries begin anew, and those that wait for their next attempt are tried at once. The video is not rendered again. A delivery to a presigned URL is sent only while its URL is stored: until it has ended.',
  requiredScope: { resource: 'render_session', action: 'write' },
  body: deliverRequest,
  idempotent: true,
  response: { status: 200, schema: sessionResponse },
};

/** The route that starts deliveries again after the cause of their failure is gone. */
export function deliverRoutes(app: FastifyInstance, context: ApiContext): void {
  app.post(
    '/v2/render_sessions/:id/deliver',
    { config: { doc: DOC } },
    async (request: ById, reply) => {
      const { id, accountId } = await findSession(context, request);
      const answer = await withIdempotency(context, request, request.bodyDigest, async () => {
        const { external_uploads: requestedIds } = parseBody(deliverRequest, request.body ?? {});
        return async (tx) => {
          const session = await tx.renderSessions.find(id);
          if (session) {
            const started = await deliveriesToStart(tx, session, requestedIds);
            await tx.deliveries.startAgain(started);
            const due = started.map((upload) => ({ id: upload, accountId }));
            await context.actions.deliveriesDue(due, tx);
          }
          return { status: 200, body: sessionBody(context, await tx.renderSessions.find(id)) };
        };
      });
      return sendAnswer(reply, answer);
    },
  );
}

/**
 * Returns the ids of the deliveries to start: of those that are requested (by default all), the
 * ones of the present render that have stopped. Throws for an unknown id, and if none can be
 * started; others that cannot be started are left out.
 */
async function deliveriesToStart(
  tx: Repositories,
  session: RenderSession,
  requestedIds: readonly string[] | undefined,
): Promise<string[]> {
  const { id, status, accountId, render, deliveries } = session;
  if (!status.endsWith('_rendered'))
    throw new AppError('conflict', say`Expected a rendered session but ${id} is ${status}.`, {
      hint: 'Deliveries start by themselves when the render is complete.',
    });
  const ids = requestedIds ?? deliveries.map((upload) => upload.id);
  const unknown = ids.findIndex((requestedId) =>
    deliveries.every((upload) => upload.id !== requestedId),
  );
  if (unknown >= 0) {
    const pointer = `/external_uploads/${unknown}`;
    const message = `Expected a delivery of ${id} for ${pointer} but received ${JSON.stringify(ids[unknown])}.`;
    const hint = 'GET /v2/render_sessions/{id} lists the deliveries with their ids.';
    throw AppError.fromFaults([fault('invalid_request', message, { pointer, hint })]);
  }
  const destinations = await tx.destinations.all(accountId);
  const started: string[] = [];
  let lost: string | undefined;
  for (const upload of deliveries) {
    if (!ids.includes(upload.id) || upload.render !== render || !STOPPED.includes(upload.status))
      continue;
    const target = parseTarget(upload.target, 'the delivery');
    const isPresigned = target.kind === 'https' && !longestPrefix(destinations, target);
    if (isPresigned && (await tx.deliveries.find(upload.id))?.encryptedQuery == null)
      lost = upload.to;
    else started.push(upload.id);
  }
  if (started.length > 0) return started;
  if (lost !== undefined)
    throw new AppError('conflict', say`The presigned URL of ${lost} is not stored any more.`, {
      hint: 'POST …/copy makes a new draft, which accepts a new URL.',
    });
  throw new AppError('conflict', say`No delivery of ${id} has failed or waits for an attempt.`, {
    hint: 'Deliveries that run or are complete are not started again.',
  });
}
