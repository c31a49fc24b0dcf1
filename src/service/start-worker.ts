import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rowChecker } from '../batches/index.ts';
import {
  Batches,
  deliverUploads,
  fired,
  type HeldLease,
  Jobs,
  jobActions,
  Lease,
  Notifier,
  RenderLimits,
  type RequireLease,
  runSegments,
  type SegmentJobs,
  stopEndedSegments,
} from '../jobs/index.ts';
import { codecEncoders, type Hardware } from '../raster/index.ts';
import { reencryptAddresses, reencryptCredentials } from '../secrets/index.ts';
import { cached, systemClock } from '../system/index.ts';
import { Sender } from '../webhooks/index.ts';
import { lockDataFolder, removeDeadProcesses } from './data-folder.ts';
import type { Parts } from './open-parts.ts';
import { lackingEncoders } from './readiness.ts';

/**
 * Waiting for a customer's server costs little. The limit of an account leaves many fetches to other
 * accounts.
 */
const FETCHES = { fetches: 64, fetchesPerAccount: 8 };
/** Older versions had this folder for previews, and stored their queue in this file, which is in rows now. */
const FORMER = ['proofs', ...['', '-wal', '-shm'].map((end) => `workflows.sqlite${end}`)];

/** Makes this process the only worker of a data folder, and removes what dead processes have left. */
export async function takeDataFolder(dataDir: string): Promise<Disposable> {
  // Before any removal: the files may belong to another worker.
  const lock = lockDataFolder(dataDir);
  try {
    await removeDeadProcesses(dataDir);
    for (const name of FORMER) await rm(join(dataDir, name), { recursive: true, force: true });
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
  const { config, log, db, vault, queue, deliveryContext } = parts;
  await reencryptCredentials({ stores: db.encrypted, vault, log });
  const { renders, accountLimits, sessionFetchTimeoutMs: fetchTimeoutMs } = config;
  const limits = working.use(
    await RenderLimits.open(db, log, {
      defaultLimit: accountLimits.rendersAtOnce,
      refreshMs: config.databaseUrl === undefined ? 1000 : 5000,
    }),
  );
  let batches: Batches | undefined;
  const segments = await startSegmentJobs(parts, hardware, working);
  const jobs = working.use(
    await Jobs.open({
      onSessionJob: () => batches?.wake(),
      ...parts.shared,
      dataFolder: config.dataDir,
      hardware,
      log,
      queue,
      segments,
      reuseSegments: config.reuseSegments,
      stepCacheBytes: config.stepCacheBytes,
      inputsTtlSeconds: config.inputsTtlSeconds,
      segmentLimits: { ttlMs: config.segmentsTtlSeconds * 1000, maxBytes: config.segmentsMaxBytes },
      limits: {
        ...FETCHES,
        renders,
        fetchTimeoutMs,
        rendersPerAccount: (accountId, processes) => limits.rendersAtOnce(accountId, processes),
      },
      disk: parts.disk,
    }),
  );
  if (config.databaseUrl !== undefined) parts.storeWatch.start();
  deliverUploads({ ...deliveryContext, atOnce: config.deliveries, queue });
  // The queue stops before the parts that its jobs use.
  working.use(queue);
  queue.start();
  const isAble = () => !parts.storeWatch.isSilent;
  const lead = async ({ signal }: { signal: AbortSignal }) => {
    await using leading = new AsyncDisposableStack();
    leading.use(jobs.lead());
    if (segments) leading.use(stopEndedSegments({ db, store: parts.store, log }));
    batches = leading.use(openBatches(parts, hardware));
    batches.start();
    await fired(signal);
    batches = undefined;
  };
  // It stops first, because batches begin sessions.
  working.use(new Lease({ name: 'services', leases: db.leases, log, isAble, work: lead }));
  working.use(leadWebhooks(parts));
}

/** Webhooks need no file store, so they are also sent while the store answers no worker. */
function leadWebhooks({ db, vault, log, files, checkUrl, resolve }: Parts): Lease {
  const name = 'webhooks';
  const work = async ({ epoch, signal }: HeldLease) => {
    await using sender = new Sender({ checkUrl, lookup: resolve });
    const requireLease: RequireLease = (tx) => tx.leases.require(name, epoch);
    await using _notifier = new Notifier({
      db,
      sender,
      vault,
      clock: systemClock,
      log,
      files,
      requireLease,
    });
    await fired(signal);
  };
  return new Lease({ name, leases: db.leases, log, work });
}

/**
 * With a shared database, this worker also draws segments of sessions that other workers render. Undefined
 * without one. `isAble`: it may draw; `mayBegin`: it may begin another segment.
 */
async function startSegmentJobs(
  { config, db, store, storeWatch, disk, rasterisers, log }: Parts,
  hardware: Hardware,
  working: AsyncDisposableStack,
): Promise<SegmentJobs | undefined> {
  if (config.databaseUrl === undefined) return undefined;
  const folder = join(config.dataDir, 'drawing');
  const isAble = () => !storeWatch.isSilent;
  const mayBegin = () => !disk.isFull && !storeWatch.isLate;
  return runSegments({ db, store, rasterisers, hardware, folder, log, isAble, mayBegin }, working);
}

/** Rows that are begun ahead for each render that runs at once. */
const ROWS_PER_RENDER = 4;
const PROCESSES_TTL_MS = 2000;

/**
 * Returns the jobs of batches. They begin some rows ahead for each render that all processes can
 * run.
 */
function openBatches(parts: Parts, hardware: Hardware): Batches {
  const { config, db, store, vault, log, queue, checkUrl } = parts;
  const { sessionTtlSeconds, renders } = config;
  const lacking = codecEncoders().then((codecs) => lackingEncoders(codecs, hardware));
  // The check of the first row reports the failure.
  lacking.catch(() => undefined);
  const sessions = {
    db,
    clock: systemClock,
    vault,
    checkUrl,
    config: { sessionTtlSeconds, missingEncoders: () => lacking },
  };
  const processes = cached(systemClock, PROCESSES_TTL_MS, () => queue.processes('render'));
  return new Batches({
    db,
    store,
    vault,
    log,
    ahead: async () => ROWS_PER_RENDER * renders * (await processes()),
    checkerOf: (batch) => rowChecker(sessions, batch),
    defaultLimits: config.accountLimits,
    actions: jobActions(queue, {
      db,
      store,
      log,
      clock: systemClock,
      defaultLimits: config.accountLimits,
      inputsTtlSeconds: config.inputsTtlSeconds,
    }),
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
