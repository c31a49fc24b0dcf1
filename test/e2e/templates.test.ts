import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../../src/media/testing/loopback-server.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage, writeZip } from '../support/package.ts';
import { placeOf } from '../support/place.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';

const LOGO = '(Footage)/USER/logo_01.png';
const VERSIONS = '/v2/template_style_versions';
const SESSIONS = '/v2/render_sessions';
const SIZES = { wide: [320, 180], square: [180, 180], tall: [180, 320] } as const;

let folder: string;
let service: SharedService;
let client: Client;
/** The files that were stored before. */
let foreign: ReadonlySet<string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-templates-'));
  service = await sharedService({}, { isHeld: true });
  client = await new Client(service.url).login(service.credentials);
  foreign = new Set(await (await placeOf(service.dataDir)).files.keys(''));
});

afterAll(async () => {
  await removeFolder(folder);
});

/** Uploads a package in a size and waits for its import in the same request. */
async function add(size: keyof typeof SIZES, fields: Record<string, string> = {}): Promise<Json> {
  const [w, h] = SIZES[size];
  const path = await writePackage(join(folder, `${size}.zip`), { ...smallLottie(10), w, h });
  const version = await upload(path, fields);
  expect(version).toMatchObject({ status: 'edit_ready', width: w, height: h });
  return version;
}

async function upload(path: string, fields: Record<string, string>): Promise<Json> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([await readFile(path)]), basename(path));
  const { status, body, headers } = await client.send('POST', VERSIONS, form, {
    prefer: 'wait=60',
  });
  expect([status, headers.get('preference-applied')]).toEqual([201, 'wait=60']);
  return client.settled(body['template_style_version'] as Json);
}

/** Files of the store that belong to this account. The segments that a cluster shares expire later. */
async function stored(): Promise<string[]> {
  const { files, query } = await placeOf(service.dataDir);
  const own = service.accountId;
  const tables = ['render_sessions', 'template_style_versions', 'uploads'];
  const selects = tables.map((table) => `select id from ${table} where account_id <> ?`);
  const rows = await query(
    ['select id from accounts where id <> ?', ...selects].join(' union '),
    ...[own, own, own, own],
  );
  const others = new Set(rows.map(({ id }) => String(id)));
  const isForeign = (key: string) => foreign.has(key) || others.has(key.split('/')[1] ?? '');
  return (await files.keys('')).filter((key) => !key.startsWith('segments/') && !isForeign(key));
}

function mappingOf(version: Json, resources: Json = {}): Json {
  return { template_style_version_id: version['id'], missing: 'example', resources };
}

