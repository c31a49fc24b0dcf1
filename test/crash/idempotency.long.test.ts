import { mkdtemp, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json, pause } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { placeOf } from '../support/place.ts';
import { makeClient, type RunningService, startService } from '../support/service.ts';
import { isCluster } from '../support/test-services.ts';

const AT_ONCE = 50;
/** The service accepts fewer requests with files at once. */
const UPLOADS_AT_ONCE = 10;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** A request that creates one row. */
type Creation = { path: string; table: string; bytes: Buffer; type: string };

let folder: string;
let data: string;
let token: string;
let service: RunningService;
let creations: Creation[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-idempotency-'));
  data = join(folder, 'data');
  const credentials = await makeClient(data);
  service = await startService(data);
  const client = new Client(service.url);
  const issued = await client.send('POST', '/oauth/token', {
    grant_type: 'client_credentials',
    ...credentials,
  });
  token = String(issued.body['access_token']);
  const pack = await writePackage(join(folder, 'small.zip'), smallLottie(2));
  const version = await (await client.login(credentials)).addTemplate(pack);
  const id = version['id'];
  const mapping = { template_style_version_id: id, missing: 'example', resources: {} };
  const batch = { template_style_version_id: id, rows: [{ t_01: 'Ada' }], start: false };
  creations = [
    await json('/v2/render_sessions', 'render_sessions', { title: 'x', mapping }),
    await json('/v2/batches', 'batches', batch),
    await form('/v2/uploads', 'uploads', PNG),
    await form('/v2/template_style_versions', 'template_style_versions', await readFile(pack)),
  ];
});

afterAll(async () => {
  await service?.stop();
  await removeFolder(folder);
});

async function json(path: string, table: string, body: Json): Promise<Creation> {
  return { path, table, bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' };
}

async function form(path: string, table: string, bytes: Buffer): Promise<Creation> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), 'file.zip');
  const sent = new Request('http://127.0.0.1/', { method: 'POST', body });
  const type = sent.headers.get('content-type') ?? '';
  return { path, table, bytes: Buffer.from(await sent.arrayBuffer()), type };
}

// Keys belong to the client, so each request needs a key of its own.
const headersOf = ({ path, type }: Creation, key: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': type,
  'idempotency-key': `${key} ${path}`,
});

/** Sends a request, again when the service asks for it, and returns the created resource. */
async function send(creation: Creation, key: string): Promise<{ id: string; isReplayed: boolean }> {
  const { path, bytes } = creation;
  const answer = await fetch(service.url + path, {
    method: 'POST',
    headers: headersOf(creation, key),
    body: new Uint8Array(bytes),
  });
  const text = await answer.text();
  const retryAfter = answer.headers.get('retry-after');
  if (answer.status === 503 && retryAfter !== null) {
    await pause(Number(retryAfter) * 1000);
    return send(creation, key);
  }
  expect([path, answer.status, text.slice(0, 500)]).toEqual([path, 201, text.slice(0, 500)]);
  const [resource] = Object.values(JSON.parse(text) as Record<string, Json>);
  return {
    id: String(resource?.['id']),
    isReplayed: answer.headers.get('idempotent-replayed') === 'true',
  };
}

/** Sends a request and never reads its response. */
function sendOnly(creation: Creation, key: string): void {
  const headers = { ...headersOf(creation, key), 'content-length': creation.bytes.byteLength };
  const sent = request(service.url + creation.path, { method: 'POST', headers, agent: false });
  sent.on('error', () => undefined).end(creation.bytes);
}

/** A service that has not answered for this time waits for the lock. */
const LOCKED_MS = 200;

/** Returns false while the service waits for the lock of the database. */
async function isAnswering(): Promise<boolean> {
  const signal = AbortSignal.timeout(LOCKED_MS);
  return fetch(`${service.url}/healthz`, { signal }).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function idsIn(table: string): Promise<string[]> {
  const { query } = await placeOf(data);
  return (await query(`select id from ${table}`)).map(({ id }) => String(id));
}

const allIds = async () =>
  new Map(
    await Promise.all(
      creations.map(async ({ table }): Promise<[string, string[]]> => [table, await idsIn(table)]),
    ),
  );

/** The ids that were added to a table since `before`. */
async function added(before: Map<string, string[]>, { table }: Creation): Promise<string[]> {
  return (await idsIn(table)).filter((id) => !before.get(table)?.includes(id));
}

test(`${AT_ONCE} identical requests at once create one session`, async () => {
  for (const [i, creation] of creations.entries()) {
    const before = await allIds();
    const count = i === 0 ? AT_ONCE : UPLOADS_AT_ONCE;
    const answers = await Promise.all(
      Array.from({ length: count }, () => send(creation, 'at once')),
    );
    const [id] = answers.map((answer) => answer.id);
    expect(new Set(answers.map((answer) => answer.id))).toEqual(new Set([id]));
    expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    expect(await added(before, creation)).toEqual([id]);
  }
});

// PostgreSQL has no such lock.
test.runIf(!isCluster)(
  'a request that was killed before its commit creates one resource when it is repeated',
  async () => {
    const before = await allIds();
    // While this transaction is open, no other process can commit.
    using file = new DatabaseSync(join(data, 'framepress.sqlite'), { timeout: 10_000 });
    file.exec('begin immediate');
    for (const creation of creations) sendOnly(creation, 'before');
    while (await isAnswering());
    await service.crash();
    file.exec('rollback');
    for (const creation of creations) expect(await added(before, creation)).toEqual([]);
    service = await startService(data);
    for (const creation of creations) {
      const { id, isReplayed } = await send(creation, 'before');
      expect([creation.path, isReplayed]).toEqual([creation.path, false]);
      expect(await send(creation, 'before')).toEqual({ id, isReplayed: true });
      expect(await added(before, creation)).toEqual([id]);
    }
  },
);

test('a request that was killed between its commit and its response replays its resource', async () => {
  const before = await allIds();
  for (const creation of creations) sendOnly(creation, 'after');
  for (const creation of creations)
    while ((await added(before, creation)).length === 0) await pause(1);
  await service.crash();
  service = await startService(data);
  for (const creation of creations) {
    const [id] = await added(before, creation);
    expect([creation.path, await send(creation, 'after')]).toEqual([
      creation.path,
      { id, isReplayed: true },
    ]);
    expect(await added(before, creation)).toEqual([id]);
  }
});
