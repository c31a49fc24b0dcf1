import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Gate } from '../../base/index.ts';
import { whileWaitedFor } from './gone.ts';
import { callerOf } from './route.ts';

/**
 * Runs `work` within the limits of the caller's account. The signal fires when the client
 * disconnects.
 */
export function inTurn<T>(
  gate: Gate,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { accountId } = callerOf(request);
  return whileWaitedFor(reply, (signal) => gate.through(accountId, () => work(signal), signal));
}
