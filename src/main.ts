import { lookup } from 'node:dns';
import { mkdir, open, rm } from 'node:fs/promises';
import type { AddressInfo, LookupFunction } from 'node:net';
import { join } from 'node:path';
import { createApi, type FileUrls, presentEvent } from './api/index.ts';
import { AppError, createVault, systemClock } from './base/index.ts';
import type { Config } from './config.ts';
import { createLog } from './create-log.ts';
import { type Database, openDatabase, type StoredEvent } from './database/index.ts';
import { openNetwork } from './delivery/index.ts';
import { Isolated } from './isolated/index.ts';
import {
  Deliveries,
  Jobs,
  Notifier,
  Proofs,
  probeDestination,
  resealSecrets,
  tellLostSecrets,
} from './jobs/index.ts';
import { keyFile, secretKeys } from './key-file.ts';
import { lackingEncoders } from './lacking-encoders.ts';
import {
  checkedUrl,
  FetchCache,
  Fetcher,
  guardedLookup,
  parseAddressPolicy,
} from './media/index.ts';
import { openPrivately } from './private-folder.ts';
import { chooseHardware, codecEncoders, type Hardware, RasteriserPool } from './render/index.ts';
import { openDiskStore } from './storage/index.ts';
import { Sender } from './webhooks/index.ts';

export type Role = 'all' | 'api' | 'worker';

/** A running service. `url` is undefined for a worker, which does not listen. */
export type Service = AsyncDisposable & { url: string | undefined };

/** Stills and checks that are fetched, composed and drawn at once, for each rasteriser of theirs. */
const PROOFS_PER_WORKER = 8;

