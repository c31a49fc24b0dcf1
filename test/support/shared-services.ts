import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { ClusterServers } from './cluster-servers.ts';
import { removeFolder } from './folder.ts';
import { holdableSegments } from './held-segments.ts';
import { placeOf } from './place.ts';
import { makeAccount, PROGRAM, type RunningService, startService } from './service.ts';
import type { SharedService } from './shared-service.ts';
import { isCluster, SERVICES_URL } from './test-services.ts';

const run = promisify(execFile);
const PROGRAMS = fileURLToPath(new URL('../../dist/programs', import.meta.url));

type Wanted = { worker: string; environment: Record<string, string>; isHeld: boolean };
type Started = { service: RunningService; dataDir: string };

/**
 * Runs in Vitest's main process, for all test files: starts what they share with the first request for it,
 * and stops it at the end of the run. Files ask with the functions of test-services.ts.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Each project of Vitest calls it.
  if (process.env[SERVICES_URL] !== undefined) return undefined;
  // The processes that tests start compile the sources once, as with bin/framepress: it saves half of their start.
  process.env['NODE_COMPILE_CACHE'] ??= join(homedir(), '.cache', 'framepress');
  // It builds the bundles of the programs if a source is newer. Otherwise the first tests would do so at once.
  const build = () => run(PROGRAM, ['--version']);
  await build();
  project.onTestsRerun(async () => void (await build()));
  process.env['PROGRAMS_FOLDER'] = PROGRAMS;
  const opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'framepress-shared-'));
  opened.defer(() => removeFolder(folder));
  const servers = opened.use(new ClusterServers());
  const shared = sharedServices(folder, opened);
  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const wanted = (await json(request)) as Wanted;
    if (request.url === '/place') return servers.newPlace();
    return request.url === '/log' ? shared.log(wanted) : shared.accountIn(wanted);
  };
  const server = createServer((request, response) => {
    answer(request).then(
      (found) => response.end(JSON.stringify(found)),
      (error: Error) => response.writeHead(500).end(error.stack),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  opened.defer(() => void server.close());
  process.env[SERVICES_URL] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return () => opened.disposeAsync();
}

/**
 * Starts a service for each environment. On one machine each worker of Vitest has its own, so that files do
 * not wait for each other's renders; a cluster is shared by all files that hold no rasterisers.
 */
function sharedServices(folder: string, opened: AsyncDisposableStack) {
  const started = new Map<string, Promise<Started>>();
  const start = async (name: string, environment: Record<string, string>): Promise<Started> => {
    const dataDir = join(folder, name);
    const own = {
      // A held rasteriser would be ended after a minute.
      FRAMEPRESS_STALL_SECONDS: '3600',
      FRAMEPRESS_CORS_ORIGINS: '*',
      ...(await holdableSegments(dataDir)),
      ...environment,
    };
    return { service: opened.use(await startService(dataDir, own)), dataDir };
  };
  const serviceFor = ({ worker, environment, isHeld }: Wanted): Promise<Started> => {
    const key = JSON.stringify([isCluster && !isHeld ? '' : worker, environment]);
    const known = started.get(key) ?? start(`data-${started.size + 1}`, environment);
    started.set(key, known);
    return known;
  };
  return {
    accountIn: async (wanted: Wanted): Promise<Omit<SharedService, 'log'>> => {
      const { service, dataDir } = await serviceFor(wanted);
      const { environment } = await placeOf(dataDir);
      const { url, pid, workerPids } = service;
      return { url, dataDir, environment, pid, workerPids, ...(await makeAccount(dataDir)) };
    },
    log: async (wanted: Wanted): Promise<string> => (await serviceFor(wanted)).service.log(),
  };
}
