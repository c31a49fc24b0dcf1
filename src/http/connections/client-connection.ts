import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type Gate } from '../../base/index.ts';
import { callerOf } from '../route.ts';

/** Runs `work` with a signal that fires when the client disconnects before the response is sent. */
export async function untilDisconnected<T>(
  { raw }: FastifyReply,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort(new AppError('canceled', 'The client has disconnected.'));
  if (raw.destroyed) abort();
  raw.once('close', abort);
  try {
    return await work(controller.signal);
  } finally {
    raw.removeListener('close', abort);
  }
}

/** Runs `work` within the limits of the caller's account, until the client disconnects. */
export function withAccountGate<T>(
  gate: Gate,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { accountId } = callerOf(request);
  return untilDisconnected(reply, (signal) => gate.through(accountId, () => work(signal), signal));
}
