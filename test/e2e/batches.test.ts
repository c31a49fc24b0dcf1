import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPromise } from 'yauzl';
import { Client, type Json, pause } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { holdSegments } from '../support/held-segments.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { placeOf } from '../support/place.ts';
import { isReady } from '../support/ready.ts';
import { inDatabase, makeAccount } from '../support/service.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';
import { isCluster, WORKERS } from '../support/test-services.ts';

const LOGO = '(Footage)/USER/logo_01.png';
/** The sessions of an account that are drawn at once. Eight times as many rows of batches are sessions. */
const PLACES = ((isCluster ? 1 : availableParallelism()) + 1) * WORKERS;

let folder: string;
let service: SharedService;
let client: Client;
let version: string;
let origin: Server;
let logo: string;
let requests = 0;
/** The responses of the origin wait for this. */
let held: Promise<unknown> = Promise.resolve();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-batches-'));
  const create = { width: 64, height: 32, channels: 3 as const, background: '#00a040' };
  const image = await sharp({ create }).png().toBuffer();
  // Without ETag and Last-Modified, only the batch itself shows that the file is still current.
  origin = createServer((request, response) => {
    requests += 1;
    if (request.url?.startsWith('/missing')) return void response.writeHead(404).end();
    void held.then(() => response.end(image));
  }).listen(0, '127.0.0.1');
  await once(origin, 'listening');
  logo = `http://127.0.0.1:${(origin.address() as AddressInfo).port}/logo.png?signature=secret`;
  service = await sharedService({}, { isHeld: true });
  client = await new Client(service.url).login(service.credentials);
  const file = await writePackage(join(folder, 'small.zip'), smallLottie(6));
  version = String((await client.addTemplate(file))['id']);
});

afterAll(async () => {
  origin?.close();
  await removeFolder(folder);
});

async function sendCsv(csv: string, query: Record<string, string> = {}) {
  const search = new URLSearchParams({ template_style_version_id: version, ...query });
  return client.send('POST', `/v2/batches?${search}`, csv, { 'content-type': 'text/csv' });
}

async function batchOf(id: string): Promise<Json> {
  return (await client.send('GET', `/v2/batches/${id}`)).body['batch'] as Json;
}

async function waitFor(id: string, statuses: string[]): Promise<Json> {
  for (;;) {
    const batch = await batchOf(id);
    if (statuses.includes(String(batch['status']))) return batch;
    await pause(100);
  }
}

/** Waits until so many rows are sessions that render or wait for it. */
async function rendering(id: string, count: number): Promise<void> {
  while (Number(((await batchOf(id))['counts'] as Json)['rendering']) < count) await pause(50);
}

async function rowsOf(id: string, query = ''): Promise<Json[]> {
  return (await client.send('GET', `/v2/batches/${id}/rows?limit=100${query}`)).body[
    'rows'
  ] as Json[];
}

/** Each machine that renders rows fetches a file once. */
function expectFetchedOnce(): void {
  expect(requests).toBeGreaterThanOrEqual(1);
  expect(requests).toBeLessThanOrEqual(WORKERS);
}

