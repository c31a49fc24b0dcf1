import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_ACCOUNT } from '../../database/index.ts';
import { RESOURCES, temporaryApi } from '../api.fixture.ts';

type Api = Awaited<ReturnType<typeof temporaryApi>>;

const LOGO = '(Footage)/USER/logo_01.png';
const HOUR_MS = 3600_000;

/** Adds an upload with its file, later than the one before. */
async function add(
  t: Api,
  id: string,
  fields: {
    accountId?: string;
    renderSessionId?: string;
    filename?: string;
    contentType?: string;
    kind?: 'image' | 'font';
  } = {},
): Promise<void> {
  t.clock.ms += 1000;
  await t.store.putBytes(`uploads/${id}`, Buffer.from('<svg/>'));
  await t.db.uploads.insert({
    id,
    accountId: DEFAULT_ACCOUNT,
    storageKey: `uploads/${id}`,
    bytes: 6,
    sha256: 'd',
    contentType: 'image/png',
    kind: 'image',
    width: 1,
    height: 1,
    duration: null,
    fontNames: [],
    renderSessionId: null,
    expiresAtMs: t.clock.ms + HOUR_MS,
    ...fields,
  });
}

async function create(t: Api, body: object) {
  const type = { 'content-type': 'application/json' };
  const mapping = { template_style_version_id: 'tsv_ready', resources: RESOURCES, ...body };
  const json = JSON.stringify({ title: 'x', edit_token: true, mapping, render: 'preview' });
  return (await t.send('POST', '/v2/render_sessions', json, type)).json;
}

const files = (t: Api) => readdir(join(t.filesFolder, 'uploads'));

test('uploads are listed newest first, by kind and file name, until they expire', async () => {
  await using t = await temporaryApi();
  await add(t, 'up_logo', { filename: 'Logo_1.png' });
  await add(t, 'up_font', { filename: 'logo.ttf', kind: 'font', contentType: 'font/ttf' });
  await add(t, 'up_plain');
  const { id: accountId } = await t.db.accounts.insert('other');
  await add(t, 'up_theirs', { accountId });
  const ids = async (query = '') =>
    (await t.send('GET', `/v2/uploads?${query}`)).json.uploads.map(({ id }: { id: string }) => id);
  expect(await ids()).toEqual(['up_plain', 'up_font', 'up_logo']);
  expect(await ids('kind=font')).toEqual(['up_font']);
  expect(await ids('q=LOGO_')).toEqual(['up_logo']);
  const first = (await t.send('GET', '/v2/uploads?limit=2')).json;
  expect(await ids(`cursor=${first.next_cursor}`)).toEqual(['up_logo']);
  expect((await t.send('GET', '/v2/uploads/up_theirs')).status).toBe(404);
  expect((await t.send('DELETE', '/v2/uploads/up_theirs')).status).toBe(404);
  expect((await t.send('GET', '/v2/uploads?kind=x')).status).toBe(422);
  t.clock.ms += HOUR_MS;
  expect(await ids()).toEqual([]);
  expect((await t.send('GET', '/v2/uploads/up_logo')).status).toBe(404);
});

test('the file of an upload has its type and name, and the scripts of an SVG do not run', async () => {
  await using t = await temporaryApi();
  const address = await t.listen();
  await add(t, 'up_1', { filename: 'Größe "1".html', contentType: 'image/svg+xml' });
  await add(t, 'up_2', { contentType: 'application/unknown' });
  const load = async (id: string) => {
    const { url } = (await t.send('GET', `/v2/uploads/${id}`)).json.upload;
    expect(url).toMatch(`${address}/files/uploads/${id}?`);
    const { status, headers } = await fetch(url, { headers: { origin: 'https://a.example' } });
    return [
      status,
      ...['content-type', 'content-security-policy'].map((name) => headers.get(name)),
    ];
  };
  expect(await load('up_1')).toEqual([200, 'image/svg+xml', expect.stringContaining('sandbox')]);
  expect(await load('up_2')).toEqual([200, 'application/octet-stream', null]);
  const { url } = (await t.send('GET', '/v2/uploads/up_1')).json.upload;
  const { headers } = await fetch(url);
  expect(headers.get('content-disposition')).toContain(
    "filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.svg",
  );
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('an upload is removed with its file, but not while a session that waits or renders names it', async () => {
  await using t = await temporaryApi();
  await t.addVersion();
  await add(t, 'up_1');
  const resources = { ...RESOURCES, [LOGO]: { source: { upload_id: 'up_1' } } };
  const { render_session } = await create(t, { resources });
  const refused = await t.send('DELETE', '/v2/uploads/up_1');
  expect(refused).toMatchObject({ status: 409, json: { code: 'conflict' } });
  expect(refused.json.detail).toContain(render_session.id);
  expect(await files(t)).toEqual(['up_1']);
  await t.db.renderSessions.finish(render_session.id, 'preview_rendered', { phase: 'done' });
  expect((await t.send('DELETE', '/v2/uploads/up_1')).status).toBe(204);
  expect(await files(t)).toEqual([]);
  expect((await t.send('DELETE', '/v2/uploads/up_1')).status).toBe(404);
  const unknown = await create(t, { resources });
  expect(unknown).toMatchObject({ errors: [{ code: 'upload_unknown' }] });
});

test('an edit token reads the uploads of its session only, and removes none', async () => {
  await using t = await temporaryApi();
  await t.addVersion();
  const { render_session, edit_token } = await create(t, {});
  await add(t, 'up_own', { renderSessionId: render_session.id });
  await add(t, 'up_other');
  const status = async (method: 'GET' | 'DELETE', path: string) =>
    (await t.send(method, path, undefined, { authorization: `Bearer ${edit_token}` })).status;
  expect(await status('GET', '/v2/uploads/up_own')).toBe(200);
  expect(await status('GET', '/v2/uploads/up_other')).toBe(404);
  expect(await status('GET', '/v2/uploads')).toBe(403);
  expect(await status('DELETE', '/v2/uploads/up_own')).toBe(403);
  expect(await status('GET', '/v2/templates')).toBe(403);
});
