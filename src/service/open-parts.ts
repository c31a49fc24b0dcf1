import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { join } from 'node:path';
import type { Config } from '../config/index.ts';
import { type Database, openDatabase, openSqlPool, type Transaction } from '../database/index.ts';
import { openNetwork } from '../delivery/index.ts';
import { keepImport } from '../jobs/index.ts';
import {
  checkedUrl,
  FetchCache,
  Fetcher,
  guardedLookup,
  parseAddressPolicy,
} from '../media/fetch/index.ts';
import { countFetch, countModelRequest } from '../observe/index.ts';
import { IsolatedTasks } from '../produce/index.ts';
import { InProcessQueue, type JobQueue, PgBossQueue } from '../queue/index.ts';
import { RasteriserPool } from '../raster/index.ts';
import { createVault, keyFile, secretKeys } from '../secrets/index.ts';
import { Models, shareOfService } from '../speech/index.ts';
import {
  type BlobStore,
  DiskRoom,
  type FileUrls,
  openStore,
  StoreWatch,
} from '../storage/index.ts';
import { keepClockSteady, type Log, systemClock } from '../system/index.ts';
import { ClockWatch } from './clock-watch.ts';
import { takeProcessFolders } from './data-folder.ts';
import { DiskReserve } from './disk-reserve.ts';
import { EVENT_FORMS } from './event-forms.ts';
import { urlHost } from './listen-address.ts';
import { databasePlace } from './with-database.ts';

/** The parts that the API and the worker share. */
export type Parts = Awaited<ReturnType<typeof openParts>>;

/**
 * Opens the parts that the API and the worker share. Nothing here takes long. `opened` closes them in
 * the reverse order.
 */
export async function openParts(config: Config, log: Log, opened: AsyncDisposableStack) {
  const { dataDir, host, port } = config;
  const folders = opened.use(await takeProcessFolders(dataDir));
  const allow = parseAddressPolicy(config.fetchAllow);
  const disk = new DiskRoom(dataDir, config.diskFloorBytes);
  const { store, filesFolder } = await openStore(config, () => disk.isFullNow());
  const vault = createVault(await secretKeys(config, { makes: true }));
  const db = opened.use(await openDatabase(databasePlace(config), EVENT_FORMS, { vault }));
  if (config.databaseUrl === undefined)
    opened.use(new DiskReserve({ folder: dataDir, floorBytes: config.diskFloorBytes, log }));
  opened.use(await db.checkpointsInThread());
  const clockWatch = opened.use(await ClockWatch.start(db, log));
  opened.use(keepClockSteady(await db.events.lastMs()));
  const resolve = guardedLookup(lookup as LookupFunction, allow);
  const network = opened.use(openNetwork({ allow, lookup: resolve }));
  const fetcher = opened.use(
    new Fetcher({ allow, maxBytes: config.fetchMaxBytes, timeoutMs: config.fetchTimeoutMs }),
  );
  const fetches = new FetchCache({
    fetcher,
    dir: join(dataDir, 'fetched'),
    maxBytes: config.fetchCacheBytes,
    onFetched: countFetch,
  });
  const processes = openProcesses(config, { filesFolder, db, store, log, fetches, opened });
  const shared = {
    db,
    store,
    isolated: processes.isolated,
    fetches,
    models: opened.use(
      new Models({
        db,
        store,
        folder: folders.previews,
        defaultLimits: config.accountLimits,
        editLimits: config.editLimits,
        log,
        speech: config.speech,
        transcription: config.transcription,
        engineShare: shareOfService(config.renderNiceness),
        onRequest: countModelRequest,
      }),
    ),
    uploadTtlSeconds: config.uploadTtlSeconds,
  };
  void warnOfModel(shared.models, log);
  const storeWatch = opened.use(new StoreWatch(store, log));
  const queue = openQueue(config, db, { log, watch: storeWatch, disk }, opened);
  // The API sets it to the port that it got.
  const address = { now: `http://${urlHost(host)}:${port}` };
  const files: FileUrls = {
    config: {
      publicUrl: () => config.publicUrl ?? address.now,
      signingKey: config.signingKey ?? (await keyFile(join(dataDir, 'signing.key'))),
      fileUrlTtlSeconds: config.fileUrlTtlSeconds,
    },
    clock: systemClock,
  };
  return {
    config,
    log,
    folders,
    db,
    store,
    storeWatch,
    clockWatch,
    vault,
    resolve,
    shared,
    queue,
    files,
    address,
    ...processes,
    deliveryContext: { db, store, vault, network, clock: systemClock, log },
    checkUrl: (url: string) => checkedUrl(url, allow),
    disk,
  };
}