test('a CSV file becomes a video for each row, and invalid rows are corrected before it begins', async () => {
  const csv = [
    `t_01;c_01;${LOGO};external_id;metadata.city;output.width`,
    `Ada;0a7b83;${logo};ada;London;64`,
    `"=HYPERLINK(""x"")";red;${logo};eve;;64`,
    '',
    `Grüße, Zoë;ffffff;${logo};zoe;Bern;64`,
  ].join('\n');
  const created = await sendCsv(`\ufeff${csv}`, { title: 'Cards', external_id: 'cards-1' });
  expect(created).toMatchObject({ status: 201, body: { batch: { status: 'checking' } } });
  const id = String((created.body['batch'] as Json)['id']);

  expect(await waitFor(id, ['paused', 'running', 'completed'])).toMatchObject({
    status: 'paused',
    paused_reason: 'invalid_rows',
    counts: { total: 3, invalid: 1, waiting: 2 },
    errors: [{ code: 'color_invalid', row: 2, column: 'c_01', pointer: '/c_01/source' }],
  });
  const retried = await client.send('POST', `/v2/batches/${id}/retry`, {
    rows: [{ row: 2, values: { c_01: 'ff0000' } }],
  });
  expect(retried).toMatchObject({ status: 200, body: { batch: { errors: [] } } });
  await client.send('POST', `/v2/batches/${id}/resume`, {});
  const done = await waitFor(id, ['completed']);
  expect(done).toMatchObject({
    external_id: 'cards-1',
    progress: 100,
    counts: { total: 3, invalid: 0, waiting: 0, rendering: 0, rendered: 3, failed: 0 },
  });
  expectFetchedOnce();

  const rows = await rowsOf(id);
  expect(rows).toMatchObject([
    { row: 1, state: 'rendered', external_id: 'ada', title: 'Cards 1', progress: 100 },
    { row: 2, state: 'rendered', external_id: 'eve' },
    { row: 3, state: 'rendered', external_id: 'zoe' },
  ]);
  const { body } = await client.send(
    'GET',
    `/v2/render_sessions/${rows[1]?.['render_session_id']}`,
  );
  expect(body['render_session']).toMatchObject({
    batch_id: id,
    batch_row: 2,
    width: 64,
    metadata: {},
    mapping: { resources: { t_01: { source: { text: '=HYPERLINK("x")' } } } },
  });
  expect((await fetch(String(rows[0]?.['video_url']))).status).toBe(200);
  const listed = await client.send('GET', `/v2/render_sessions?batch_id=${id}`);
  expect(listed.body['render_sessions']).toHaveLength(3);
});

test('manifest and archive have the results of all rows', async () => {
  const lines = [
    { t_01: 'One', external_id: '=one/../x', [LOGO]: logo },
    { t_01: 'Two', external_id: 'two', [LOGO]: logo.replace('/logo', '/missing') },
    { t_01: { source: { text: 'Three' } }, c_01: 'nope', [LOGO]: logo },
  ];
  const form = new FormData();
  const options = {
    template_style_version_id: version,
    mapping: { resources: { c_01: { source: { color: '00ff00' } } } },
    output: { width: 64 },
    invalid_rows: 'skip',
  };
  form.append('options', JSON.stringify(options));
  form.append('file', new Blob([lines.map((row) => JSON.stringify(row)).join('\n')]), 'rows.jsonl');
  const created = await client.send('POST', '/v2/batches', form);
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const id = String((created.body['batch'] as Json)['id']);
  expect(await waitFor(id, ['completed'])).toMatchObject({
    counts: { total: 3, invalid: 1, rendered: 1, failed: 1 },
  });
  const manifest = await client.send('GET', `/v2/batches/${id}/manifest`);
  expect(manifest.body).toMatchObject({
    batch: { id },
    rows: [{ state: 'rendered' }, { state: 'failed' }, { state: 'invalid' }],
  });
  const csv = await client.send('GET', `/v2/batches/${id}/manifest?format=csv`);
  expect(String(csv.body['text'])).toContain("\r\n1,rendered,'=one/../x,Batch 1,rs_");

  const token = await client.bytes(`/v2/batches/${id}/archive`);
  const path = join(folder, 'archive.zip');
  await writeFile(path, token);
  const names: string[] = [];
  const zip = await openPromise(path);
  for await (const entry of zip.eachEntry()) names.push(entry.fileName);
  expect(names).toEqual(['one-x.mp4', 'missing.csv']);

  const failed = await rowsOf(id, '&state=failed');
  expect(failed).toMatchObject([{ row: 2, errors: [{ row: 2, column: LOGO }] }]);
  const values = { [LOGO]: logo };
  await client.send('POST', `/v2/batches/${id}/retry`, { rows: [{ row: 2, values }] });
  expect(await waitFor(id, ['completed'])).toMatchObject({ counts: { rendered: 2, failed: 0 } });
  const { body } = await client.send('DELETE', `/v2/batches/${id}?sessions=true`);
  expect(body).toEqual({ text: '' });
  expect((await client.send('GET', `/v2/batches/${id}`)).status).toBe(404);
  const left = await client.send('GET', `/v2/render_sessions?batch_id=${id}`);
  expect(left.body['render_sessions']).toEqual([]);
});

