import { isatty } from 'node:tty';
import { pino } from 'pino';
import type { Config } from '../config/index.ts';
import { DEFAULT_ACCOUNT } from '../database/index.ts';
import { usageOf } from '../isolated/index.ts';
import { observeProcesses, observeQueue, startTracing } from '../observe/index.ts';
import { chooseHardware, type Hardware } from '../raster/index.ts';
import { reportLostSecrets } from '../secrets/index.ts';
import { cached, type Log, logFields, systemClock } from '../system/index.ts';
import { removeDeadProcesses } from './data-folder.ts';
import { requireNotMoved } from './moved-folder.ts';
import { openParts, type Parts } from './open-parts.ts';
import { openPrivately } from './private-folder.ts';
import { type ProbeServerOptions, startProbeServer } from './probe-server.ts';
import { readiness, STARTING } from './readiness.ts';
import { startApi } from './start-api.ts';
import { encryptAddresses, startWorker, takeDataFolder } from './start-worker.ts';

/** Frequent health checks cost one check in this time. */
const READY_TTL_MS = 2000;

export type Role = 'all' | 'api' | 'worker';

/**
 * A running service. `url` is undefined for a worker, which does not listen. `started` settles when
 * the jobs run, and rejects when they cannot be started. `signInCode` returns a one-time code for an
 * administrator of the default account.
 */
export type Service = AsyncDisposable & {
  url: string | undefined;
  /** Where health checks and metrics are; undefined without `FRAMEPRESS_PROBE_PORT`. */
  probeUrl: string | undefined;
  started: Promise<void>;
  signInCode: () => Promise<string>;
};

/**
 * Opens the parts and starts those that the role needs. The service listens first. Slow steps, and
 * the jobs that an earlier process left, come after that.
 */
export async function startService(config: Config, role: Role): Promise<Service> {
  await using opened = new AsyncDisposableStack();
  opened.use(await startTracing(process.env));
  const log = createLog(config.logLevel);
  const openBecause = await openPrivately(config.dataDir);
  if (openBecause)
    log.warn({ folder: config.dataDir, openBecause }, 'others can look into the data folder');
  if (config.databaseUrl === undefined) await requireNotMoved(config.dataDir);
  if (role !== 'api') opened.use(await takeDataFolder(config.dataDir));
  // A killed API leaves half uploads. On a cluster no worker has its folder.
  else await removeDeadProcesses(config.dataDir);
  const parts = await openParts(config, log, opened);
  const hardware = findHardware(config, role, log);
  const state = { jobs: STARTING };
  const url = role === 'worker' ? undefined : await startApi({ ...parts, hardware, state }, opened);
  if (role !== 'worker' || config.probePort !== undefined) observeParts(parts, opened);
  const ready = () => readiness({ ...parts, hardware, state });
  const probeUrl = await startProbes(config, { ready, log }, opened);
  // Not before the port is open. Other processes start with the first work that needs them, because
  // each takes a third of a second of CPU time and 60 MB.
  parts.isolated.warm({ jobs: role === 'worker', requests: role !== 'worker' });
  const working = opened.use(new AsyncDisposableStack());
  const work = async () => {
    if (role !== 'api') await startWorker(parts, await hardware, working);
    await reportLostSecrets(parts.db.encrypted, parts.vault, log);
    state.jobs = 'ok';
  };
  const started = work();
  // A stop waits until the start has ended: only then is everything there that it has to close.
  opened.defer(() => started.catch(() => undefined));
  if (role !== 'api') opened.use(encryptAddresses(parts, started));
  if (url === undefined) await started;
  const signInCode = () => parts.db.studioSessions.addCode(DEFAULT_ACCOUNT, 'admin');
  return { url, probeUrl, started, signInCode, [Symbol.asyncDispose]: release(opened) };
}

/** Starts the server of probes, if it has a port. Returns its address. */
async function startProbes(
  { host, probePort: port }: Config,
  { ready, log }: Pick<ProbeServerOptions, 'ready' | 'log'>,
  opened: AsyncDisposableStack,
): Promise<string | undefined> {
  if (port === undefined) return undefined;
  return startProbeServer(
    { host, port, log, ready: cached(systemClock, READY_TTL_MS, ready) },
    opened,
  );
}

/**
 * Returns the encoders of this machine that work. With the role `api` they are not tested, because
 * another process encodes.
 */
function findHardware(config: Config, role: Role, log: Log): Promise<Hardware> {
  const { encoder } = config;
  // Only the worker encodes, so only the worker tests the hardware.
  if (role === 'api') return Promise.resolve(encoder ? { h264: encoder, hevc: encoder } : {});
  return chooseHardware(encoder, (codec, reason) =>
    log.warn({ encoder, codec, reason }, 'the encoder does not work here; the processor encodes'),
  );
}

/** Moves the parts out of a stack. The returned function closes them, once. */
function release(opened: AsyncDisposableStack): () => Promise<void> {
  const resources = opened.move();
  let ended: Promise<void> | undefined;
  return () => {
    ended ??= resources.disposeAsync();
    return ended;
  };
}

/**
 * JSON lines on stderr; stdout belongs to the commands' results. Without a level, `info` is logged. A terminal
 * is shared with the commands of its reader: there, only warnings and errors are.
 */
export function createLog(level: string | undefined, fd = 2, isTerminal = isatty(fd)): Log {
  return pino(
    {
      level: level ?? (isTerminal ? 'warn' : 'info'),
      base: null,
      mixin: logFields,
      hooks: { streamWrite: withoutQueries },
    },
    pino.destination({ dest: fd, sync: true }),
  );
}

/** Errors of libraries contain whole addresses. A query may be a signature, and user info a password. */
function withoutQueries(line: string): string {
  return line.replaceAll(
    /(https?:\/\/)(?:[^\s"\\/?#@]*@)?([^\s"\\?#]*)(\?[^\s"\\]*)?/gi,
    (_, scheme: string, address: string, query?: string) => scheme + address + (query ? '?…' : ''),
  );
}

/** The queue is counted at most this often, however many programs read the metrics. */
const QUEUE_TTL_MS = 5000;

/** Reports the queue, and the processes of this service. `opened` stops it. */
function observeParts(
  { db, isolated, rasterisers, stillRasterisers }: Parts,
  opened: AsyncDisposableStack,
): void {
  const pids = () => ({
    isolated: isolated.pids,
    rasteriser: [...rasterisers.pids, ...stillRasterisers.pids],
  });
  opened.use(observeProcesses(pids, (pid) => usageOf(pid)?.rssBytes));
  const readQueue = cached(systemClock, QUEUE_TTL_MS, async () => {
    const nowMs = systemClock.nowMs();
    return (await db.queueCounts.openWork()).map(({ oldestMs, ...work }) => ({
      ...work,
      oldestSeconds: oldestMs === null ? 0 : Math.max(0, nowMs - oldestMs) / 1000,
    }));
  });
  const readTables = cached(systemClock, QUEUE_TTL_MS, () => db.queueCounts.tables());
  opened.use(observeQueue(readQueue, readTables));
}
