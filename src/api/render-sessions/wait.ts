import type { FastifyReply } from 'fastify';
import { RENDERING, type RenderSession } from '../../database/index.ts';
import { type Answer, type PreferredWait, sendAnswer } from '../../http/index.ts';
import type { ApiContext } from '../context.ts';
import { sessionBody } from './find.ts';

/** Waits until a rendering session has another status. Returns whether the request wanted to wait. */
export function waitForEnd(
  { db }: Pick<ApiContext, 'db'>,
  wait: PreferredWait,
  { id, status }: Pick<RenderSession, 'id' | 'status'>,
): Promise<boolean> {
  return wait.while(
    ['session', id],
    async () =>
      RENDERING.includes(status) && (await db.renderSessions.progressOf(id))?.status === status,
  );
}

/** Sends an answer with a session, after its render if the request wanted to wait. */
export async function sendSession(
  context: ApiContext,
  reply: FastifyReply,
  wait: PreferredWait,
  answer: Answer,
): Promise<FastifyReply> {
  const first = JSON.parse(answer.body) as { render_session: RenderSession };
  if (!(await waitForEnd(context, wait, first.render_session))) return sendAnswer(reply, answer);
  const session = await context.db.renderSessions.find(first.render_session.id);
  const body = { ...first, ...(session && sessionBody(context, reply.request, session)) };
  return sendAnswer(reply, { ...answer, body: JSON.stringify(body) });
}
