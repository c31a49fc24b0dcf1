import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writeZip } from '../support/package.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';

const VERSIONS = '/v2/template_style_versions';
const FONT = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/anton/400Regular/Anton_400Regular.ttf'),
);

let folder: string;
let service: SharedService;
let client: Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-drafts-'));
  service = await sharedService();
  client = await new Client(service.url).login(service.credentials);
});

afterAll(async () => {
  await removeFolder(folder);
});

const still = (k: unknown) => ({ a: 0, k });
const ks = (x: number, y: number) => {
  const [p, a, s] = [still([x, y, 0]), still([0, 0, 0]), still([100, 100, 100])];
  return { o: still(100), r: still(0), p, a, s };
};
const times = { ip: 0, op: 10, st: 0, sr: 1 };

function words(t: string, y: number): Json {
  const document = {
    f: 'Anton-Regular',
    s: 24,
    t,
    lh: 28,
    j: 0,
    fc: [1, 1, 1],
    sz: [280, 34],
    ps: [0, 0],
  };
  return { ty: 5, ...times, ks: ks(20, y), t: { d: { k: [{ t: 0, s: document }] }, a: [] } };
}

/** As an agent writes it: no names, no structure, and an image without its file. */
const PLAIN = {
  v: '5.9.0',
  fr: 30,
  ip: 0,
  op: 10,
  w: 320,
  h: 180,
  assets: [{ id: 'image_0', w: 100, h: 60, u: 'images/', p: 'team.png', e: 0 }],
  layers: [
    words('First line', 10),
    words('Second line', 50),
    { ty: 2, refId: 'image_0', ...times, ks: ks(200, 100) },
    { ty: 1, sw: 320, sh: 180, sc: '#204080', ...times, ks: ks(0, 0) },
  ],
};

async function add(name: string, content: string): Promise<Json> {
  const path = join(folder, name);
  await writeFile(path, content);
  return client.addTemplate(path);
}

type Draft = {
  is_proposal: boolean;
  settings: { editables: Record<string, Json> };
  contents: Json[];
  fonts: Json[];
};

async function draftOf(id: unknown): Promise<Draft> {
  const { status, body } = await client.send('GET', `${VERSIONS}/${id}/draft`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body['template_draft'] as Draft;
}

async function stillOf(id: unknown, body: Json): Promise<Buffer> {
  const path = `${VERSIONS}/${id}/draft/stills`;
  const { response, bytes } = await client.still({ at: 0, ...body }, undefined, path);
  expect(response.status).toBe(200);
  return sharp(bytes).removeAlpha().raw().toBuffer();
}

test('a bare animation without names is made editable, tried, saved and filled', async () => {
  const version = await add('plain.json', JSON.stringify(PLAIN));
  expect(version).toMatchObject({ status: 'edit_ready', editables: {} });
  const { report } = version as { report: { warnings: { code: string }[] } };
  expect(report.warnings.map(({ code }) => code)).toContain('lottie_asset_missing');
  const draft = await draftOf(version['id']);
  expect(draft.is_proposal).toBe(true);
  expect(draft.settings.editables).toMatchObject({
    first_line: { type: 'text', label: 'First line', targets: ['layer ? [1]'] },
    second_line: { type: 'text', targets: ['layer ? [2]'] },
    image_1: { type: 'image', targets: [{ asset: 'image_0' }] },
  });
  expect(draft.contents).toMatchObject([
    { type: 'text', sample: 'First line', editable: 'first_line', has_file: false },
    { type: 'text', sample: 'Second line', editable: 'second_line' },
    { type: 'image', editable: 'image_1', has_file: false, file_name: 'team.png' },
    { type: 'color', sample: '204080' },
  ]);
  const [first] = draft.contents as { places: { time: number; corners: number[][] }[] }[];
  expect(first?.places[0]?.corners).toEqual([
    [20, 10],
    [300, 10],
    [300, 44],
    [20, 44],
  ]);
  expect(draft.fonts).toMatchObject([{ name: 'Anton-Regular', is_missing: true }]);

  const resources = { second_line: { source: { text: 'Mmmmm' } } };
  const { settings } = draft;
  const [plain, tried] = await Promise.all([
    stillOf(version['id'], { settings }),
    stillOf(version['id'], { settings, resources }),
  ]);
  expect(plain.equals(tried)).toBe(false);

  const color = { width: 100, height: 60, channels: 3 as const, background: '#ff0000' };
  const image = await sharp({ create: color }).png().toBuffer();
  const { body: sent } = await client.upload(new Uint8Array(image));
  const files = [{ path: 'images/team.png', upload_id: (sent['upload'] as Json)['id'] }];
  // Files are in the frame before they are saved, also in a place that nobody can fill.
  const { image_1: _, ...texts } = settings.editables;
  const withFiles = await stillOf(version['id'], {
    settings: { ...settings, editables: texts },
    files,
  });
  const place = 3 * (110 * 320 + 210);
  expect([...withFiles.subarray(place, place + 3)]).toEqual([255, 0, 0]);
  const { body: sentFont } = await client.upload(new Uint8Array(await readFile(FONT)));
  const fontFile = {
    path: 'fonts/Anton-Regular.ttf',
    upload_id: (sentFont['upload'] as Json)['id'],
  };
  const withFont = await stillOf(version['id'], { settings, files: [fontFile] });
  expect(plain.equals(withFont)).toBe(false);
  for (const [file, pointer] of [
    [{ ...files[0], path: '../team.png' }, '/files/0/path'],
    [{ ...files[0], upload_id: 'up_none' }, '/files/0/upload_id'],
  ] as const) {
    const body = { settings, files: [file], at: 0 };
    const refused = await client.send('POST', `${VERSIONS}/${version['id']}/draft/stills`, body);
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer }] } });
  }
  const save = () =>
    client.send(
      'POST',
      `${VERSIONS}/${version['id']}/versions`,
      { settings, files },
      { prefer: 'wait=60', 'idempotency-key': `save-${String(version['id'])}` },
    );
  const { status, body } = await save();
  expect(status).toBe(201);
  const saved = await client.settled(body['template_style_version'] as Json);
  expect(saved).toMatchObject({
    status: 'edit_ready',
    template_id: version['template_id'],
    template_style_id: version['template_style_id'],
    editables: {
      first_line: { example_text: 'First line' },
      image_1: { example_url: expect.any(String) },
    },
    report: { warnings: expect.not.arrayContaining([{ code: 'lottie_asset_missing' }]) },
  });
  const { headers, body: again } = await save();
  expect(headers.get('idempotent-replayed')).toBe('true');
  expect((again['template_style_version'] as Json)['id']).toBe(saved['id']);
  const second = await draftOf(saved['id']);
  expect(second.is_proposal).toBe(false);
  expect(second.settings).toMatchObject({ editables: settings.editables });
});

