import { setPlace } from './place.ts';
import { askServices } from './test-services.ts';

type Shared = {
  url: string;
  dataDir: string;
  /** Variables for commands that use the folder. */
  environment: Record<string, string>;
  accountId: string;
  credentials: { client_id: string; client_secret: string };
  /** The service's own process; the first one of a cluster. */
  pid: number;
  /** The processes that render. */
  workerPids: readonly number[];
};

/** A service that other test files use too, and the client of a new account in it. */
export type SharedService = Shared & {
  /** Returns what the service has logged since the file asked for it. */
  log(): Promise<string>;
};

/**
 * Returns a service that runs until all tests have ended. Do not stop it, and do not change its folder. Pages
 * of all origins may use it. On one machine, only one file at a time uses it. A file that holds the rasterisers,
 * or that needs the whole queue, sets `isHeld`; then this is so on a cluster, too.
 */
export async function sharedService(
  environment: Record<string, string> = {},
  { isHeld = false } = {},
): Promise<SharedService> {
  const wanted = { worker: process.env['VITEST_POOL_ID'], environment, isHeld };
  const readLog = () => askServices<string>('/log', wanted);
  const shared = await askServices<Shared>('/shared', wanted);
  setPlace(shared.dataDir, shared.environment);
  const { length } = await readLog();
  return { ...shared, log: async () => (await readLog()).slice(length) };
}