test('a medium that many rows name is fetched once, also by rows that begin together', async () => {
  requests = 0;
  const together = Promise.withResolvers<void>();
  held = together.promise;
  const rows = Array.from({ length: 6 }, (_, i) => ({ t_01: `Row ${i}`, [LOGO]: logo }));
  const body = {
    template_style_version_id: version,
    rows,
    output: { width: 32, quality: 'draft' },
    mapping: { resources: { c_01: { source: { color: '00ff00' } } } },
    render: 'preview',
  };
  const created = await client.send('POST', '/v2/batches', body);
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const id = String((created.body['batch'] as Json)['id']);
  await rendering(id, 2);
  together.resolve();
  expect(await waitFor(id, ['completed'])).toMatchObject({ counts: { rendered: 6 } });
  expectFetchedOnce();
});

test('two rows that upload to one target are found before the first render', async () => {
  const to = 'https://files.example/video.mp4?signature=';
  const created = await client.send('POST', '/v2/batches', {
    template_style_version_id: version,
    mapping: { resources: {}, missing: 'example' },
    start: false,
    columns: { Send: 'external_uploads' },
    rows: [`${to}1`, `${to}2`, `${to}1`, [{ to: `${to}2`, render: 'preview' }]].map((Send) => ({
      Send,
    })),
  });
  const id = String((created.body['batch'] as Json)['id']);
  expect(await waitFor(id, ['paused'])).toMatchObject({
    counts: { invalid: 1, waiting: 3 },
    errors: [
      {
        code: 'target_invalid',
        row: 3,
        column: 'Send',
        pointer: '/Send/0/to',
        message: expect.stringContaining('row 1 has the same target'),
      },
    ],
  });
  const retry = async (value: string) =>
    client.send('POST', `/v2/batches/${id}/retry`, { rows: [{ row: 3, values: { Send: value } }] });
  expect(await retry(`${to}2`)).toMatchObject({
    status: 422,
    body: { errors: [{ code: 'target_invalid', pointer: '/rows/0/values/Send/0/to' }] },
  });
  expect(await retry(`${to}3`)).toMatchObject({ status: 200 });
  await client.send('POST', `/v2/batches/${id}/cancel`);
  expect((await client.send('DELETE', `/v2/batches/${id}`)).status).toBe(204);
});

test('a batch is paused, resumed and canceled with its running renders', async () => {
  const mapping = { resources: {}, missing: 'example' };
  const rows = Array.from({ length: 8 * PLACES + 6 }, (_, i) => ({ t_01: `Row ${i}` }));
  using _hold = holdSegments(service.dataDir, 0);
  const created = await client.send('POST', '/v2/batches', {
    template_style_version_id: version,
    rows,
    mapping,
  });
  const id = String((created.body['batch'] as Json)['id']);
  const { query } = await placeOf(service.dataDir);
  /** Returns the sessions of the account that are drawn. */
  const drawn = async () => {
    const found = await query(
      "select id from render_sessions where account_id = ? and phase = 'rendering' and status <> 'canceled'",
      service.accountId,
    );
    return new Set(found.map((session) => String(session['id'])));
  };
  await expect.poll(async () => (await drawn()).size).toBe(PLACES);
  const [first = '', ...others] = await drawn();
  expect((await client.send('DELETE', `/v2/batches/${id}`)).status).toBe(409);
  const paused = await client.send('POST', `/v2/batches/${id}/pause`);
  expect(paused.body['batch']).toMatchObject({ status: 'paused', paused_reason: 'user' });
  const waiting = ((await batchOf(id))['counts'] as Json)['waiting'];
  // A row that ends frees its place for another session, and not for a further row.
  const next = await client.send('POST', '/v2/render_sessions', {
    title: 'Next',
    render: 'preview',
    output: { width: 64 },
    mapping: { ...mapping, template_style_version_id: version },
  });
  const { id: nextId } = next.body['render_session'] as { id: string };
  await isReady(service.dataDir, nextId);
  await client.send('POST', `/v2/render_sessions/${first}/cancel`);
  await expect.poll(drawn).toEqual(new Set([...others, nextId]));
  expect(await batchOf(id)).toMatchObject({ counts: { waiting } });
  await client.send('POST', `/v2/render_sessions/${nextId}/cancel`);
  const resumed = await client.send('POST', `/v2/batches/${id}/resume`);
  expect(resumed.body['batch']).toMatchObject({ status: 'running', paused_reason: null });
  const canceled = await client.send('POST', `/v2/batches/${id}/cancel`);
  expect(canceled.body['batch']).toMatchObject({
    status: 'canceled',
    counts: { waiting: 0, rendering: 0 },
  });
  const sessions = await client.send('GET', `/v2/render_sessions?batch_id=${id}&limit=100`);
  const states = (sessions.body['render_sessions'] as Json[]).map(({ status }) => status);
  expect(new Set(states)).toEqual(new Set(['canceled']));
});