/** Builds the parts out of the configuration and starts those that the role needs. */
export async function startService(config: Config, role: Role): Promise<Service> {
  await using opened = new AsyncDisposableStack();
  const log = createLog(config.logLevel);
  const allow = parseAddressPolicy(config.fetchAllow);
  const openBecause = await openPrivately(config.dataDir);
  if (openBecause)
    log.warn({ folder: config.dataDir, openBecause }, 'others can look into the data folder');
  const uploadFolder = join(config.dataDir, 'uploads');
  if (role !== 'worker') await rm(uploadFolder, { recursive: true, force: true });
  await mkdir(uploadFolder, { recursive: true });

  const filesFolder = join(config.dataDir, 'files');
  const store = openDiskStore(filesFolder);
  const db = opened.use(await openDatabase(join(config.dataDir, 'framepress.sqlite')));
  const vault = createVault(await secretKeys(config, { makes: true }));
  const resolve = guardedLookup(lookup as LookupFunction, allow);
  const network = opened.use(openNetwork({ allow, lookup: resolve }));
  const fetcher = opened.use(
    new Fetcher({ allow, maxBytes: config.fetchMaxBytes, timeoutMs: config.fetchTimeoutMs }),
  );
  const { rasteriserMemoryBytes: memoryBytes, stallMs } = config;
  const { loudnessTargetLufs, encoder } = config;
  const hardware = await chooseHardware(role === 'api' ? undefined : encoder, (codec, reason) =>
    log.warn({ encoder, codec, reason }, 'the encoder does not work here; the processor encodes'),
  );
  const limits = { maxMemoryBytes: memoryBytes };
  const rasterisers = opened.use(new RasteriserPool(config.workers, limits));
  // A still does not wait for the renders of this machine. They start with the first one.
  const stillRasterisers = opened.use(new RasteriserPool(config.stillWorkers, limits));
  // One job fetches or composes while another renders.
  const concurrency = config.workers + 1;
  const isolated = opened.use(
    new Isolated({
      settings: {
        filesFolder,
        fontFolders: config.fontDirs,
        ...{ stallMs, rasteriserMemoryBytes: memoryBytes, hardware },
        loudnessTargetLufs: loudnessTargetLufs ?? null,
      },
      ...{ memoryBytes: config.taskMemoryBytes, cpuSeconds: config.taskCpuSeconds },
      ...{ jobs: concurrency, requests: config.stillWorkers + 1 },
      ...{ rasterisers, stillRasterisers, log },
      onHardwareFailure: (reason) =>
        log.warn({ encoder, reason }, 'the encoder failed; the processor encodes this video'),
    }),
  );

  const shared = {
    db,
    store,
    fetches: new FetchCache({
      fetcher,
      dir: join(config.dataDir, 'fetched'),
      maxBytes: config.fetchCacheBytes,
    }),
    isolated,
    uploadTtlSeconds: config.uploadTtlSeconds,
  };
  const courier = { db, store, vault, network, clock: systemClock, log };
  const deliveries = opened.use(
    await Deliveries.open({
      ...courier,
      dataFolder: config.dataDir,
      works: role !== 'api',
      atOnce: config.deliveries,
    }),
  );
  const jobs = opened.use(
    await Jobs.open({
      dataFolder: config.dataDir,
      works: role !== 'api',
      concurrency,
      ...shared,
      reuseSegments: config.reuseSegments,
      inputsTtlSeconds: config.inputsTtlSeconds,
      segmentLimits: {
        ttlMs: config.segmentsTtlSeconds * 1000,
        mostBytes: config.segmentsMaxBytes,
      },
      log,
      rendered: (id) => deliveries.sessionRendered(id),
    }),
  );
  if (role !== 'api') {
    rasterisers.warm();
    await resealSecrets(db, vault, log);
  }
  await tellLostSecrets(db, vault, log);
  await deliveries.start();
  const checkUrl = (url: string) => checkedUrl(url, allow);
  let address = `http://${urlHost(config.host)}:${config.port}`;
  const files: FileUrls = {
    config: {
      publicUrl: () => config.publicUrl ?? address,
      signingKey: await keyFile(join(config.dataDir, 'signing.key')),
      fileUrlTtlSeconds: config.fileUrlTtlSeconds,
    },
    clock: systemClock,
  };
  const notify = () => {
    const sender = opened.use(new Sender({ checkUrl, lookup: resolve }));
    const present = (event: StoredEvent) => presentEvent(files, event);
    opened.use(new Notifier({ db, sender, vault, clock: systemClock, log, present }));
  };
  if (role === 'worker') {
    isolated.warm(1);
    notify();
    return { url: undefined, [Symbol.asyncDispose]: release(opened) };
  }

  const proofFolder = join(config.dataDir, 'proofs');
  await rm(proofFolder, { recursive: true, force: true });
  const proofs = new Proofs({
    ...shared,
    folder: proofFolder,
    // Most of a request is waiting for a customer's server; drawing has its own turns.
    atOnce: config.stillWorkers * PROOFS_PER_WORKER,
    mostWaiting: config.stillQueue,
  });

  // Without any ffmpeg `/readyz` says so, and what is asked for waits until it is there.
  const encoders = await codecEncoders().catch(() => []);
  // Beside a worker only that one tries its hardware.
  const beside: Hardware = role === 'api' && encoder ? { h264: encoder, hevc: encoder } : hardware;
  const lacking = lackingEncoders(encoders, beside);
  for (const [codec, missing] of lacking)
    log.warn({ codec, missing }, 'ffmpeg lacks an encoder; sessions that ask for it are refused');
  const api = await createApi({
    config: {
      ...files.config,
      missingEncoders: lacking,
      maxUploadBytes: config.maxUploadBytes,
      uploadTtlSeconds: config.uploadTtlSeconds,
      sessionTtlSeconds: config.sessionTtlSeconds,
      rateLimitPerMinute: config.rateLimitPerMinute,
      tokenTtlSeconds: config.tokenTtlSeconds,
      uploadFolder,
    },
    db,
    store,
    clock: systemClock,
    log,
    proofs,
    probeUpload: (accountId, file) => isolated.probeUpload(accountId, file),
    vault,
    checkUrl,
    testDestination: (destination, signal) => probeDestination(destination, courier, signal),
    actions: {
      versionAdded: (id) => jobs.enqueueImport(id),
      sessionStarted: (session) => jobs.enqueueRender(session),
      sessionCanceled: (id) => jobs.cancelRender(id),
      uploadsDue: (ids) => deliveries.hurry(ids),
    },
    ready: () => readiness(db, config, beside),
  });
  opened.defer(() => api.close());
  await api
    .listen({ host: config.host, port: config.port })
    .catch((cause: NodeJS.ErrnoException) => {
      throw new AppError(
        'config_invalid',
        `Expected a free port at ${config.host}:${config.port} but: ${cause.message}.`,
        { hint: 'Choose another with --port or PORT.' },
        { cause },
      );
    });
  const { port } = api.server.address() as AddressInfo;
  address = `http://${urlHost(config.host)}:${port}`;
  // Not before, so that the service answers sooner. One for a job, one for a request.
  isolated.warm(role === 'all' ? 2 : 1);
  // Not before: what it sends has addresses of files in it.
  if (role === 'all') notify();
  return { url: address, [Symbol.asyncDispose]: release(opened) };
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

/** Of sessions that ask for nothing else. */
async function usualEncoder(hardware: Hardware): Promise<void> {
  const missing = lackingEncoders(await codecEncoders(), hardware).get('h264');
  if (missing) throw new Error(`ffmpeg has no ${missing.join(' and no ')}`);
}

async function readiness(
  db: Database,
  config: Config,
  hardware: Hardware,
): Promise<Record<string, string>> {
  const state = (check: Promise<unknown>) =>
    check.then(
      () => 'ok',
      (error: Error) => error.message,
    );
  const [database, storage, encoder] = await Promise.all([
    state(db.ping()),
    state(open(join(config.dataDir, '.ready'), 'w').then((file) => file.close())),
    state(usualEncoder(hardware)),
  ]);
  return { database, storage, encoder };
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
