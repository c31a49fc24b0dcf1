import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createApi } from './api/index.ts';
import { AppError, createLog, systemClock } from './base/index.ts';
import type { Config } from './config.ts';
import { type Database, openDatabase } from './database/index.ts';
import { Jobs, Proofs, TemplateCache } from './jobs/index.ts';
import { Fetcher, parseAddressPolicy, runProgram } from './media/index.ts';
import { Renderer } from './render/index.ts';
import { openDiskStore } from './storage/index.ts';

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
  await mkdir(config.dataDir, { recursive: true });
  const uploadFolder = join(config.dataDir, 'uploads');
  if (role !== 'worker') await rm(uploadFolder, { recursive: true, force: true });
  await mkdir(uploadFolder, { recursive: true });

  const store = openDiskStore(join(config.dataDir, 'files'));
  const db = opened.use(await openDatabase(join(config.dataDir, 'framepress.sqlite')));
  const fetcher = opened.use(
    new Fetcher({ allow, maxBytes: config.fetchMaxBytes, timeoutMs: config.fetchTimeoutMs }),
  );
  const { rasteriserMemoryBytes: memoryBytes, stallMs } = config;
  const renderer = opened.use(new Renderer({ processes: config.workers, memoryBytes, stallMs }));
  const shared = {
    db,
    store,
    fetcher,
    templates: new TemplateCache(store),
    fontFolders: config.fontDirs,
  };
  const jobs = opened.use(
    await Jobs.open({
      dataFolder: config.dataDir,
      works: role !== 'api',
      // One job fetches or composes while another renders.
      concurrency: config.workers + 1,
      ...shared,
      renderer,
      reuseSegments: config.reuseSegments,
      segmentLimits: {
        ttlMs: config.segmentsTtlSeconds * 1000,
        mostBytes: config.segmentsMaxBytes,
      },
      log,
    }),
  );
  if (role === 'worker') return { url: undefined, [Symbol.asyncDispose]: release(opened) };

  const proofFolder = join(config.dataDir, 'proofs');
  await rm(proofFolder, { recursive: true, force: true });
  // Its processes start with the first still; a still does not wait for the renders of this machine.
  const stillRenderer = opened.use(
    new Renderer({ processes: config.stillWorkers, memoryBytes, stallMs }),
  );
  const proofs = new Proofs({
    ...shared,
    renderer: stillRenderer,
    folder: proofFolder,
    // Most of a request is waiting for a customer's server; drawing has its own turns.
    atOnce: config.stillWorkers * PROOFS_PER_WORKER,
    mostWaiting: config.stillQueue,
  });

  let address = '';
  const api = await createApi({
    config: {
      publicUrl: () => config.publicUrl ?? address,
      signingKey: await signingKey(config.dataDir),
      fileUrlTtlSeconds: config.fileUrlTtlSeconds,
      maxUploadBytes: config.maxUploadBytes,
      uploadTtlSeconds: config.uploadTtlSeconds,
      rateLimitPerMinute: config.rateLimitPerMinute,
      tokenTtlSeconds: config.tokenTtlSeconds,
      uploadFolder,
    },
    db,
    store,
    clock: systemClock,
    log,
    proofs,
    actions: {
      versionAdded: (id) => jobs.enqueueImport(id),
      sessionCreated: (id) => jobs.enqueueRender(id),
      sessionCanceled: (id) => jobs.cancelRender(id),
    },
    ready: () => readiness(db, config),
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
  address = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
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

async function readiness(db: Database, config: Config): Promise<Record<string, string>> {
  const state = (check: Promise<unknown>) =>
    check.then(
      () => 'ok',
      (error: Error) => error.message,
    );
  const [database, storage, encoder] = await Promise.all([
    state(db.ping()),
    state(open(join(config.dataDir, '.ready'), 'w').then((file) => file.close())),
    state(runProgram('ffmpeg', ['-hide_banner', '-version'], { timeoutMs: 10_000 })),
  ]);
  return { database, storage, encoder };
}

/** Signs file addresses; made at the first start and kept, so that addresses survive a restart. */
async function signingKey(dataDir: string): Promise<Uint8Array> {
  const path = join(dataDir, 'signing.key');
  try {
    const file = await open(path, 'wx', 0o600);
    const key = randomBytes(32);
    await file.write(key);
    await file.sync();
    await file.close();
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const key = await readFile(path);
    if (key.byteLength === 32) return key;
    throw new AppError(
      'storage_failed',
      `Expected 32 bytes in ${path} but it has ${key.byteLength}.`,
      { hint: 'Remove it; file addresses that were given out end with it.' },
    );
  }
}

/** Opens only the database, for commands that run beside the service. */
export async function withDatabase<T>(
  config: Config,
  use: (db: Database) => Promise<T>,
): Promise<T> {
  await mkdir(config.dataDir, { recursive: true });
  await using db = await openDatabase(join(config.dataDir, 'framepress.sqlite'));
  return await use(db);
}
