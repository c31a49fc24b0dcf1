import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Database } from '../../src/database/index.ts';
import { EVENT_FORMS } from '../../src/service/event-forms.ts';
import { startCluster } from './cluster.ts';
import { type Ended, runInProcess } from './in-process.ts';
import { placeOf } from './place.ts';
import { isCluster } from './test-services.ts';

const run = promisify(execFile);
export const PROGRAM = fileURLToPath(new URL('../../bin/framepress', import.meta.url));

export type RunningService = AsyncDisposable & {
  url: string;
  /** The service's own process; the first one of a cluster. */
  pid: number;
  /** The processes that render. */
  workerPids: readonly number[];
  /** The service's log so far. */
  log(): string;
  /** Sends SIGKILL. */
  crash(): Promise<void>;
  stop(): Promise<number | null>;
};

/**
 * Starts the service of a data folder on a free port, with access to loopback. A worker has no URL. When the
 * tests run on a cluster, `all` is a cluster, and the other roles are one process of it.
 */
export async function startService(
  dataDir: string,
  environment: Record<string, string> = {},
  role: Role = 'all',
): Promise<RunningService> {
  if (!isCluster) return startProcess(dataDir, environment, role);
  const { environment: variables } = await placeOf(dataDir);
  const start = (folder: string, own: Record<string, string>, part: Role) =>
    startProcess(folder, { ...variables, ...own, ...environment }, part);
  return startCluster(dataDir, role, start);
}

export type Role = 'all' | 'api' | 'worker';

/** Starts `framepress serve`. */
export async function startProcess(
  dataDir: string,
  environment: Record<string, string>,
  role: Role,
  program = PROGRAM,
): Promise<RunningService> {
  const child = spawn(program, ['serve', '--port', '0', '--data-dir', dataDir, '--role', role], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      FRAMEPRESS_FETCH_ALLOW: '127.0.0.1/32',
      FRAMEPRESS_LOG_LEVEL: 'warn',
      // Otherwise a test takes for ever beside a program that uses all of the processor.
      FRAMEPRESS_RENDER_NICENESS: '0',
      // Tests ask as often as they like.
      FRAMEPRESS_RATE_LIMIT_PER_MINUTE: '1000000',
      FRAMEPRESS_TOKEN_RATE_LIMIT_PER_MINUTE: '1000000',
      ...environment,
    },
  });
  // scripts/test.ts says how many there were.
  const starts = process.env['TEST_STARTS'];
  if (starts !== undefined) appendFileSync(starts, `${role}\n`);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const url = await addressOf(child, () => errors.slice(-4000));
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
    return child.exitCode;
  };
  const { pid = 0 } = child;
  return {
    url,
    pid,
    workerPids: role === 'api' ? [] : [pid],
    log: () => errors,
    crash: async () => {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
    [Symbol.asyncDispose]: async () => {
      await end('SIGTERM');
    },
  };
}

async function addressOf(child: ChildProcess, errors: () => string): Promise<string> {
  if (child.stdout) {
    for await (const line of createInterface(child.stdout)) {
      const [, url] = /^listening on (\S+)/.exec(line) ?? [];
      if (url !== undefined || line === 'worker is running') return url ?? '';
    }
  }
  throw new Error(`The service ended before it was listening: ${errors()}`);
}

/**
 * Runs a command in this process and returns its exit code and output. A command for a data folder uses the
 * rows and files of its service. Use `spawnFramepress` where the process is the subject: its signals, its
 * standard input, its memory.
 */
export async function framepress(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<Ended> {
  return runInProcess(args, { ...(await environmentFor(args)), ...environment });
}

/** Runs the program with a command to its end, as `framepress` does in this process. */
export async function spawnFramepress(
  args: readonly string[],
  environment: Record<string, string> = {},
  program = PROGRAM,
): Promise<Ended> {
  try {
    const { stdout, stderr } = await run(program, args, {
      env: { ...process.env, ...(await environmentFor(args)), ...environment },
      maxBuffer: 64 * 1024 * 1024,
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as Ended;
    return { code, stdout, stderr };
  }
}

/** Returns the variables for a command that has the option `--data-dir`. */
async function environmentFor(args: readonly string[]): Promise<Record<string, string>> {
  const dataDir = args[args.indexOf('--data-dir') + 1];
  return args.includes('--data-dir') && dataDir ? (await placeOf(dataDir)).environment : {};
}

/** Runs a function with the database of a service, which may be running. Starting a program takes a second. */
export async function inDatabase<T>(
  dataDir: string,
  use: (db: Database) => Promise<T>,
): Promise<T> {
  const { DATABASE_URL: databaseUrl } = (await placeOf(dataDir)).environment;
  if (databaseUrl !== undefined) {
    const { openDatabase } = await import('../../src/database/index.ts');
    await using db = await openDatabase(databaseUrl, EVENT_FORMS);
    return await use(db);
  }
  const { withDatabase } = await import('../../src/service/with-database.ts');
  return withDatabase({ dataDir }, use);
}

/** Creates an account, and a client with all rights in it. */
export async function makeAccount(
  dataDir: string,
  name = 'test',
): Promise<{ accountId: string; credentials: { client_id: string; client_secret: string } }> {
  return inDatabase(dataDir, async (db) => {
    const { id: accountId } = await db.accounts.insert(name);
    const { clientId, clientSecret } = await db.clients.create(name, { accountId });
    return { accountId, credentials: { client_id: clientId, client_secret: clientSecret } };
  });
}

/** Creates a client with all rights, as `framepress client create` does, in the default or another account. */
export async function makeClient(
  dataDir: string,
  accountId?: string,
): Promise<{ client_id: string; client_secret: string }> {
  const made = await inDatabase(dataDir, (db) =>
    db.clients.create('test', accountId === undefined ? {} : { accountId }),
  );
  return { client_id: made.clientId, client_secret: made.clientSecret };
}
