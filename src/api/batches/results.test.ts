import { open, readdir, readlink, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { assert } from '../../base/index.ts';
import { rowFileName } from '../../batches/index.ts';
import { type Batch, DEFAULT_ACCOUNT, type RowFault } from '../../database/index.ts';
import { readZip } from '../../zip/index.ts';
import { temporaryApi } from '../api.fixture.ts';
import { archiveOf } from './archive.ts';
import { rowPagesOf } from './manifest.ts';

type Api = Awaited<ReturnType<typeof temporaryApi>>;

const LOGO = 'https://example.com/logo.png';
const VIDEO_BYTES = 20 * 1024 * 1024;

/** A batch with a rendered row, whose video is large, and an invalid row. */
async function finishedBatch(api: Api) {
  const version = await api.addVersion();
  const id = 'bat_1';
  await api.db.batches.insert({
    id,
    accountId: DEFAULT_ACCOUNT,
    templateStyleVersionId: version,
    title: 'Cards',
    render: 'final',
    priority: 'batch',
    externalId: null,
    metadata: {},
    options: {},
    invalidRows: 'skip',
    startsItself: true,
    rowsFormat: { kind: 'json_lines' },
    rowsKey: 'batches/bat_1/rows',
    storedBytes: 0,
    expiresAtMs: null,
  });
  const row = {
    values: { t_01: 'Ada' },
    title: 'Ada',
    externalId: '+1;x',
    faults: [] as RowFault[],
  };
  const faults: RowFault[] = [
    { code: 'text_invalid', message: '=too long', retryable: false, row: 2, column: 't_01' },
  ];
  await api.db.batchRows.insertAll(id, [
    { ...row, row: 1, faultCount: 0 },
    { ...row, row: 2, faults, faultCount: 1 },
  ]);
  await api.db.batches.endCheck(id);
  const key = 'sessions/rs_1/final/video.mp4';
  await api.store.putBytes(key, Buffer.alloc(VIDEO_BYTES, 7));
  await api.db.transaction(async (tx) => {
    await tx.batchRows.link(id, 1, 'rs_1');
    await tx.renderSessions.insert({
      id: 'rs_1',
      accountId: DEFAULT_ACCOUNT,
      templateStyleVersionId: version,
      title: 'Ada',
      render: 'final',
      metadata: {},
      externalId: null,
      batchId: id,
      batchRow: 1,
      mapping: { id: 'map_1', template_style_version_id: version, resources: {} },
    });
    await tx.renderSessions.finish('rs_1', 'final_rendered', { videoKey: key, phase: 'done' });
  });
  return id;
}

test('a rendered row is rendered again with new values, and the manifest follows', async () => {
  await using api = await temporaryApi();
  const id = await finishedBatch(api);
  const retry = (values?: object) =>
    api.send('POST', `/v2/batches/${id}/retry`, { rows: [{ row: 1, ...(values && { values }) }] });
  expect((await retry()).json.errors).toMatchObject([
    { pointer: '/rows/0/row', hint: expect.stringContaining('with new values') },
  ]);
  const wrong = { t_01: 'Eve', c_01: 'blue-ish', '(Footage)/USER/logo_01.png': LOGO };
  expect((await retry(wrong)).status).toBe(422);
  expect(await api.db.batches.find(id)).toMatchObject({ counts: { rendered: 1 } });
  const { json } = await retry({ ...wrong, c_01: '0a7b83' });
  expect(json.batch).toMatchObject({
    status: 'running',
    counts: { waiting: 1, rendered: 0, invalid: 1 },
  });
  const first = async () => (await api.send('GET', `/v2/batches/${id}/manifest`)).json.rows[0];
  expect(await first()).toMatchObject({ render_session_id: null, video_url: null });
  expect(await api.db.renderSessions.find('rs_1')).toMatchObject({ status: 'final_rendered' });
});

test('a retry that names a row twice is rejected', async () => {
  await using api = await temporaryApi();
  const id = await finishedBatch(api);
  const values = { t_01: 'Eve' };
  const body = {
    rows: [
      { row: 2, values },
      { row: 2, values },
    ],
  };
  const { status, json } = await api.send('POST', `/v2/batches/${id}/retry`, body);
  expect(status).toBe(422);
  expect(json.errors).toContainEqual(
    expect.objectContaining({
      message: 'Expected each row once but row 2 is repeated.',
      pointer: '/rows/1/row',
    }),
  );
});

async function openFiles(folder: string): Promise<string[]> {
  const names = await readdir('/proc/self/fd');
  const targets = await Promise.all(
    names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
  );
  return targets.filter((target) => target.startsWith(folder));
}

test('the last row ends its batch, and a manifest cell that is a formula is plain text', async () => {
  await using api = await temporaryApi();
  const id = await finishedBatch(api);
  expect(await api.db.batches.find(id)).toMatchObject({
    status: 'completed',
    counts: { invalid: 1, rendered: 1, waiting: 0 },
  });
  const { json } = await api.send('GET', `/v2/batches/${id}`);
  expect(json.batch).toMatchObject({ progress: 100, errors: [{ row: 2, column: 't_01' }] });
  const { text } = await api.send('GET', `/v2/batches/${id}/manifest?format=csv`);
  const [, first = '', second = ''] = text.split('\r\n');
  expect(first).toMatch(/^1,rendered,"'\+1;x",Ada,rs_1,http:\/\/framepress\.test\/files\//);
  expect(second).toBe(`2,invalid,"'+1;x",Ada,,,text_invalid,'=too long`);
  const page = await api.send('GET', `/v2/batches/${id}/rows?limit=1`);
  expect(page.json).toMatchObject({ rows: [{ row: 1 }], next_cursor: expect.any(String) });
  const next = await api.send('GET', `/v2/batches/${id}/rows?cursor=${page.json.next_cursor}`);
  expect(next.json).toMatchObject({ rows: [{ row: 2, state: 'invalid' }], next_cursor: null });
});

test('cells are listed for tokens that may correct them', async () => {
  await using api = await temporaryApi();
  const id = await finishedBatch(api);
  const path = `/v2/batches/${id}/rows`;
  const { json } = await api.send('GET', `${path}?values=true`);
  expect(json.rows).toMatchObject([{ values: { t_01: 'Ada' } }, { values: { t_01: 'Ada' } }]);
  const without = await api.send('GET', path);
  expect(without.json.rows[0]).not.toHaveProperty('values');
  const reader = { authorization: `Bearer ${await api.token('batch:read')}` };
  const refused = await api.send('GET', `${path}?values=true`, undefined, reader);
  expect(refused).toMatchObject({ status: 403, json: { code: 'forbidden' } });
  expect((await api.send('GET', path, undefined, reader)).status).toBe(200);
});

test('a client that disconnects within an archive leaves no file open', async () => {
  await using api = await temporaryApi();
  const id = await finishedBatch(api);
  const url = `${await api.listen()}/v2/batches/${id}/archive`;
  const headers = { authorization: `Bearer ${api.owner}` };
  const stop = new AbortController();
  const response = await fetch(url, { headers, signal: stop.signal });
  const reader = response.body?.getReader();
  await reader?.read();
  await expect.poll(() => openFiles(api.filesFolder)).toHaveLength(1);
  stop.abort();
  await expect.poll(() => openFiles(api.filesFolder)).toEqual([]);
  const archive = Buffer.from(await (await fetch(url, { headers })).arrayBuffer());
  expect(archive.length).toBeGreaterThan(VIDEO_BYTES);
  expect(archive.includes('missing.csv')).toBe(true);
});

test.each([
  ['order 7/1', 'Ada', 'order-7-1'],
  [null, 'For Zoë, the first', 'For-Zoë-the-first'],
  [null, 'Cards 3', 'row-000003'],
])('a row with the id %j and the title %j has the file name %s', (externalId, title, name) => {
  expect(rowFileName({ row: 3, externalId, title })).toBe(name);
});

test('an archive has the title of its batch as its name', async () => {
  await using api = await temporaryApi();
  const id = await finishedBatch(api);
  const { title } = (await api.db.batches.find(id)) as Batch;
  const { headers } = await api.send('GET', `/v2/batches/${id}/archive`);
  expect(headers['content-disposition']).toContain(`attachment; filename="${title}.zip"`);
});

/** A completed batch with a rendered row for each of these ids. */
async function batchOf({ db, store, addVersion }: Api, externalIds: string[]): Promise<Batch> {
  const version = await addVersion();
  const id = 'bat_2';
  await db.batches.insert({
    id,
    accountId: DEFAULT_ACCOUNT,
    templateStyleVersionId: version,
    title: 'Cards',
    render: 'final',
    priority: 'batch',
    externalId: null,
    metadata: {},
    options: {},
    invalidRows: 'skip',
    startsItself: true,
    rowsFormat: { kind: 'json_lines' },
    rowsKey: 'batches/bat_2/rows',
    storedBytes: 0,
    expiresAtMs: null,
  });
  const rows = externalIds.map((externalId, index) => ({
    row: index + 1,
    values: {},
    title: 'Ada',
    externalId,
    faults: [],
    faultCount: 0,
  }));
  await db.batchRows.insertAll(id, rows);
  await db.batches.endCheck(id);
  for (const { row, externalId } of rows) {
    const key = `sessions/rs_2_${row}/final/video.mp4`;
    await store.putBytes(key, Buffer.from(`video ${row}`));
    await db.transaction(async (tx) => {
      const session = { id: `rs_2_${row}`, accountId: DEFAULT_ACCOUNT, title: 'Ada', externalId };
      await tx.batchRows.link(id, row, session.id);
      await tx.renderSessions.insert({
        ...session,
        templateStyleVersionId: version,
        render: 'final',
        metadata: {},
        batchId: id,
        batchRow: row,
        mapping: { id: `map_2_${row}` },
      });
      await tx.renderSessions.finish(session.id, 'final_rendered', {
        videoKey: key,
        phase: 'done',
      });
    });
  }
  const batch = await db.batches.find(id);
  assert(batch?.status === 'completed', 'the batch has ended');
  return batch;
}

test('each file of an archive has a name of its own that every system can write', async () => {
  await using api = await temporaryApi();
  const ids = ['a-row-3', 'a', 'A', 'con', '../../etc/x', '\u202egpj.exe', '𝔞'.repeat(80), 'a\0b'];
  const batch = await batchOf(api, ids);
  const path = `${api.filesFolder}/archive.zip`;
  await writeFile(path, await buffer(archiveOf(api, batch)));
  await using file = await open(path);
  const names = (await readZip(file)).map(({ name }) => Buffer.from(name, 'latin1').toString());
  const long = `${'𝔞'.repeat(50)}.mp4`;
  expect(names).toEqual([
    ...['a-row-3.mp4', 'a.mp4', 'A-row-3_.mp4', '_con.mp4', 'etc-x.mp4', 'gpj-exe.mp4', long],
    'a-b.mp4',
  ]);
});

test('a video that is removed meanwhile is listed as missing', async () => {
  await using api = await temporaryApi();
  const batch = await batchOf(api, ['first', 'second']);
  const { store } = api;
  const readFile = (key: string) => {
    if (!key.includes('rs_2_2')) return store.read(key);
    return Readable.from(removed(key));
  };
  async function* removed(key: string) {
    await store.remove(key);
    yield* store.read(key) as AsyncIterable<Uint8Array>;
  }
  const archive = await buffer(archiveOf({ ...api, store: { ...store, read: readFile } }, batch));
  expect(archive.toString()).toContain('2,rendered,second,Ada,,');
});

test('a manifest and an archive break off when the batch is removed meanwhile', async () => {
  await using api = await temporaryApi();
  const batch = await batchOf(api, ['first', 'second']);
  const archive = archiveOf(api, batch);
  const manifest = rowPagesOf(api, batch);
  for (const pieces of [archive, manifest]) await pieces.next();
  expect(await api.send('DELETE', `/v2/batches/${batch.id}`)).toMatchObject({ status: 204 });
  for (const pieces of [archive, manifest])
    await expect(Readable.from(pieces).toArray()).rejects.toThrow('The batch was removed.');
});