async function render(mapping: Json): Promise<string> {
  const { status, body } = await client.send('POST', SESSIONS, {
    title: 'one',
    render: 'preview',
    mapping,
    output: { quality: 'draft' },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return String((body['render_session'] as Json)['id']);
}

const remove = async (path: string) => (await client.send('DELETE', path)).status;

test('a template with styles in three sizes and two languages is managed and removed', async () => {
  const wide = await add('wide');
  const template_id = String(wide['template_id']);
  const path = `/v2/templates/${template_id}`;
  const square = await add('square', { template_id, name: 'Square' });
  const tall = await add('tall', { template_id, name: 'Tall' });
  const template_style_id = String(wide['template_style_id']);
  const german = await add('wide', { template_style_id, language: 'de' });

  const { body: found } = await client.send('GET', '/v2/templates?q=mALl');
  expect(found['templates']).toMatchObject([
    { id: template_id, name: 'small', style_count: 3, version_count: 4, languages: ['de', 'en'] },
  ]);
  const { body: styles } = await client.send('GET', `${path}/styles`);
  expect(styles['template_styles']).toMatchObject([
    { name: 'Tall', width: 180, height: 320, version_ids: { en: tall['id'] } },
    { name: 'Square', width: 180, height: 180, version_ids: { en: square['id'] } },
    { name: 'small', width: 320, height: 180, version_ids: { en: wide['id'], de: german['id'] } },
  ]);
  const { body: inGerman } = await client.send('GET', `${VERSIONS}?language=de`);
  expect(inGerman['template_style_versions']).toMatchObject([{ id: german['id'], error_count: 0 }]);
  const { body: renamed } = await client.send('PATCH', path, { name: 'Summer sale' });
  const { name, poster_url, demo_video_url } = renamed['template'] as Record<string, string>;
  expect(name).toBe('Summer sale');

  // The files can be read, by pages of all origins, too.
  const editables = wide['editables'] as Record<string, { example_url?: string }>;
  const types = await Promise.all(
    [poster_url, demo_video_url, editables[LOGO]?.example_url].map(async (url) => {
      const headers = { origin: 'https://editor.example' };
      const answer = await fetch(String(url), { headers });
      const names = ['content-type', 'access-control-allow-origin'];
      return [answer.status, ...names.map((name) => answer.headers.get(name))];
    }),
  );
  expect(types).toEqual([
    [200, 'image/jpeg', '*'],
    [200, 'video/mp4', '*'],
    [200, 'image/png', '*'],
  ]);

  // A render that waits for its media, and one that is drawn, protect their versions.
  const held = Promise.withResolvers<void>();
  await using server = await startServer(async (_, response) => {
    await held.promise;
    response.end(await fetch(String(editables[LOGO]?.example_url)).then((r) => r.bytes()));
  });
  const { body: uploaded } = await client.upload(
    Buffer.from(await (await fetch(String(poster_url))).arrayBuffer()),
  );
  const upload = uploaded['upload'] as Json;
  const { url } = upload as { url: string };
  expect((await fetch(url)).headers.get('content-type')).toBe('image/jpeg');
  const waiting = await render(
    mappingOf(tall, { [LOGO]: { source: { remote_url: server.url('/logo.png') } } }),
  );
  const named = await render(
    mappingOf(german, { [LOGO]: { source: { upload_id: upload['id'] } } }),
  );
  const refused = await client.send('DELETE', path);
  expect([refused.status, refused.body['code']]).toEqual([409, 'conflict']);
  expect(await remove(`${VERSIONS}/${tall['id']}`)).toBe(409);
  held.resolve();
  for (const id of [waiting, named])
    expect(await client.waitFor(id)).toMatchObject({ status: 'preview_rendered', errors: [] });
  expect(await remove(`/v2/uploads/${upload['id']}`)).toBe(204);

  // Stills and checks that run while their version is removed are completed or refused.
  const mapping = mappingOf(square);
  const during = Promise.all([
    ...Array.from({ length: 4 }, () => client.still({ mapping, at: 0 })),
    client.send('POST', '/v2/mappings/validate', { mapping }),
  ]);
  expect(await remove(`/v2/template_styles/${square['template_style_id']}`)).toBe(204);
  for (const answer of await during) {
    const status = 'response' in answer ? answer.response.status : answer.status;
    expect([200, 422]).toContain(status);
  }

  expect(await remove(path)).toBe(204);
  expect(await remove(path)).toBe(404);
  expect((await client.send('GET', `${VERSIONS}/${wide['id']}`)).status).toBe(404);
  expect((await stored()).filter((one) => !one.startsWith('sessions/'))).toEqual([]);

  // The sessions and their videos stay; a final needs the version.
  const { body } = await client.send('GET', `${SESSIONS}/${waiting}`);
  const { video_url } = body['render_session'] as { video_url: string };
  expect((await fetch(video_url)).status).toBe(200);
  const final = await client.send('POST', `${SESSIONS}/${waiting}/render`, { render: 'final' });
  expect([final.status, final.body['code']]).toEqual([422, 'template_version_unknown']);
  for (const id of [waiting, named]) expect(await remove(`${SESSIONS}/${id}`)).toBe(204);
  expect(await stored()).toEqual([]);
  expect(await service.log()).not.toContain('"level":50');
});

test('an upload chooses an animation and a theme of a dotLottie', async () => {
  const small = smallLottie(10) as { layers: { t: { d: Json } }[] };
  Object.assign(small.layers[0]?.t.d ?? {}, { sid: 't_01' });
  const rule = (text: string) => ({ rules: [{ id: 't_01', type: 'Text', value: { text } }] });
  const file = await writeZip(join(folder, 'both.lottie'), {
    'manifest.json': JSON.stringify({
      animations: [{ id: 'wide' }, { id: 'tall' }],
      themes: [{ id: 'day' }, { id: 'night' }],
    }),
    'a/wide.json': JSON.stringify({ ...small, assets: [], layers: small.layers.slice(0, 1) }),
    'a/tall.json': JSON.stringify({
      ...small,
      w: 180,
      h: 320,
      assets: [],
      layers: small.layers.slice(0, 1),
    }),
    't/day.json': JSON.stringify(rule('Good day')),
    't/night.json': JSON.stringify(rule('Good night')),
  });
  const first = await upload(file, {});
  expect(first).toMatchObject({ width: 320, editables: { t_01: { example_text: 'Hello' } } });
  const template_style_id = String(first['template_style_id']);
  const chosen = await upload(file, { template_style_id, animation: 'tall', theme: 'night' });
  expect(chosen).toMatchObject({
    status: 'edit_ready',
    template_style_id,
    width: 180,
    editables: { t_01: { example_text: 'Good night' } },
  });
  const wrong = await upload(file, { template_style_id, theme: 'dusk' });
  const message = 'The package both.lottie has no theme "dusk": it has "day", "night".';
  expect(wrong).toMatchObject({
    status: 'failed',
    report: { errors: [{ code: 'theme_not_found', message }] },
  });
  expect(await remove(`/v2/templates/${first['template_id']}`)).toBe(204);
});

test('fonts are fetched from the addresses in the file, once for each version', async () => {
  const asked: string[] = [];
  const font = await readFile(
    fileURLToPath(import.meta.resolve('@expo-google-fonts/anton/400Regular/Anton_400Regular.ttf')),
  );
  const server = await startServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/anton.ttf') response.end(font);
    else response.end('@font-face { font-family: Anton; src: url(anton.ttf) }');
  });
  const small = smallLottie(10) as { fonts: { list: Json[] }; layers: { t: { d: Json } }[] };
  const listed = { fName: 'Anton-Regular', fFamily: 'Anton', fStyle: 'Regular', origin: 1 };
  const k = JSON.parse(JSON.stringify(small.layers[0]?.t.d['k'])) as { s: Json }[];
  Object.assign(k[0]?.s ?? {}, { f: 'Anton-Regular' });
  Object.assign(small.layers[0]?.t.d ?? {}, { k });
  small.fonts.list = [{ ...listed, fPath: server.url('/css') }];
  const file = await writePackage(join(folder, 'fetched.zip'), small);
  const version = await upload(file, {});
  await server[Symbol.asyncDispose]();
  expect(asked).toEqual(['/css', '/anton.ttf']);
  expect(version).toMatchObject({ status: 'edit_ready', report: { warnings: [] } });
  const answer = await client.send('GET', `${VERSIONS}/${version['id']}/font?name=Anton-Regular`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'font/ttf']);
  const session = await client.waitFor(await render(mappingOf(version)));
  expect(session).toMatchObject({ status: 'preview_rendered', warnings: [] });
  const unreached = await upload(file, {});
  expect(unreached).toMatchObject({
    status: 'edit_ready',
    report: { warnings: [{ code: 'font_missing' }] },
  });
  for (const { template_id } of [version, unreached])
    expect(await remove(`/v2/templates/${template_id}`)).toBe(204);
  await client.send('DELETE', `${SESSIONS}/${session['id']}`);
});
