import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/index.ts';
import type { Caller } from '../../database/index.ts';
import type { ApiContext } from '../context.ts';

/**
 * Answers a POST once for each `Idempotency-Key`: a repeat gets the first answer again. Work that
 * fails for want of something passing, or inside of the service, frees its key.
 */
export async function once(
  context: ApiContext,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
  content: string,
  work: () => Promise<{ status: number; body: unknown }>,
): Promise<void> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) {
    const { status, body } = await work();
    return void reply.status(status).send(body);
  }
  if (typeof key !== 'string' || key.length < 1 || key.length > 255) {
    throw new AppError(
      'invalid_request',
      'Expected 1 to 255 characters for the header Idempotency-Key.',
    );
  }
  const hash = createHash('sha256')
    .update(`${request.method} ${request.url}\n${content}`)
    .digest('hex');
  const { idempotency } = context.db;
  const before = await idempotency.begin(caller.accountId, key, hash);
  if (before.state === 'conflict')
    throw new AppError(
      'idempotency_conflict',
      'Expected the same request as before for this Idempotency-Key but received another.',
      { hint: 'Use a new key for a new request.' },
    );
  if (before.state === 'running')
    throw new AppError(
      'idempotency_in_progress',
      'The first request with this Idempotency-Key is still being answered.',
      { hint: 'Repeat it in a moment.' },
    );
  if (before.state === 'done') {
    return void reply
      .status(before.status)
      .header('idempotent-replayed', 'true')
      .type('application/json; charset=utf-8')
      .send(before.body);
  }
  try {
    const { status, body } = await work();
    const text = JSON.stringify(body);
    await idempotency.complete(caller.accountId, key, status, text);
    void reply.status(status).type('application/json; charset=utf-8').send(text);
  } catch (error) {
    await idempotency.release(caller.accountId, key);
    throw error;
  }
}
