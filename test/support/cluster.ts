import { join } from 'node:path';
import { startRoundRobin } from './round-robin.ts';
import type { Role, RunningService } from './service.ts';
import { WORKERS } from './test-services.ts';

const APIS = 2;

type Start = (
  dataDir: string,
  environment: Record<string, string>,
  role: Role,
) => Promise<RunningService>;

/** Folders of processes that run, because each process of a cluster has its own. */
const taken = new Set<string>();

/**
 * Starts the processes of a cluster, each with its own folder below that of the test. Requests go to the APIs
 * in turn. `crash` kills all processes.
 */
export async function startCluster(
  dataDir: string,
  role: Role,
  start: Start,
): Promise<RunningService> {
  if (role !== 'all') return startIn(dataDir, {}, role, start);
  const proxy = await startRoundRobin();
  const ofApis = { PUBLIC_URL: proxy.url };
  const started = await Promise.allSettled([
    ...Array.from({ length: APIS }, () => startIn(dataDir, ofApis, 'api', start)),
    ...Array.from({ length: WORKERS }, () => startIn(dataDir, ofApis, 'worker', start)),
  ]);
  const processes = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const end = async <T>(how: (process: RunningService) => Promise<T>): Promise<T[]> => {
    const ends = await Promise.all(processes.map(how));
    proxy[Symbol.dispose]();
    return ends;
  };
  const failed = started.find((one) => one.status === 'rejected');
  if (failed) {
    await end((process) => process.crash());
    throw failed.reason;
  }
  const urls = processes.map(({ url }) => url).filter((url) => url !== '');
  proxy.forwardTo(urls);
  const stop = async () => {
    const codes = await end((process) => process.stop());
    return codes.find((code) => code !== 0) ?? 0;
  };
  return {
    url: proxy.url,
    pid: processes[0]?.pid ?? 0,
    workerPids: processes.flatMap(({ workerPids }) => workerPids),
    log: () => processes.map((process) => process.log()).join(''),
    crash: async () => void (await end((process) => process.crash())),
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}

/** Starts a process in the first folder that no process uses. */
async function startIn(
  dataDir: string,
  environment: Record<string, string>,
  role: Role,
  start: Start,
): Promise<RunningService> {
  let number = 1;
  while (taken.has(join(dataDir, `${role}-${number}`))) number += 1;
  const folder = join(dataDir, `${role}-${number}`);
  taken.add(folder);
  const oneRasteriser = { FRAMEPRESS_WORKERS: '1' };
  try {
    const process = await start(folder, { ...oneRasteriser, ...environment }, role);
    const freed = async <T>(ending: Promise<T>): Promise<T> => {
      const ended = await ending;
      taken.delete(folder);
      return ended;
    };
    return {
      ...process,
      crash: () => freed(process.crash()),
      stop: () => freed(process.stop()),
      [Symbol.asyncDispose]: () => freed(process.stop().then(() => undefined)),
    };
  } catch (error) {
    taken.delete(folder);
    throw error;
  }
}
