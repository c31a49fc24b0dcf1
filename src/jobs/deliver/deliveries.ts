import type { ExternalUpload, Transaction } from '../../database/index.ts';
import type { Job, JobQueue } from '../../queue/index.ts';
import { attemptUpload, type DeliveryContext } from './send.ts';

export type DeliveriesOptions = DeliveryContext & {
  /** Uploads at once. */
  atOnce: number;
  queue: JobQueue<Transaction>;
};

/** How soon a cancel is seen, by whichever process it was asked for. */
const LOOK_MS = 500;
/** Of all uploads at once, so that the places of one account leave some to the others. */
const ACCOUNT_SHARE = 0.75;

/**
 * Has the queue's uploads sent to cloud storage, beside the renders. The row of an upload says when
 * it is due. A store that hangs gets half of what is sent at once, and the others the rest.
 */
export function deliverUploads({ queue, atOnce, ...deliveryContext }: DeliveriesOptions): void {
  const maxAtOnePlace = Math.max(1, Math.floor(atOnce / 2));
  queue.work({
    kinds: ['deliver'],
    atOnce,
    perAccount: Math.max(1, Math.floor(atOnce * ACCOUNT_SHARE)),
    mayRun: (job, running) => {
      // Of a preview and its final at one place, the final is to come last.
      if (running.some(({ target }) => target === job.target)) return false;
      const place = placeOf(job);
      return running.filter((one) => placeOf(one) === place).length < maxAtOnePlace;
    },
    run: async ({ id }, signal) => {
      const look = setInterval(() => void stopWhenEnded(id, deliveryContext, queue), LOOK_MS);
      try {
        await attemptUpload(id, deliveryContext, signal);
      } finally {
        clearInterval(look);
      }
    },
  });
}

/** The bucket, container or host of a target, for an account. */
function placeOf({ accountId, target = '' }: Job): string {
  return `${accountId} ${target.split('/').slice(0, 3).join('/')}`;
}

async function stopWhenEnded(
  id: string,
  { db, log }: Pick<DeliveryContext, 'db' | 'log'>,
  queue: Pick<JobQueue<unknown>, 'cancel'>,
): Promise<void> {
  try {
    const upload = await db.externalUploads.find(id);
    if (upload?.endedAtMs === null) return;
    if (!upload || !(await isAwaited(upload, db))) queue.cancel(id);
  } catch (error) {
    log.error({ err: error, uploadId: id }, 'an upload could not be looked at');
  }
}

/**
 * A final that goes to the same place waits for its preview: one that is broken off may arrive
 * after the final.
 */
async function isAwaited(
  { id, sessionId, target }: ExternalUpload,
  db: DeliveryContext['db'],
): Promise<boolean> {
  const all = await db.externalUploads.ofSessions([sessionId]);
  const open = (all.get(sessionId) ?? []).filter(
    ({ endedAtMs, status }) => endedAtMs === null && status !== 'waiting',
  );
  return open.some((one) => one.id !== id && one.target === target);
}
