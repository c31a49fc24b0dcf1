import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { S3Client } from '@aws-sdk/client-s3';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { startProxy, type TcpProxy } from '../support/proxy.ts';
import { startRoundRobin } from '../support/round-robin.ts';
import { type Role, type RunningService, startProcess } from '../support/service.ts';
import { makeBuckets, type StoreServer, s3Variables, startS3 } from '../support/stores.ts';

/** A process of a cluster, which can be killed and started again. */
export type Member = {
  name: string;
  role: Role;
  /** Undefined while it is started, and after its stop. */
  service: RunningService | undefined;
  /** Its own connections to the database and to the store. */
  network: { database: TcpProxy; store: TcpProxy };
  /** The command line of its version. */
  program: string | undefined;
};

/** A cluster whose processes, database and store can be killed one by one. */
export type Processes = AsyncDisposable & {
  /** Each request goes to the next API. */
  url: string;
  members: readonly Member[];
  database: PostgresServer;
  databaseUrl: string;
  store: StoreServer;
  /** Variables of all processes. */
  environment: Record<string, string>;
  /** A client of the store with the buckets `files` and `videos`. */
  s3: S3Client;
  /** Kills a process with SIGKILL and starts it again. */
  kill(member: Member): Promise<void>;
  /** Starts another process, maybe of another version. */
  add(role: 'api' | 'worker', program?: string): Promise<Member>;
  /** Stops a process with SIGTERM. Returns its exit code. */
  stop(member: Member): Promise<number | null>;
};

/** Starts PostgreSQL, an S3 server, APIs and workers, each with its own data folder below `folder`. */
export async function startProcesses(
  folder: string,
  { apis, workers }: { apis: number; workers: number },
  more: Record<string, string> = {},
): Promise<Processes> {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await startPostgres({ log_min_messages: 'panic' }));
  const store = opened.use(await startS3());
  const proxy = opened.use(await startRoundRobin());
  const s3 = await makeBuckets(store.url, 'files', 'videos');
  const databaseUrl = await database.createDatabase();
  const environment = {
    DATABASE_URL: databaseUrl,
    FRAMEPRESS_STORAGE: 's3://files/service',
    ...s3Variables(store.url),
    FRAMEPRESS_SECRET_KEYS: randomBytes(32).toString('base64'),
    FRAMEPRESS_SIGNING_KEY: randomBytes(32).toString('base64'),
    FRAMEPRESS_WORKERS: '1',
    PUBLIC_URL: proxy.url,
    ...more,
  };
  const start = async (member: Member) => {
    const { name, role, network, program } = member;
    const own = {
      ...environment,
      DATABASE_URL: through(network.database, databaseUrl),
      FRAMEPRESS_S3_ENDPOINT: through(network.store, store.url),
    };
    member.service = await startProcess(join(folder, name), own, role, program);
    forward();
  };
  const members: Member[] = [];
  const forward = () =>
    proxy.forwardTo(
      members.flatMap(({ role, service }) => (role === 'api' && service ? [service.url] : [])),
    );
  const processes = opened.use(new AsyncDisposableStack());
  const add = async (role: 'api' | 'worker', program?: string): Promise<Member> => {
    const network = {
      database: processes.use(await startProxy(databaseUrl)),
      store: processes.use(await startProxy(store.url)),
    };
    const number = members.filter((one) => one.role === role).length + 1;
    const member = { name: `${role}-${number}`, role, service: undefined, network, program };
    members.push(member);
    processes.defer(async () => void (await stop(member)));
    await start(member);
    return member;
  };
  const stop = async (member: Member) => {
    const { service } = member;
    member.service = undefined;
    forward();
    return (await service?.stop()) ?? null;
  };
  const roles = [...Array<'api'>(apis).fill('api'), ...Array<'worker'>(workers).fill('worker')];
  await Promise.all(roles.map((role) => add(role)));
  const held = opened.move();
  return {
    url: proxy.url,
    members,
    database,
    databaseUrl,
    store,
    environment,
    s3,
    add,
    stop,
    kill: async (one) => {
      const { service } = one;
      one.service = undefined;
      await service?.crash();
      await start(one);
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Returns the address of a server behind a proxy. */
function through({ port }: TcpProxy, url: string): string {
  return url.replace(/:\d+(?=\/|$)/, `:${port}`);
}

/** Returns the ids of all processes that a process has started, directly or not. */
export async function descendantsOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = tasks.map((task) =>
    readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => ''),
  );
  const children = (await Promise.all(lists)).flatMap((list) => list.split(' ').filter(Boolean));
  const below = await Promise.all(children.map((child) => descendantsOf(Number(child))));
  return [...children.map(Number), ...below.flat()];
}
