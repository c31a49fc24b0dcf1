import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/index.ts';
import { EVENT_FORMS } from '../../src/service/event-forms.ts';
import { Client, type Json, pause } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { framepress, type RunningService, startProcess } from '../support/service.ts';
import type { StoreFault } from '../support/store-faults.ts';
import { BAD_DATABASES, BAD_STORES } from './bad-settings-rows.ts';
import { endOf, startPreview } from './renders.ts';
import {
  expectPlain,
  findingOf,
  partsOf,
  type Servers,
  startServers,
  type Variables,
} from './settings-servers.ts';

/** So long that the first attempts to connect fail. */
const REFUSED_MS = 2000;
const SHIFT_SECONDS = 300;
/** The digest of a video. */
const VIDEO: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);

let servers: Servers;
beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers[Symbol.asyncDispose]());

const doctor = (name: string, more: Variables) =>
  findingOf(name, servers.newFolder(), { ...servers.variables, ...more });

describe('a database that cannot be used is reported at the start and by doctor', () => {
  test.each(Object.entries(BAD_DATABASES))('%s', async (_, { url, says }) => {
    const variables = { DATABASE_URL: await url(servers) };
    const serve = ['serve', '--port', '0', '--data-dir', servers.newFolder()];
    const [started, found] = await Promise.all([
      framepress(serve, { ...servers.variables, ...variables }),
      doctor('database', variables),
    ]);
    // A wrong configuration.
    expect([started.code, started.stdout]).toEqual([2, '']);
    expectPlain(started.stderr);
    for (const text of says) {
      expect(started.stderr).toMatch(text);
      expect(found).toMatch(text);
    }
  });

  test('and the remedy helps: with the authority, doctor finds nothing', async () => {
    const url = `${servers.variables.DATABASE_URL}?sslmode=verify-full&sslrootcert=${servers.caPath}`;
    const args = ['doctor', '--data-dir', servers.newFolder()];
    const { code, stdout } = await framepress(args, { ...servers.variables, DATABASE_URL: url });
    expect(stdout).toMatch(/ok +database: PostgreSQL answers/);
    expect(code).toBe(0);
  });
});

test('a start waits while the database has no free connections', async () => {
  const held: pg.Client[] = [];
  const hold = async () => {
    const client = new pg.Client({ connectionString: servers.postgres.url('postgres') });
    client.on('error', () => undefined);
    await client.connect();
    held.push(client);
  };
  const error = await (async () => {
    for (;;) await hold();
  })().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: '53300' });
  let hasStarted = false;
  const starting = startProcess(servers.newFolder(), servers.variables, 'api').then((service) => {
    hasStarted = true;
    return service;
  });
  await pause(REFUSED_MS);
  expect(hasStarted).toBe(false);
  await Promise.all(held.map((client) => client.end()));
  await using service = await starting;
  expect(await partsOf(service.url)).toMatchObject({ database: 'ok' });
});

describe('a store that cannot be used is reported by /readyz and doctor', () => {
  test.each(Object.entries(BAD_STORES))('%s', async (_, { variables = {}, fault, says }) => {
    servers.store.fault = fault;
    try {
      const [found, ready] = await Promise.all([
        doctor('file store', variables),
        (async () => {
          await using service = await startProcess(
            servers.newFolder(),
            { ...servers.variables, ...variables },
            'api',
          );
          const parts = await partsOf(service.url);
          expectPlain(service.log());
          return parts;
        })(),
      ]);
      for (const text of says) expect(found).toMatch(text);
      expect(ready).toMatchObject({ database: 'ok', clock: 'ok' });
      expect(ready['storage']).toMatch(says[0] as RegExp);
      expectPlain(JSON.stringify(ready));
    } finally {
      servers.store.fault = undefined;
    }
  });
});