test('the settings of a package stay as they are, and wrong ones get pointers', async () => {
  const templateJson = { version: 1, editables: { t_01: { label: 'Headline' } } };
  const path = await writeZip(join(folder, 'own.zip'), {
    'data.json': JSON.stringify(smallLottie(10)),
    'template.json': JSON.stringify(templateJson),
  });
  const version = await client.addTemplate(path);
  const draft = await draftOf(version['id']);
  expect(draft.is_proposal).toBe(false);
  expect(draft.settings.editables['t_01']).toMatchObject({ label: 'Headline' });
  const wrong = { version: 1, editables: { x: { targets: ['nowhere'] }, 'a/b': { labl: 'x' } } };
  for (const [place, body] of [
    ['draft/stills', { settings: { ...wrong, name: 7 }, at: 0 }],
    ['versions', { settings: wrong }],
  ] as const) {
    const answer = await client.send('POST', `${VERSIONS}/${version['id']}/${place}`, body);
    expect(answer.status).toBe(422);
    const errors = answer.body['errors'] as { pointer: string }[];
    expect(errors.map(({ pointer }) => pointer)).toContain('/settings/editables/a~1b/labl');
  }
  const settings = { version: 1, editables: { x: { targets: ['nowhere'] } } };
  const { body } = await client.send('POST', `${VERSIONS}/${version['id']}/versions`, { settings });
  expect(body['errors']).toMatchObject([
    { code: 'template_json_invalid', pointer: '/settings/editables/x' },
  ]);
});

test('a version that failed for its template.json is mended', async () => {
  const path = await writeZip(join(folder, 'broken.lottie'), {
    'manifest.json': JSON.stringify({ animations: [{ id: 'one' }, { id: 'two' }] }),
    'animations/one.json': JSON.stringify({ ...smallLottie(10), nm: 'one' }),
    'animations/two.json': JSON.stringify({ ...smallLottie(10), nm: 'two' }),
    'template.json': '{"version":1,"editabels":{}}',
  });
  const failed = await client.addTemplate(path, { animation: 'two' });
  expect(failed['status']).toBe('failed');
  const { settings } = await draftOf(failed['id']);
  const sent = { settings: { ...settings, name: 'Mended' } };
  const { body: answer } = await client.send('POST', `${VERSIONS}/${failed['id']}/versions`, sent, {
    prefer: 'wait=60',
  });
  const version = await client.settled(answer['template_style_version'] as Json);
  expect(version).toMatchObject({ status: 'edit_ready', editables: { t_01: {} } });
});