/** Says why a configured model on this machine cannot be used. The service runs without it. */
async function warnOfModel({ recogniser }: Models, log: Log): Promise<void> {
  const problem = await recogniser?.problem().catch((error: Error) => error);
  if (!problem) return;
  const { model } = recogniser ?? {};
  log.warn({ model }, `words in audio cannot be recognised: ${problem.message}; run doctor`);
}

type ProcessParts = {
  filesFolder: string | null;
  db: Database;
  store: BlobStore;
  log: Log;
  fetches: FetchCache;
  opened: AsyncDisposableStack;
};

/** The processes that import, compose and draw. `filesFolder`: null if the files are not on this disk. */
function openProcesses(
  config: Config,
  { filesFolder, db, store, log, fetches, opened }: ProcessParts,
) {
  const { rasteriserMemoryBytes, stallMs, loudnessTargetLufs = null, encoder } = config;
  const niceness = config.renderNiceness;
  const limits = { maxMemoryBytes: rasteriserMemoryBytes };
  const rasterisers = opened.use(new RasteriserPool(config.workers, { ...limits, niceness }));
  // Stills do not wait for the renders of this machine. These processes start with the first still.
  const stillRasterisers = opened.use(new RasteriserPool(config.stillWorkers, limits));
  const isolated = opened.use(
    new IsolatedTasks({
      settings: {
        filesFolder,
        fontFolders: config.fontDirs,
        stallMs,
        rasteriserMemoryBytes,
        loudnessTargetLufs,
      },
      memoryBytes: config.taskMemoryBytes,
      cpuSeconds: config.taskCpuSeconds,
      jobs: config.renders,
      niceness,
      // One more, so that a check does not wait for stills.
      requests: config.stillWorkers + 1,
      rasterisers,
      stillRasterisers,
      store,
      log,
      ...(config.fetchFonts && { fontFetcher: (accountId) => fetches.forAccount(accountId) }),
      onHardwareFailure: (reason) =>
        log.warn({ encoder, reason }, 'the encoder failed; the processor encodes this video'),
      onImportAgain: (versionId, imported) =>
        void keepImport(versionId, imported, { db, store, log }),
    }),
  );
  return { rasterisers, stillRasterisers, isolated };
}

/** Connections of a process for its jobs: fetching, confirming and feeding. */
const CONNECTIONS = 4;

/** Opens the queue of this process, or its part of the queue of all processes that share the database. */
function openQueue(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  db: Database,
  { log, watch, disk }: { log: Log; watch: StoreWatch; disk: DiskRoom },
  opened: AsyncDisposableStack,
): JobQueue<Transaction> {
  const { pending } = db.jobs;
  if (databaseUrl === undefined)
    return opened.use(new InProcessQueue({ pending, recentWork: db.recentWork, log }));
  return opened.use(
    new PgBossQueue({
      pool: opened.use(openSqlPool(databaseUrl, CONNECTIONS)),
      pending,
      log,
      recentWork: (kind) => db.recentWork.read(kind),
      isAble: () => !watch.isSilent,
      mayBegin: () => !disk.isFull && !watch.isLate,
      listen: (channel, onMessage) => db.notices.listen(channel, onMessage),
    }),
  );
}
