import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { probe } from '../support/probe.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';

const LOGO = '(Footage)/USER/logo_01.png';
const SESSIONS = '/v2/render_sessions';

let folder: string;
let service: SharedService;
let client: Client;
let upload: string;
/** The versions of one template for three aspect ratios. */
const versions: Record<'wide' | 'square' | 'tall', string> = { wide: '', square: '', tall: '' };

type Layer = { nm: string; t?: { d: { k: { s: { sz: number[] } }[] } } };

/** The small animation in another size. A narrow one has a narrow text box and no color. */
function resized(w: number, h: number): Json {
  const lottie = smallLottie(6);
  const layers = (lottie['layers'] as Layer[]).filter(({ nm }) => w > 200 || nm !== 'c_01');
  for (const { t } of layers) if (t?.d.k[0]) t.d.k[0].s.sz = [w - 40, 40];
  return { ...lottie, w, h, layers };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-drafts-'));
  service = await sharedService();
  client = await new Client(service.url).login(service.credentials);
  const sizes = { wide: [320, 180], square: [240, 240], tall: [180, 320] } as const;
  for (const [name, [w, h]] of Object.entries(sizes)) {
    const path = await writePackage(join(folder, `${name}.zip`), resized(w, h));
    const { id } = await client.addTemplate(path);
    versions[name as keyof typeof versions] = String(id);
  }
  const square = { width: 60, height: 60, channels: 3, background: '#00a040' } as const;
  const png = await sharp({ create: square }).png().toBuffer();
  upload = String(((await client.upload(Buffer.from(png))).body['upload'] as Json)['id']);
});

afterAll(async () => {
  await removeFolder(folder);
});

const resources = () => ({
  t_01: { source: { text: 'A rather long greeting' } },
  c_01: { source: { color: '#203040' } },
  [LOGO]: { source: { upload_id: upload } },
});

async function post(path: string, body: object = {}, wait = 0): Promise<Json> {
  const headers: Record<string, string> = wait > 0 ? { prefer: `wait=${wait}` } : {};
  const { body: answer, status } = await client.send('POST', path, body, headers);
  expect([status < 300, answer['errors']]).toEqual([true, undefined]);
  // The service waits at most for this time.
  return wait > 0
    ? { ...answer, render_session: await client.waitFor(String(session(answer)['id'])) }
    : answer;
}

const session = (answer: Json) => answer['render_session'] as Json;

/** Downloads a file of a session and returns its width and height as ffprobe sees them. */
async function sizeOf(url: unknown): Promise<string> {
  const path = join(folder, 'downloaded');
  const response = await fetch(String(url));
  await writeFile(path, Buffer.from(await response.arrayBuffer()));
  const { width, height } = await probe(path);
  return `${width}x${height}`;
}

const sizesOf = (outputs: unknown) =>
  (outputs as Json[]).map(({ width, height, format }) => `${format} ${width}x${height}`);

test('an incomplete draft is completed, rendered small as preview and large as final, and copied', async () => {
  const mapping = { template_style_version_id: versions.wide, resources: {} };
  const output = [{}, { format: 'webm' }, { format: 'gif', width: 80 }];
  const preview = { width: 160, quality: 'draft' };
  const draft = session(await post(SESSIONS, { title: 'One', mapping, output, preview }));
  expect(draft['missing_editables']).toEqual([LOGO, 'c_01', 't_01']);
  const path = `${SESSIONS}/${draft['id']}`;
  const early = await client.send('POST', `${path}/render`, { render: 'preview' });
  expect([early.status, (early.body['errors'] as Json[]).length]).toEqual([422, 3]);
  const changes = { mapping_changes: { resources: resources() } };
  expect((await client.send('PATCH', path, changes)).status).toBe(200);

  const small = session(await post(`${path}/render`, { render: 'preview' }, 60));
  expect(small).toMatchObject({ status: 'preview_rendered', width: 160, height: 90, errors: [] });
  expect(sizesOf(small['outputs'])).toEqual(['mp4 160x90', 'webm 160x90', 'gif 80x45']);
  expect(await sizeOf((small['outputs'] as Json[])[1]?.['url'])).toBe('160x90');
  expect(await (await fetch(String(small['hls_url']))).text()).toContain('RESOLUTION=160x90');
  const settings = (one: Json) => ((one['receipt'] as Json)['settings'] as Json)['outputs'] as Json;
  expect(settings(small)['video']).toMatchObject({ width: 160, quality: 'draft' });

  const large = session(await post(`${path}/render`, { render: 'final' }, 60));
  expect(large).toMatchObject({ status: 'final_rendered', width: 320, height: 180, preview });
  expect(sizesOf(large['outputs'])).toEqual(['mp4 320x180', 'webm 320x180', 'gif 80x45']);
  expect(await sizeOf((large['outputs'] as Json[])[2]?.['url'])).toBe('80x45');
  expect(await (await fetch(String(large['hls_url']))).text()).toContain('RESOLUTION=320x180');
  expect(settings(large)['video']).toMatchObject({ width: 320, quality: 'high' });
  expect((large['receipt'] as Json)['media']).toEqual((small['receipt'] as Json)['media']);
  expect((large['thumbnails'] as string[]).length).toBe((small['thumbnails'] as string[]).length);

  const copied = await post(`${path}/copy`, { render: 'final', output: { fps: 10 } }, 60);
  expect(session(copied)).toMatchObject({
    title: 'One',
    status: 'final_rendered',
    width: 320,
    mapping: { resources: resources() },
  });
  const events = await client.send('GET', `${path}/events`);
  expect(events.body['text']).toContain('"missing_editables":[]');
});

test('one stored mapping renders all sizes of a template', async () => {
  const stored = await post('/v2/mappings', {
    template_style_version_id: versions.wide,
    resources: resources(),
  });
  const { id } = stored['mapping'] as Json;
  const report = async (version: string) => {
    const query = `template_style_version_id=${version}`;
    const { fit_report: found } = await post(`/v2/mappings/${id}/fit-report?${query}`);
    const { fit, ...rest } = found as Json & { fit: Record<string, Json> };
    return { ...rest, scale: Number(fit['t_01']?.['font_scale']) };
  };
  const [wide, square, tall] = [
    await report(versions.wide),
    await report(versions.square),
    await report(versions.tall),
  ];
  expect([wide, square]).toMatchObject([
    { valid: true, ignored_editables: [], errors: [] },
    { valid: true, ignored_editables: [] },
  ]);
  expect(tall).toMatchObject({
    valid: true,
    ignored_editables: ['c_01'],
    missing_editables: [],
    warnings: expect.arrayContaining([expect.objectContaining({ code: 'editable_ignored' })]),
  });
  expect([wide.scale > square.scale, square.scale > tall.scale]).toEqual([true, true]);

  const body = { title: 'Tall', mapping_id: id, template_style_version_id: versions.tall };
  const rendered = session(await post(SESSIONS, { ...body, render: 'final' }, 60));
  expect(rendered).toMatchObject({
    status: 'final_rendered',
    width: 180,
    height: 320,
    warnings: expect.arrayContaining([expect.objectContaining({ editable: 'c_01' })]),
  });
});
