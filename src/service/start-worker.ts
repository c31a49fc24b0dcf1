import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { presentEvent, rowChecker } from '../api/index.ts';
import type { StoredEvent } from '../database/index.ts';
import {
  Batches,
  deliverUploads,
  Jobs,
  jobActions,
  lockDataFolder,
  Notifier,
  RenderLimits,
  removeDeadProcesses,
} from '../jobs/index.ts';
import { codecEncoders, type Hardware } from '../raster/index.ts';
import { reencryptAddresses, reencryptCredentials } from '../secrets/index.ts';
import { systemClock } from '../system/index.ts';
import { Sender } from '../webhooks/index.ts';
import { lackingEncoders } from './lacking-encoders.ts';
import type { Parts } from './open-parts.ts';

/**
 * Waiting for a customer's server costs little. The limit of an account leaves many fetches to other
 * accounts.
 */
const FETCHES = { fetches: 64, fetchesPerAccount: 8 };
/** Older versions stored their queue in this file. Today's rows hold all that was in it. */
const FORMER_QUEUE = ['', '-wal', '-shm'].map((end) => `workflows.sqlite${end}`);

/** Makes this process the only worker of a data folder, and removes what dead processes have left. */
export async function takeDataFolder(dataDir: string): Promise<Disposable> {
  // Before any removal: the files may belong to another worker.
  const lock = lockDataFolder(dataDir);
  try {
    await removeDeadProcesses(dataDir);
    for (const name of FORMER_QUEUE) await rm(join(dataDir, name), { force: true });
    return lock;
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }
}

/** Continues the jobs that an earlier process left, and begins new ones. `working` stops them. */
export async function startWorker(
  parts: Parts,
  hardware: Hardware,
  working: AsyncDisposableStack,
): Promise<void> {
  const { config, log, db, vault, queue, deliveryContext, files } = parts;
  await db.idempotency.removeExpired();
  await db.studioSessions.removeExpired();
  await reencryptCredentials({ stores: db.encrypted, vault, log });
  const { renders, accountLimits, sessionFetchTimeoutMs: fetchTimeoutMs } = config;
  const limits = working.use(await RenderLimits.open(db, log, accountLimits.rendersAtOnce));
  const batches = working.use(openBatches(parts, hardware));
  working.use(
    await Jobs.open({
      onSessionJob: () => batches.wake(),
      ...{ ...parts.shared, dataFolder: config.dataDir, hardware, log, queue },
      reuseSegments: config.reuseSegments,
      previewCacheBytes: config.previewCacheBytes,
      inputsTtlSeconds: config.inputsTtlSeconds,
      segmentLimits: {
        ttlMs: config.segmentsTtlSeconds * 1000,
        maxBytes: config.segmentsMaxBytes,
      },
      limits: {
        ...{ ...FETCHES, renders, fetchTimeoutMs },
        rendersPerAccount: (accountId) => limits.rendersAtOnce(accountId),
      },
      disk: parts.disk,
    }),
  );
  deliverUploads({ ...deliveryContext, atOnce: config.deliveries, queue });
  const sender = working.use(new Sender({ checkUrl: parts.checkUrl, lookup: parts.resolve }));
  const present = (event: StoredEvent) => presentEvent(files, event);
  working.use(new Notifier({ db, sender, vault, clock: systemClock, log, present }));
  // The queue stops before the parts that its jobs use.
  working.use(queue);
  queue.start();
  batches.start();
}

/** Rows that are begun ahead for each render that runs at once. */
const ROWS_PER_RENDER = 4;

function openBatches(parts: Parts, hardware: Hardware): Batches {
  const { config, db, store, vault, log, queue, checkUrl } = parts;
  const { sessionTtlSeconds, renders } = config;
  const lacking = codecEncoders().then((all) => lackingEncoders(all, hardware));
  // The check of the first row reports the failure.
  lacking.catch(() => undefined);
  const context = {
    ...{ db, clock: systemClock, vault, checkUrl },
    config: { sessionTtlSeconds, missingEncoders: () => lacking },
  };
  return new Batches({
    ...{ db, store, vault, log, ahead: ROWS_PER_RENDER * renders },
    checkerOf: (batch) => rowChecker(context, batch),
    sessionStarted: jobActions(queue, {
      ...{ db, store, log, clock: systemClock, defaultLimits: config.accountLimits },
      inputsTtlSeconds: config.inputsTtlSeconds,
    }).sessionStarted,
  });
}

/** Encrypts addresses of earlier versions and keys while the jobs run. Disposing stops it. */
export function encryptAddresses(
  { db, vault, log }: Pick<Parts, 'db' | 'vault' | 'log'>,
  started: Promise<void>,
): AsyncDisposable {
  const stop = new AbortController();
  const ended = started
    .then(() => reencryptAddresses({ stores: db.encrypted, vault, log, signal: stop.signal }))
    .catch((err: unknown) => log.warn({ err }, 'presigned addresses were not all encrypted'));
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
    },
  };
}
