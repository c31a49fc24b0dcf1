import type { ExternalUpload, Transaction } from '../../database/index.ts';
import type { Job, JobQueue } from '../../queue/index.ts';
import { attemptUpload, type DeliveryContext } from './send.ts';

export type DeliveriesOptions = DeliveryContext & {
  /** Maximum number of uploads at the same time. */
  atOnce: number;
  queue: JobQueue<Transaction>;
};

/** Interval at which a cancel by any process is noticed. */
const LOOK_MS = 500;
/** Maximum share of the concurrent uploads for one account. */
const ACCOUNT_SHARE = 0.75;

/**
 * Starts sending the queue's uploads to cloud storage, in parallel to renders. The row of an upload has its
 * next time. One store gets at most half of the concurrent uploads, so that a store that hangs does not block
 * the others.
 */
export function deliverUploads({ queue, atOnce, ...deliveryContext }: DeliveriesOptions): void {
  const maxAtOnePlace = Math.max(1, Math.floor(atOnce / 2));
  queue.work({
    kinds: ['deliver'],
    atOnce,
    perAccount: () => Math.max(1, Math.floor(atOnce * ACCOUNT_SHARE)),
    mayRun: (job, running) => {
      // If a preview and its final have the same target, the final must be sent last.
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

/** Returns the bucket, container or host of a target, with the account. */
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
    log.error({ err: error, uploadId: id }, 'an upload could not be read');
  }
}

/**
 * Returns whether another upload waits for this one. A final with the same target waits for the upload of its
 * preview, because an interrupted upload may still arrive after the final.
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
