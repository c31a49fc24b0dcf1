import type { FastifyReply } from 'fastify';
import { AppError } from '../../base/index.ts';

/** Runs `work` with a signal that fires when the client disconnects before the response is sent. */
export async function whileWaitedFor<T>(
  { raw }: FastifyReply,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const gone = () => controller.abort(new AppError('canceled', 'The client has disconnected.'));
  if (raw.destroyed) gone();
  raw.once('close', gone);
  try {
    return await work(controller.signal);
  } finally {
    raw.removeListener('close', gone);
  }
}
