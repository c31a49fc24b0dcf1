import { lookup } from 'node:dns';
import { rm } from 'node:fs/promises';
import type { AddressInfo, LookupFunction } from 'node:net';
import { join } from 'node:path';
import { createApi, type FileUrls, presentEvent } from './api/index.ts';
import { AppError, expected, Gate } from './base/index.ts';
import type { Config } from './config.ts';
import { createLog } from './create-log.ts';
import { type Database, openDatabase, type StoredEvent } from './database/index.ts';
import { openNetwork } from './delivery/index.ts';
import { Isolated } from './isolated/index.ts';
import {
  DiskRoom,
  deliverUploads,
  Jobs,
  jobActions,
  keepImport,
  lockDataFolder,
  Notifier,
  PreviewService,
  type ProcessFolders,
  probeDestination,
  removeDeadProcesses,
  takeProcessFolders,
} from './jobs/index.ts';
import { lackingEncoders } from './lacking-encoders.ts';
import {
  checkedUrl,
  FetchCache,
  Fetcher,
  guardedLookup,
  parseAddressPolicy,
} from './media/fetch/index.ts';
import { openPrivately } from './private-folder.ts';
import { InProcessQueue } from './queue/index.ts';
import { chooseHardware, codecEncoders, type Hardware, RasteriserPool } from './raster/index.ts';
import { readiness, STARTING } from './readiness.ts';
import {
  createVault,
  keyFile,
  reencryptAddresses,
  reencryptCredentials,
  reportLostSecrets,
  secretKeys,
} from './secrets/index.ts';
import { openDiskStore } from './storage/index.ts';
import { type Log, systemClock } from './system/index.ts';
import { Sender } from './webhooks/index.ts';

export type Role = 'all' | 'api' | 'worker';

/**
 * A running service. `url` is undefined for a worker, which does not listen. `started` settles when
 * the jobs are under way, and rejects when they cannot be.
 */
export type Service = AsyncDisposable & { url: string | undefined; started: Promise<void> };

/** Stills and checks that are fetched, composed and drawn at once, for each rasteriser of theirs. */
const PREVIEWS_PER_WORKER = 8;
/** Waiting for a customer's server costs little: an account that is kept waiting leaves many to others. */
const FETCHES = { fetches: 64, fetchesPerAccount: 8 };
const UPLOADS = { atOnce: 32, perLine: 8, maxWaiting: 64, maxWaitingPerLine: 16 };
/** Those that have been received wait without a limit of their own. */
const PROBES = { atOnce: 4, perLine: 2, maxWaiting: 32, maxWaitingPerLine: 32 };
/** Requests, stills and checks come before renders for the processor. */
const RENDER_NICENESS = 10;
/** The queue of a version before: rows of the database say all that was in it. */
const FORMER_QUEUE = ['', '-wal', '-shm'].map((end) => `workflows.sqlite${end}`);

/**
 * Builds the parts out of the configuration and starts those that the role needs. The service
 * listens first; what takes time, and the jobs that a process before left, come after.
 */
export async function startService(config: Config, role: Role): Promise<Service> {
  await using opened = new AsyncDisposableStack();
  const log = createLog(config.logLevel);
  const openBecause = await openPrivately(config.dataDir);
  if (openBecause)
    log.warn({ folder: config.dataDir, openBecause }, 'others can look into the data folder');
  if (role !== 'api') {
    // Before anything is removed: it may be another process's.
    opened.use(lockDataFolder(config.dataDir));
    await removeDeadProcesses(config.dataDir);
    for (const name of FORMER_QUEUE) await rm(join(config.dataDir, name), { force: true });
  }
  const folders = opened.use(await takeProcessFolders(config.dataDir));
  const parts = await openParts(config, log, opened);
  const hardware = findHardware(config, role, log);
  const state = { jobs: STARTING };
  const url =
    role === 'worker'
      ? undefined
      : await listen({ ...parts, folders, hardware, role, state }, opened);
  // Not before the port is open.
  parts.isolated.warm({ jobs: role !== 'api', requests: role !== 'worker' });
  const working = opened.use(new AsyncDisposableStack());
  const work = async () => {
    if (role !== 'api') await startJobs({ ...parts, hardware: await hardware }, working);
    await reportLostSecrets(parts.db.encrypted, parts.vault, log);
    state.jobs = 'ok';
  };
  const started = work();
  // A stop waits until all that it has to end is there.
  opened.defer(() => started.catch(() => undefined));
  if (role !== 'api') opened.use(encryptAddresses(parts, started));
  if (url === undefined) await started;
  return { url, started, [Symbol.asyncDispose]: release(opened) };
}

