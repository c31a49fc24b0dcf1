import { AppError } from '../../base/index.ts';
import type { ExternalUpload, Transaction } from '../../database/index.ts';
import type { Job, JobQueue } from '../../queue/index.ts';
import { withSharedLogFields } from '../../system/index.ts';
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
  queue.work({
    kinds: ['deliver'],
    atOnce,
    perAccount: (_, processes) => Math.max(1, Math.floor(atOnce * processes * ACCOUNT_SHARE)),
    mayRun: (job, running, processes) => {
      // If a preview and its final have the same target, the final must be sent last.
      if (running.some(({ target }) => target === job.target)) return false;
      const place = placeOf(job);
      const maxAtOnePlace = Math.max(1, Math.floor((atOnce * processes) / 2));
      return running.filter((runningJob) => placeOf(runningJob) === place).length < maxAtOnePlace;
    },
    run: async ({ id }, signal) => {
      const sending: Sending = { id, claim: undefined, controller: new AbortController() };
      const look = setInterval(() => void stopWhenEnded(sending, deliveryContext), LOOK_MS);
      const any = AbortSignal.any([signal, sending.controller.signal]);
      const onClaim = (claim: number) => {
        sending.claim = claim;
      };
      try {
        await withSharedLogFields({}, () => attemptUpload(id, deliveryContext, any, onClaim));
      } finally {
        clearInterval(look);
      }
    },
  });
}

const STOPPED = new AppError('canceled', 'The upload has ended, or another process sends it.');

const PLACE = /^(?:[^/]*\/){0,2}[^/]*/;

/** Returns the bucket, container or host of a target, with the account. */
function placeOf({ accountId, target = '' }: Job): string {
  return `${accountId} ${PLACE.exec(target)?.[0]}`;
}

type Sending = { id: string; claim: number | undefined; controller: AbortController };

/** Stops an attempt when its upload has ended, or when another process sends it. */
async function stopWhenEnded(
  { id, claim, controller }: Sending,
  { db, log }: Pick<DeliveryContext, 'db' | 'log'>,
): Promise<void> {
  try {
    const upload = await db.deliveries.find(id);
    const isOld = upload !== undefined && claim !== undefined && upload.claim !== claim;
    if (upload?.endedAtMs === null && !isOld) return;
    if (!upload || isOld || !(await isAwaited(upload, db))) controller.abort(STOPPED);
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
  const bySession = await db.deliveries.ofSessions([sessionId]);
  const open = (bySession.get(sessionId) ?? []).filter(
    ({ endedAtMs, status }) => endedAtMs === null && status !== 'waiting',
  );
  return open.some((upload) => upload.id !== id && upload.target === target);
}