test('a batch whose template is gone pauses at a retry, and the batches of others continue', async () => {
  const file = await writePackage(join(folder, 'gone.zip'), smallLottie(5));
  const { id: gone } = await client.addTemplate(file);
  const mapping = { resources: {}, missing: 'example' };
  const missing = logo.replace('/logo', '/missing');
  const failing = await client.send('POST', '/v2/batches', {
    template_style_version_id: gone,
    mapping,
    output: { width: 64 },
    rows: [{ t_01: 'One', [LOGO]: missing }],
  });
  const id = String((failing.body['batch'] as Json)['id']);
  expect(await waitFor(id, ['completed'])).toMatchObject({ counts: { failed: 1 } });
  expect((await client.send('DELETE', `/v2/template_style_versions/${gone}`)).status).toBe(204);
  await client.send('POST', `/v2/batches/${id}/retry`, {});
  expect(await waitFor(id, ['paused', 'completed'])).toMatchObject({
    counts: { failed: 1, waiting: 0, rendering: 0 },
    errors: [{ code: 'template_version_unknown', row: 1 }],
  });

  const other = await client.send('POST', '/v2/batches', {
    template_style_version_id: version,
    mapping,
    output: { width: 64 },
    rows: [{ t_01: 'Two' }],
  });
  const otherId = String((other.body['batch'] as Json)['id']);
  expect(await waitFor(otherId, ['completed'])).toMatchObject({ counts: { rendered: 1 } });
});

test('a row above the frames of a whole day fails instead of waiting for ever', async () => {
  const { accountId, credentials } = await makeAccount(service.dataDir);
  await inDatabase(service.dataDir, (db) => db.accounts.setLimits(accountId, { framesPerDay: 5 }));
  const own = await new Client(service.url).login(credentials);
  const file = await writePackage(join(folder, 'limited.zip'), smallLottie(6));
  const { id: versionId } = await own.addTemplate(file);
  const created = await own.send('POST', '/v2/batches', {
    template_style_version_id: versionId,
    rows: [{ t_01: 'One' }],
    mapping: { resources: {}, missing: 'example' },
  });
  const path = `/v2/batches/${(created.body['batch'] as Json)['id']}`;
  let batch = created.body['batch'] as Json;
  while (['checking', 'running'].includes(String(batch['status']))) {
    await pause(100);
    batch = (await own.send('GET', path)).body['batch'] as Json;
  }
  expect(batch).toMatchObject({
    status: 'completed',
    counts: { failed: 1 },
    errors: [{ code: 'daily_limit_exceeded', row: 1, retryable: false }],
  });
});

test('rows without a title are named after a batch whose title is as long as allowed', async () => {
  const mapping = { template_style_version_id: version, resources: {}, missing: 'example' };
  const stored = (await client.send('POST', '/v2/mappings', mapping)).body['mapping'] as Json;
  const title = '\u{1f600}'.repeat(250);
  const rows = Array.from({ length: 10 }, (_, index) => `Name ${index}`);
  const query = { title, start: 'false', mapping_id: String(stored['id']) };
  const created = await sendCsv(['t_01', ...rows].join('\n'), query);
  const id = String((created.body['batch'] as Json)['id']);
  expect(await waitFor(id, ['paused'])).toMatchObject({ counts: { invalid: 0, waiting: 10 } });
  const last = (await rowsOf(id)).at(-1);
  expect(String(last?.['title'])).toMatch(/^\u{1f600}{248} 10$/u);
});
