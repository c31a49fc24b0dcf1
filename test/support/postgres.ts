import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../../src/database/index.ts';
import { EVENT_FORMS } from '../../src/service/event-forms.ts';
import { removeFolder } from './folder.ts';
import { freePort } from './free-port.ts';

const INSTALLED = '/usr/lib/postgresql';
const TEMPLATE = 'migrated';
const MAX_STARTS = 50;

/** Nothing is synced: a test kills processes, but it does not cut the power. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '32MB',
  autovacuum_naptime: '10min',
  log_min_messages: 'fatal',
};

/** A PostgreSQL server of a test, on a free port of loopback. Disposing ends it and removes its files. */
export type PostgresServer = AsyncDisposable & {
  port: number;
  /** Returns the URL of a database of this server. */
  url(database: string): string;
  /** Makes a database with all tables, in milliseconds, and returns its URL. */
  createDatabase(): Promise<string>;
  /** Makes a database without tables, and returns its URL. */
  createEmptyDatabase(): Promise<string>;
  start(): Promise<void>;
  /** Ends the connections of clients, and stops. */
  stop(): Promise<void>;
  /** Kills the server with SIGKILL, which also ends its children. */
  crash(): Promise<void>;
};

/**
 * `settings` are added to postgresql.conf's. `files` are written to the parent of the data folder, in which the
 * server starts, and only the server can read them.
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const bin = await binFolder();
  const folder = await mkdtemp(join(tmpdir(), 'framepress-postgres-'));
  const user = userIds();
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await writeFile(path, content, { mode: 0o600 });
    if (user.uid !== undefined) chownSync(path, user.uid, user.gid ?? user.uid);
  }
  const data = join(folder, 'data');
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const port = await freePort();
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  const all = { ...SETTINGS, ...settings, port: String(port), unix_socket_directories: folder };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let server: ChildProcess | undefined;
  let isMigrated: Promise<void> | undefined;
  let databases = 0;

  const tryStart = async () => {
    server = spawn(join(bin, 'postgres'), ['-D', data, ...options], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return answers(url('postgres'), server);
  };
  /** After a crash, the children of the former server may still use its memory for a moment. */
  const start = async () => {
    for (let attempt = 1; !(await tryStart()); attempt += 1) {
      if (attempt === MAX_STARTS) throw new Error('PostgreSQL did not start');
      await sleep(100);
    }
  };
  const end = async (signal: NodeJS.Signals) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  const create = async (template: string) => {
    databases += 1;
    const name = `test_${databases}`;
    await run(url('postgres'), `create database ${name} template ${template}`);
    return url(name);
  };
  const migrate = async () => {
    await run(url('postgres'), `create database ${TEMPLATE} template template0`);
    await (await openDatabase(url(TEMPLATE), EVENT_FORMS))[Symbol.asyncDispose]();
  };

  await start();
  return {
    port,
    url,
    start,
    createDatabase: async () => {
      isMigrated ??= migrate();
      await isMigrated;
      return create(TEMPLATE);
    },
    createEmptyDatabase: () => create('template0'),
    // A fast shutdown.
    stop: () => end('SIGINT'),
    crash: async () => {
      // Its children may end a transaction before they notice that it has ended.
      const children = childrenOf(server?.pid ?? 0);
      const ended = end('SIGKILL');
      for (const child of children) killIfThere(child);
      await ended;
    },
    async [Symbol.asyncDispose]() {
      // An immediate shutdown: the files are removed anyway.
      await end('SIGQUIT');
      await removeFolder(folder);
    },
  };
}

/** Runs a statement on its own connection. */
export async function run(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** PostgreSQL does not run as root, so root starts it as the user of Debian's package. */
function userIds(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (which: string) =>
    Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Debian's newest version, or the programs of the path. */
async function binFolder(): Promise<string> {
  const versions = await readdir(INSTALLED).catch(() => []);
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? '' : join(INSTALLED, newest, 'bin');
}

/** Returns the processes that a process has started. */
function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.split(' ').filter(Boolean).map(Number);
  } catch {
    // It has ended.
    return [];
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Returns true when the server answers, and false when it has ended. */
async function answers(url: string, server: ChildProcess): Promise<boolean> {
  while (server.exitCode === null && server.signalCode === null) {
    const isThere = await run(url, 'select 1').then(
      () => true,
      () => false,
    );
    if (isThere) return true;
    await sleep(20);
  }
  return false;
}
