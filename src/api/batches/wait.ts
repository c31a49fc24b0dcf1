import type { FastifyReply } from 'fastify';
import type { BatchStatus } from '../../database/index.ts';
import { type Answer, type PreferredWait, sendAnswer } from '../../http/index.ts';
import type { ApiContext } from '../context.ts';
import { present } from './find.ts';

/** Statuses in which rows are checked or rendered. */
const WORKING: readonly BatchStatus[] = ['checking', 'running'];

/** Waits until a batch that is checked or rendered has another status. */
export function waitForChange(
  { db }: Pick<ApiContext, 'db'>,
  wait: PreferredWait,
  { id, status }: { id: string; status: BatchStatus },
): Promise<boolean> {
  return wait.while(
    ['batch', id],
    async () => WORKING.includes(status) && (await db.batches.find(id))?.status === status,
  );
}

/**
 * Sends an answer with a batch. If the request wanted to wait, the answer is sent when the batch is
 * neither checked nor rendered any more, with its state then.
 */
export async function sendBatch(
  context: ApiContext,
  reply: FastifyReply,
  wait: PreferredWait,
  answer: Answer,
): Promise<FastifyReply> {
  const { db } = context;
  const { id } = (JSON.parse(answer.body) as { batch: { id: string } }).batch;
  const isWaited = await wait.while(['batch', id], async () => {
    const batch = await db.batches.find(id);
    return batch !== undefined && WORKING.includes(batch.status);
  });
  const batch = isWaited ? await db.batches.find(id) : undefined;
  if (!batch) return sendAnswer(reply, answer);
  const body = JSON.stringify({ batch: await present(context, db, batch) });
  return sendAnswer(reply, { ...answer, body });
}
