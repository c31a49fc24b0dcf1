import { readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createApi } from '../api/index.ts';
import { AppError, Gate } from '../base/index.ts';
import { PreviewService, stepCacheFolder } from '../dry-runs/index.ts';
import { jobActions, probeDestination } from '../jobs/index.ts';
import { codecEncoders, type Hardware } from '../raster/index.ts';
import { speechFacts } from '../speech/index.ts';
import { openDiskStore } from '../storage/index.ts';
import { type Log, PACKAGE_ROOT, systemClock } from '../system/index.ts';
import { cannotListen, urlHost } from './listen-address.ts';
import type { Parts } from './open-parts.ts';
import { Overload, usualMemoryLimit } from './overload.ts';
import { lackingEncoders, readiness } from './readiness.ts';

/** The number of concurrent stills and checks for each of their rasterisers. */
const PREVIEWS_PER_WORKER = 8;
const UPLOADS = { atOnce: 32, perOwner: 8, maxWaiting: 64, maxWaitingPerOwner: 16 };
/** Received uploads that wait to be probed have no limit per account. */
const PROBES = { atOnce: 4, perOwner: 2, maxWaiting: 32, maxWaitingPerOwner: 32 };

/** Starts to answer requests, and returns the URL of the service. */
export async function startApi(
  parts: Parts & { hardware: Promise<Hardware>; state: { jobs: string } },
  opened: AsyncDisposableStack,
): Promise<string> {
  const { config, log, db, store, vault, isolated, shared } = parts;
  const { queue, deliveryContext, checkUrl, files } = parts;
  // A request mostly waits for a customer's server. Drawing has its own limit.
  const atOnce = config.stillWorkers * PREVIEWS_PER_WORKER;
  const dryRuns = new PreviewService({
    ...shared,
    folder: parts.folders.previews,
    cacheFolder: stepCacheFolder(config.dataDir),
    cacheBytes: config.stepCacheBytes,
    log,
    limits: {
      atOnce,
      perOwner: atOnce / 2,
      maxWaiting: config.stillQueue,
      maxWaitingPerOwner: Math.ceil(config.stillQueue / 2),
    },
  });
  opened.use(await dryRuns.listen());
  const lacking = reportLackingEncoders(parts.hardware, log);
  const memoryLimitBytes = config.memoryLimitBytes || usualMemoryLimit();
  const overload = opened.use(new Overload({ memoryLimitBytes, log }));
  const api = await createApi({
    config: {
      ...files.config,
      fileLinks: config.storage.links,
      missingEncoders: () => lacking,
      maxUploadBytes: config.maxUploadBytes,
      editStoredBytes: config.editStoredBytes,
      uploadTtlSeconds: config.uploadTtlSeconds,
      sessionTtlSeconds: config.sessionTtlSeconds,
      connections: config.connections,
      rateLimitPerMinute: config.rateLimitPerMinute,
      corsOrigins: config.corsOrigins,
      tokenRateLimitPerMinute: config.tokenRateLimitPerMinute,
      trustProxy: config.trustProxy,
      ...(config.openid && { openid: config.openid }),
      tokenTtlSeconds: config.tokenTtlSeconds,
      uploadFolder: parts.folders.uploads,
      accountLimits: config.accountLimits,
    },
    db,
    store,
    clock: systemClock,
    log,
    dryRuns,
    vault,
    checkUrl,
    dryRunFiles: openDiskStore(stepCacheFolder(config.dataDir)),
    engine: await enginePath(),
    testDestination: (destination, signal) =>
      probeDestination(destination, deliveryContext, signal),
    probeUpload: (accountId, file, signal) =>
      isolated.ofAccount('probeUpload', accountId, file, signal),
    gates: { uploads: new Gate(UPLOADS), probes: new Gate(PROBES) },
    actions: {
      ...jobActions(queue, {
        db,
        store,
        log,
        clock: systemClock,
        defaultLimits: config.accountLimits,
        inputsTtlSeconds: config.inputsTtlSeconds,
      }),
      roomNeeded: () => parts.disk.require(),
    },
    overload: () => overload.reason(),
    speech: () => speechFacts(config.speech, parts.shared.models.recogniser),
    ready: () => readiness({ ...parts, overload }),
  });
  opened.defer(() => api.close());
  const { host, port } = config;
  await api.listen({ host, port }).catch((cause: NodeJS.ErrnoException) => {
    throw new AppError('config_invalid', ...cannotListen(config, cause), { cause });
  });
  const { port: boundPort } = api.server.address() as AddressInfo;
  parts.address.now = `http://${urlHost(host)}:${boundPort}`;
  return parts.address.now;
}

/** The encoders that ffmpeg lacks, by codec. Without any ffmpeg, `/readyz` reports it. */
async function reportLackingEncoders(hardware: Promise<Hardware>, log: Log) {
  const lacking = lackingEncoders(await codecEncoders().catch(() => []), await hardware);
  for (const [codec, missing] of lacking)
    log.warn({ codec, missing }, 'ffmpeg lacks an encoder; sessions that request it are rejected');
  return lacking;
}

/** The engines of the player, each in a folder with its digest. */
const ENGINES = new URL('web/engine/', PACKAGE_ROOT);

/**
 * Returns the path at which the service has the player's engine; null if it was installed without the
 * files for browsers.
 */
async function enginePath(): Promise<string | null> {
  const names = await readdir(ENGINES).catch(() => []);
  const digest = names.find((name) => /^[0-9a-f]{8,64}$/.test(name));
  return digest === undefined ? null : `/engine/${digest}/`;
}
