import type { FastifyRequest } from 'fastify';
import type { SessionStart } from '../../database/index.ts';
import type { ApiContext } from '../context.ts';
import { dispatch } from '../http/dispatch.ts';
import { forget } from '../http/idempotency.ts';

/** Hands a session that has been started to those who render; one that they cannot take has failed. */
export async function takeUp(
  context: ApiContext,
  request: FastifyRequest,
  start: SessionStart,
): Promise<void> {
  const { id, starts } = start;
  await dispatch(
    () => context.actions.sessionStarted(start),
    async (errors) => {
      const end = { errors, phase: 'done' as const };
      const isEnded = await context.db.renderSessions.finish(id, 'failed', end, starts);
      if (isEnded) await forget(context, request);
      return isEnded;
    },
    `POST /v2/render_sessions/${id}/retry starts it again.`,
  );
}