/** Each process sees another time than the database. */
function shifted(seconds: number): Variables {
  const code = `const{now}=Date;Date.now=()=>now()+${seconds * 1000}`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

describe('a service', () => {
  let sql: pg.Pool;
  let client: Client;
  let versionId: string;
  const started = new AsyncDisposableStack();
  const probes: Record<string, string> = {};

  /** Starts a worker with probes. */
  const addWorker = async (name: string, more: Variables): Promise<RunningService> => {
    const port = await freePort();
    probes[name] = `http://127.0.0.1:${port}`;
    const variables = { ...servers.variables, FRAMEPRESS_PROBE_PORT: String(port), ...more };
    return started.use(await startProcess(servers.newFolder(), variables, 'worker'));
  };
  const rendersOf = async (name: string): Promise<number> => {
    const text = await (await fetch(`${probes[name]}/metrics`)).text();
    const lines = text.match(/^framepress_renders_total\{.*outcome="rendered".*$/gm) ?? [];
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  };
  const stateOf = async (id: string): Promise<unknown> => {
    const { body } = await client.send('GET', `/v2/render_sessions/${id}`);
    return (body['render_session'] as Json)['status'];
  };

  beforeAll(async () => {
    sql = new pg.Pool({ connectionString: servers.variables.DATABASE_URL });
    started.defer(() => sql.end());
    // Two workers and an API, with three clocks.
    const [api] = await Promise.all([
      startProcess(servers.newFolder(), { ...servers.variables, ...shifted(SHIFT_SECONDS) }, 'api'),
      addWorker('late', shifted(-SHIFT_SECONDS)),
      addWorker('full', { FRAMEPRESS_DISK_FLOOR_MB: '100000000' }),
    ]);
    started.use(api);
    await using db = await openDatabase(servers.variables.DATABASE_URL, EVENT_FORMS);
    const made = await db.clients.create('test');
    const credentials = { client_id: made.clientId, client_secret: made.clientSecret };
    client = await new Client(api.url).login(credentials);
    const pack = await writePackage(join(servers.folder, 'small.zip'), smallLottie());
    versionId = String((await client.addTemplate(pack))['id']);
  });
  afterAll(() => started.disposeAsync());

  test('with clocks five minutes apart reports them, and stores times of the database', async () => {
    const says =
      /The clock of this machine is (29\d|30\d) seconds (ahead of|behind) the database's\./;
    expect((await partsOf(client.base))['clock']).toMatch(says);
    expect((await partsOf(probes['late']))['clock']).toMatch(says);
    expect((await partsOf(probes['full']))['clock']).toBe('ok');
    const found = await doctor('clock', shifted(SHIFT_SECONDS));
    expect(found).toMatch(says);
    expect(found).toMatch(/Synchronize the clocks/);
    const id = await startPreview(client, { versionId, text: 'clocks' });
    expect(await endOf(client, sql, [id])).toEqual([VIDEO]);
    const { rows } = await sql.query(
      `select greatest(created_at, updated_at) - extract(epoch from now()) * 1000 as ahead,
        updated_at >= created_at as ordered from render_sessions where id = $1`,
      [id],
    );
    expect(rows).toMatchObject([{ ordered: true }]);
    // The API's machine is five minutes ahead.
    expect(Number((rows[0] as { ahead: unknown }).ahead)).toBeLessThan(60_000);
  });

  test('with a full disk on one worker renders everything on the other worker', async () => {
    expect((await partsOf(probes['full']))['storage']).toMatch(
      /The data folder has \d+ MB left \(FRAMEPRESS_DISK_FLOOR_MB: 100000000\)/,
    );
    expect((await partsOf(probes['late']))['storage']).toBe('ok');
    const before = await rendersOf('late');
    const texts = ['one', 'two', 'three', 'four'];
    const ids = await Promise.all(texts.map((text) => startPreview(client, { versionId, text })));
    expect(await endOf(client, sql, ids)).toEqual(texts.map(() => VIDEO));
    expect(await rendersOf('full')).toBe(0);
    expect(await rendersOf('late')).toBe(before + texts.length);
  });

  test('with a slow store renders', async () => {
    servers.store.fault = 'slow';
    try {
      const id = await startPreview(client, { versionId, text: 'slow' });
      expect(await endOf(client, sql, [id])).toEqual([VIDEO]);
    } finally {
      servers.store.fault = undefined;
    }
  });

  test('with a store that may not be listed renders', async () => {
    servers.store.fault = 'may not list';
    try {
      const id = await startPreview(client, { versionId, text: 'not listed' });
      expect(await endOf(client, sql, [id])).toEqual([VIDEO]);
    } finally {
      servers.store.fault = undefined;
    }
  });

  const WAITING: StoreFault[] = ['may not write', 'wrong etag'];
  test.each(WAITING)('lets sessions wait for a store: %s', async (fault) => {
    servers.store.fault = fault;
    servers.store.faults = 0;
    try {
      const id = await startPreview(client, { versionId, text: fault });
      while (servers.store.faults === 0) await pause(50);
      expect(await stateOf(id)).toBe('preview_rendering');
      servers.store.fault = undefined;
      expect(await endOf(client, sql, [id])).toEqual([VIDEO]);
    } finally {
      servers.store.fault = undefined;
    }
  });
});