/** Encrypts addresses of earlier versions and keys beside the jobs, until it is stopped. */
function encryptAddresses({ db, vault, log }: Parts, started: Promise<void>): AsyncDisposable {
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

type Parts = Awaited<ReturnType<typeof openParts>>;

/** What both roles need, and what takes no time. */
async function openParts(config: Config, log: Log, opened: AsyncDisposableStack) {
  const { dataDir } = config;
  const allow = parseAddressPolicy(config.fetchAllow);
  const filesFolder = join(dataDir, 'files');
  const store = openDiskStore(filesFolder);
  const vault = createVault(await secretKeys(config, { makes: true }));
  const db = opened.use(await openDatabase(join(dataDir, 'framepress.sqlite'), systemClock, vault));
  const resolve = guardedLookup(lookup as LookupFunction, allow);
  const network = opened.use(openNetwork({ allow, lookup: resolve }));
  const fetcher = opened.use(
    new Fetcher({ allow, maxBytes: config.fetchMaxBytes, timeoutMs: config.fetchTimeoutMs }),
  );
  const { rasteriserMemoryBytes, stallMs, loudnessTargetLufs = null, encoder } = config;
  const limits = { maxMemoryBytes: rasteriserMemoryBytes };
  const rasterisers = opened.use(
    new RasteriserPool(config.workers, { ...limits, niceness: RENDER_NICENESS }),
  );
  // A still does not wait for the renders of this machine. They start with the first one.
  const stillRasterisers = opened.use(new RasteriserPool(config.stillWorkers, limits));
  const isolated = opened.use(
    new Isolated({
      settings: {
        ...{ filesFolder, fontFolders: config.fontDirs },
        ...{ stallMs, rasteriserMemoryBytes, loudnessTargetLufs },
      },
      ...{ memoryBytes: config.taskMemoryBytes, cpuSeconds: config.taskCpuSeconds },
      ...{ jobs: config.renders, requests: config.stillWorkers + 1 },
      ...{ rasterisers, stillRasterisers, log },
      onHardwareFailure: (reason) =>
        log.warn({ encoder, reason }, 'the encoder failed; the processor encodes this video'),
      onImportAgain: (versionId, stored) => void keepImport(versionId, stored, { db, store, log }),
    }),
  );
  const shared = {
    ...{ db, store, isolated },
    fetches: new FetchCache({
      fetcher,
      dir: join(dataDir, 'fetched'),
      maxBytes: config.fetchCacheBytes,
    }),
    uploadTtlSeconds: config.uploadTtlSeconds,
  };
  const queue = opened.use(new InProcessQueue({ pending: (kinds) => db.jobs.pending(kinds), log }));
  const disk = new DiskRoom(dataDir, config.diskFloorBytes);
  const address = { now: `http://${urlHost(config.host)}:${config.port}` };
  const files: FileUrls = {
    config: {
      publicUrl: () => config.publicUrl ?? address.now,
      signingKey: await keyFile(join(dataDir, 'signing.key')),
      fileUrlTtlSeconds: config.fileUrlTtlSeconds,
    },
    clock: systemClock,
  };
  const deliveryContext = { db, store, vault, network, clock: systemClock, log };
  const checkUrl = (url: string) => checkedUrl(url, allow);
  return {
    config,
    log,
    db,
    store,
    vault,
    resolve,
    rasterisers,
    isolated,
    shared,
    queue,
    deliveryContext,
    checkUrl,
    files,
    disk,
    address,
  };
}

function findHardware(config: Config, role: Role, log: Log): Promise<Hardware> {
  const { encoder } = config;
  // Beside a worker only that one tries its hardware.
  if (role === 'api') return Promise.resolve(encoder ? { h264: encoder, hevc: encoder } : {});
  return chooseHardware(encoder, (codec, reason) =>
    log.warn({ encoder, codec, reason }, 'the encoder does not work here; the processor encodes'),
  );
}

/** Goes on with the jobs that are there, and begins with new ones. */
async function startJobs(
  {
    config,
    log,
    db,
    vault,
    resolve,
    shared,
    queue,
    deliveryContext,
    checkUrl,
    files,
    rasterisers,
    disk,
    hardware,
  }: Parts & {
    hardware: Hardware;
  },
  working: AsyncDisposableStack,
): Promise<void> {
  rasterisers.warm();
  await db.idempotency.removeExpired();
  await reencryptCredentials({ stores: db.encrypted, vault, log });
  const { renders, rendersPerAccount, sessionFetchTimeoutMs: fetchTimeoutMs } = config;
  working.use(
    await Jobs.open({
      ...{ ...shared, dataFolder: config.dataDir, hardware, log, queue },
      reuseSegments: config.reuseSegments,
      inputsTtlSeconds: config.inputsTtlSeconds,
      segmentLimits: {
        ttlMs: config.segmentsTtlSeconds * 1000,
        maxBytes: config.segmentsMaxBytes,
      },
      limits: { ...FETCHES, renders, rendersPerAccount, fetchTimeoutMs },
      disk,
    }),
  );
  deliverUploads({ ...deliveryContext, atOnce: config.deliveries, queue });
  const sender = working.use(new Sender({ checkUrl, lookup: resolve }));
  const present = (event: StoredEvent) => presentEvent(files, event);
  working.use(new Notifier({ db, sender, vault, clock: systemClock, log, present }));
  // Stops before what its jobs work with.
  working.use(queue);
  queue.start();
}

/** Answers requests from now on; gives back the address. */
async function listen(
  parts: Parts & {
    folders: ProcessFolders;
    hardware: Promise<Hardware>;
    role: Role;
    state: { jobs: string };
  },
  opened: AsyncDisposableStack,
): Promise<string> {
  const { config, log, db, store, vault, isolated, shared } = parts;
  const { queue, deliveryContext, checkUrl, files } = parts;
  // Most of a request is waiting for a customer's server; drawing has its own turns.
  const atOnce = config.stillWorkers * PREVIEWS_PER_WORKER;
  const previews = new PreviewService({
    ...shared,
    folder: parts.folders.previews,
    limits: {
      ...{ atOnce, perLine: atOnce / 2, maxWaiting: config.stillQueue },
      maxWaitingPerLine: Math.ceil(config.stillQueue / 2),
    },
  });
  const lacking = reportLackingEncoders(parts.hardware, log);
  const api = await createApi({
    config: {
      ...files.config,
      missingEncoders: () => lacking,
      maxUploadBytes: config.maxUploadBytes,
      uploadTtlSeconds: config.uploadTtlSeconds,
      sessionTtlSeconds: config.sessionTtlSeconds,
      rateLimitPerMinute: config.rateLimitPerMinute,
      corsOrigins: config.corsOrigins,
      tokenRateLimitPerMinute: config.tokenRateLimitPerMinute,
      trustProxy: config.trustProxy,
      tokenTtlSeconds: config.tokenTtlSeconds,
      uploadFolder: parts.folders.uploads,
    },
    ...{ db, store, clock: systemClock, log, previews, vault, checkUrl },
    testDestination: (destination, signal) =>
      probeDestination(destination, deliveryContext, signal),
    probeUpload: (accountId, file, signal) => isolated.probeUpload(accountId, file, signal),
    gates: { uploads: new Gate(UPLOADS), probes: new Gate(PROBES) },
    actions: {
      ...jobActions(queue, {
        ...{ db, store, log, maxQueued: config.queuePerAccount },
        quotaBytes: config.storagePerAccountBytes,
      }),
      roomNeeded: () => parts.disk.require(),
    },
    ready: () => readiness(parts),
  });
  opened.defer(() => api.close());
  const { host, port } = config;
  await api.listen({ host, port }).catch((cause: NodeJS.ErrnoException) => {
    throw new AppError('config_invalid', ...cannotListen(config, cause), { cause });
  });
  const { port: taken } = api.server.address() as AddressInfo;
  parts.address.now = `http://${urlHost(host)}:${taken}`;
  return parts.address.now;
}

/** Without any ffmpeg `/readyz` says so, and what is asked for waits until it is there. */
async function reportLackingEncoders(hardware: Promise<Hardware>, log: Log) {
  const lacking = lackingEncoders(await codecEncoders().catch(() => []), await hardware);
  for (const [codec, missing] of lacking)
    log.warn({ codec, missing }, 'ffmpeg lacks an encoder; sessions that ask for it are refused');
  return lacking;
}

function cannotListen(
  { host, port }: Pick<Config, 'host' | 'port'>,
  { code, message }: NodeJS.ErrnoException,
): [message: string, details: { hint: string }] {
  if (code === 'EADDRINUSE') {
    const hint = 'Stop the program that listens there, or choose another port with --port or PORT.';
    return [`The port ${port} of ${host} is in use.`, { hint }];
  }
  if (code === 'EACCES') {
    const hint = 'Choose a port from 1024 on with --port or PORT.';
    return [`The port ${port} of ${host} is for the system's own programs.`, { hint }];
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    const hint = '127.0.0.1 is reached from this machine only, 0.0.0.0 from all networks.';
    return [expected('an address of this machine', '--host or HOST', host), { hint }];
  }
  return [`The service cannot listen at ${host}:${port}: ${message}.`, { hint: 'Choose another.' }];
}

/** The parts outlive this function; whoever holds the service ends them, once. */
function release(opened: AsyncDisposableStack): () => Promise<void> {
  const held = opened.move();
  let ended: Promise<void> | undefined;
  return () => {
    ended ??= held.disposeAsync();
    return ended;
  };
}

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** Opens only the database, for commands that run beside the service. */
export async function withDatabase<T>(
  config: Config,
  use: (db: Database) => Promise<T>,
): Promise<T> {
  await openPrivately(config.dataDir);
  await using db = await openDatabase(join(config.dataDir, 'framepress.sqlite'));
  return await use(db);
}
