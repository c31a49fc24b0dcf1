import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../../src/media/testing/loopback-server.ts';
import { writeEmptyPackage } from '../support/caption-template.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { writeZip } from '../support/package.ts';
import { frameOf } from '../support/pixels.ts';
import { framepress } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { tone, wavOf } from '../support/tones.ts';

const [WIDTH, HEIGHT, FPS, FRAMES] = [320, 180, 10, 20];
const SRT = '1\n00:00:00,500 --> 00:00:01,200\n<b>Hello</b>\n';
/** Frames of the cue: the first, and the first after it. */
const [FIRST, END] = [5, 12];
const FONT = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/poppins/700Bold/Poppins_700Bold.ttf'),
);
const STYLE = { name: 'box', background: 'ff0000' };

let folder: string;
let client: Client;
let file: string;
let version: string;
let uploadId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-captions-'));
  const service = await sharedService();
  client = await new Client(service.url).login(service.credentials);
  file = await writeEmptyPackage(folder);
  version = String((await client.addTemplate(file))['id']);
  const { status, body } = await client.upload(new TextEncoder().encode(SRT));
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body['upload']).toMatchObject({ kind: 'captions', content_type: 'application/x-subrip' });
  uploadId = String((body['upload'] as Json)['id']);
});

afterAll(() => removeFolder(folder));

const mapping = (captions: object) => ({
  template_style_version_id: version,
  resources: {},
  captions,
});

/** Whether an image has the box of a caption. */
async function hasBox(image: Buffer): Promise<boolean> {
  const pixels = await sharp(image).removeAlpha().raw().toBuffer();
  let red = 0;
  for (let at = 0; at < pixels.length; at += 3)
    if ((pixels[at] ?? 0) > 180 && (pixels[at + 1] ?? 0) < 80) red += 1;
  return red > 200;
}

test('the final of a session shows the captions of an upload, from their first to their last frame', async () => {
  const { status, body } = await client.send('POST', '/v2/render_sessions', {
    title: 'Captions',
    render: 'final',
    mapping: mapping({ source: { upload_id: uploadId }, style: STYLE }),
  });
  expect(status, JSON.stringify(body)).toBe(201);
  const session = await client.waitFor(String((body['render_session'] as Json)['id']));
  expect(session).toMatchObject({
    status: 'final_rendered',
    warnings: [{ code: 'caption_markup' }],
    source_uploads: [{ upload_id: uploadId, content_type: 'application/x-subrip' }],
    mapping: { captions: { source: { upload_id: uploadId } } },
  });
  const video = join(folder, 'video.mp4');
  const response = await fetch(String(session['video_url']));
  await writeFile(video, Buffer.from(await response.arrayBuffer()));
  const frames = [FIRST - 1, FIRST, END - 1, END];
  const boxes = await Promise.all(frames.map(async (frame) => hasBox(await frameOf(video, frame))));
  expect(boxes).toEqual([false, true, true, false]);
});

test('a check reads the file, and a still shows its captions', async () => {
  const captions = { source: { upload_id: uploadId }, style: STYLE };
  const checked = await client.send('POST', '/v2/mappings/validate', {
    mapping: mapping(captions),
  });
  expect(checked.body).toMatchObject({
    valid: true,
    warnings: [{ code: 'caption_markup' }],
    caption_fits: [{ font_scale: 1, lines: 1, overflow: false, missing_glyphs: [] }],
  });
  const { bytes } = await client.still({ mapping: mapping(captions), at: 1, format: 'png' });
  expect(await hasBox(bytes)).toBe(true);
});

test('a composition for players has the captions as text', async () => {
  const cues = [{ start: 0, end: 2, text: 'Hello' }];
  const sent = await client.send('POST', '/v2/compositions', {
    mapping: mapping({ source: { cues }, style: 'outline' }),
  });
  const { lottie } = sent.body['composition'] as { lottie: { layers: Json[] } };
  expect(lottie.layers.map(({ ty }) => ty)).toEqual([5, 4]);
});

test('captions are drawn in the layer that a template has for them, and only there', async () => {
  const still = (k: unknown) => ({ a: 0, k });
  const span = { ip: 0, op: FRAMES, st: 0, sr: 1 };
  const font = { fName: 'Poppins-Bold', fFamily: 'Poppins', fStyle: 'Bold' };
  const document = { f: font.fName, s: 30, lh: 36, t: 'Words', j: 2, fc: [1, 0, 0] };
  const box = { sz: [WIDTH, 50], ps: [0, 0] };
  const layers = [
    {
      ...span,
      ty: 5,
      nm: 'captions',
      ks: {},
      t: { d: { k: [{ t: 0, s: { ...document, ...box } }] } },
    },
    { ...span, ty: 1, nm: 'Ground', sw: WIDTH, sh: HEIGHT, sc: '#000000', ks: { o: still(100) } },
  ];
  const size = { w: WIDTH, h: HEIGHT, fr: FPS, ip: 0, op: FRAMES };
  const lottie = { v: '5.9.0', ...size, fonts: { list: [font] }, layers };
  const packed = await writeZip(join(folder, 'layer.zip'), {
    'data.json': JSON.stringify(lottie),
    'fonts/Poppins-Bold.ttf': await readFile(FONT),
  });
  const added = await client.addTemplate(packed);
  expect(added).toMatchObject({
    status: 'edit_ready',
    editables: {},
    captions: { layer: 'captions', box: { x: 0, y: 0, width: WIDTH, height: 50 } },
    report: { warnings: [] },
  });
  const cues = [{ start: 0, end: 1, text: 'Hello' }];
  const redRows = async (at: number) => {
    const sent = { template_style_version_id: added['id'], resources: {} };
    const { bytes } = await client.still({
      mapping: { ...sent, captions: { source: { cues } } },
      at,
      format: 'png',
    });
    const pixels = await sharp(bytes).removeAlpha().raw().toBuffer();
    const red = Array.from({ length: pixels.length / 3 }, (_, n) => n).filter(
      (n) => (pixels[3 * n] ?? 0) > 180,
    );
    return red.map((n) => Math.floor(n / WIDTH));
  };
  const rows = await redRows(0.5);
  expect(rows.length).toBeGreaterThan(100);
  expect(Math.max(...rows)).toBeLessThan(50);
  expect(await redRows(1.5)).toEqual([]);
});

test('masks, track mattes and effects of captions layers apply', async () => {
  const still = (k: unknown) => ({ a: 0, k });
  const span = { ip: 0, op: FRAMES, st: 0, sr: 1 };
  const font = { fName: 'Poppins-Bold', fFamily: 'Poppins', fStyle: 'Bold' };
  const document = { f: font.fName, s: 30, lh: 36, t: 'Words', j: 2, fc: [1, 0, 0] };
  const k = [{ t: 0, s: { ...document, sz: [WIDTH, 50], ps: [0, 0] } }];
  const at = (x: number, y: number) => ({ p: still([x, y, 0]), a: still([0, 0, 0]) });
  const captions = (top: number, more: object) => ({
    ...span,
    ...{ ty: 5, nm: 'captions', ks: at(0, top), t: { d: { k } } },
    ...more,
  });
  const corners = [
    ...[[0, 0] as const, [WIDTH / 2, 0] as const],
    ...[[WIDTH / 2, 50] as const, [0, 50] as const],
  ];
  const flat = corners.map(() => [0, 0]);
  const left = { c: true, v: corners, i: flat, o: flat };
  const mask = { inv: false, mode: 'a', pt: still(left), o: still(100), x: still(0) };
  const matte = { ty: 1, nm: 'Matte', sw: WIDTH / 2, sh: 50, sc: '#ffffff', td: 1 };
  const values = [
    [10, 0],
    [7, 0],
    [2, [0, 1, 0, 1]],
    [7, 0],
    [0, 0],
    [0, 0],
    [0, 1],
  ];
  const fill = { ty: 21, nm: 'Fill', en: 1, ef: values.map(([ty, v]) => ({ ty, v: still(v) })) };
  const layers = [
    captions(0, { hasMask: true, masksProperties: [mask] }),
    { ...span, ...matte, ks: at(WIDTH / 2, 60) },
    captions(60, { tt: 1 }),
    captions(120, { ef: [fill] }),
    { ...span, ty: 1, nm: 'Ground', sw: WIDTH, sh: HEIGHT, sc: '#000000', ks: {} },
  ];
  const size = { w: WIDTH, h: HEIGHT, fr: FPS, ip: 0, op: FRAMES };
  const lottie = { v: '5.9.0', ...size, fonts: { list: [font] }, layers };
  const packed = await writeZip(join(folder, 'effects.zip'), {
    'data.json': JSON.stringify(lottie),
    'fonts/Poppins-Bold.ttf': await readFile(FONT),
  });
  const { id } = await client.addTemplate(packed);
  const cues = [{ start: 0, end: 1, text: 'HHHHHHHH' }];
  const content = { template_style_version_id: id, resources: {}, captions: { source: { cues } } };
  const { bytes } = await client.still({ mapping: content, at: 0.5, format: 'png' });
  const pixels = await sharp(bytes).removeAlpha().raw().toBuffer();
  /** The share of the letters in each half of a row, by color. */
  const seen = (top: number, channel: number) =>
    [0, WIDTH / 2].map((from) => {
      let count = 0;
      for (let y = top; y < top + 50; y += 1)
        for (let x = from; x < from + WIDTH / 2; x += 1)
          if ((pixels[3 * (y * WIDTH + x) + channel] ?? 0) > 180) count += 1;
      return count > 200;
    });
  const [red, green] = [0, 1];
  expect({ mask: seen(0, red), matte: seen(60, red) }).toEqual({
    mask: [true, false],
    matte: [false, true],
  });
  expect({ red: seen(120, red), green: seen(120, green) }).toEqual({
    red: [false, false],
    green: [true, true],
  });
});

test('rows of a batch have the captions of their column, or those of its mapping', async () => {
  await using server = await startServer(({ url = '' }, response) => {
    response.end(url === '/hello.srt' ? SRT : '<!doctype html>');
  });
  const cues = [{ start: 1.5, end: 2, text: 'Usual' }];
  const sent = await client.send('POST', '/v2/batches', {
    template_style_version_id: version,
    title: 'Captions',
    mapping: { resources: {}, captions: { source: { cues }, style: STYLE } },
    rows: ['/hello.srt', '', '/page.html'].map((path) => ({
      captions_url: path && server.url(path),
      title: path,
    })),
  });
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  const path = `/v2/batches/${(sent.body['batch'] as Json)['id']}`;
  const options = { timeout: 240_000 };
  await expect
    .poll(async () => (await client.send('GET', path)).body['batch'], options)
    .toMatchObject({ status: 'completed', counts: { rendered: 2, failed: 1 } });
  const { rows } = (await client.send('GET', `${path}/rows`)).body as { rows: Json[] };
  expect(rows[2]).toMatchObject({
    state: 'failed',
    errors: [{ code: 'captions_invalid', column: 'captions_url', row: 3 }],
  });
  const boxesOf = async (row: number) => {
    const video = join(folder, `row-${row}.mp4`);
    const response = await fetch(String(rows[row]?.['video_url']));
    await writeFile(video, Buffer.from(await response.arrayBuffer()));
    return Promise.all([FIRST, 17].map(async (frame) => hasBox(await frameOf(video, frame))));
  };
  expect([await boxesOf(0), await boxesOf(1)]).toEqual([
    [true, false],
    [false, true],
  ]);
});

test('captions of an audio track follow its trim', async () => {
  const span = { ip: 5, op: FRAMES, st: 5, sr: 1, ks: {} };
  const size = { w: WIDTH, h: HEIGHT, fr: FPS, ip: 0, op: FRAMES };
  const lottie = { v: '5.9.0', ...size, layers: [{ ...span, ty: 6, nm: 'a_01' }] };
  const packed = await writeZip(join(folder, 'audio.zip'), { 'data.json': JSON.stringify(lottie) });
  const added = await client.addTemplate(packed);
  const { body } = await client.upload(new Uint8Array(wavOf(3, tone(440))));
  const audioId = String((body['upload'] as Json)['id']);
  const cues = [
    { start: 0, end: 0.9, text: 'Before' },
    { start: 1.2, end: 2, text: 'Hello' },
  ];
  const sent = await client.send('POST', '/v2/compositions', {
    mapping: {
      template_style_version_id: added['id'],
      resources: {},
      audio_tracks: { a_01: { source: { upload_id: audioId }, transform: { trim_start_time: 1 } } },
      captions: { source: { cues }, of: 'a_01', style: 'outline' },
    },
  });
  const { lottie: composed } = sent.body['composition'] as { lottie: { layers: Json[] } };
  expect(composed.layers.map(({ ip, op }) => [ip, op])).toEqual([[7, 15]]);
  expect(sent.body['composition']).toMatchObject({
    warnings: [
      {
        code: 'caption_outside',
        message:
          'The caption at 00:00:00.000 of the file of "a_01" is left out: the video does not play this part.',
      },
    ],
  });
});

test('uploads that are no captions, and captions with a mistake, are refused', async () => {
  const upload = (text: string) => client.upload(new TextEncoder().encode(text));
  const reversed = await upload('WEBVTT\n\n00:02.000 --> 00:01.000\nHello\n');
  expect(reversed).toMatchObject({
    status: 422,
    body: { code: 'captions_invalid', errors: [{ pointer: '/file' }] },
  });
  expect((await upload('Dear Ana,\nhow are you?')).body).toMatchObject({ code: 'asset_not_media' });
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const image = await client.upload(new Uint8Array(png));
  const imageId = String((image.body['upload'] as Json)['id']);
  const { body } = await client.send('POST', '/v2/mappings/validate', {
    mapping: mapping([{ source: { upload_id: imageId } }, { source: { upload_id: 'up_none' } }]),
  });
  expect(body['errors']).toMatchObject([
    { code: 'captions_invalid', pointer: '/mapping/captions/0/source/upload_id' },
    { code: 'upload_unknown', pointer: '/mapping/captions/1/source/upload_id' },
  ]);
});

test('captions are fetched, and a file that is none is an error of its address', async () => {
  const served: Record<string, string> = {
    '/hello.srt': SRT,
    '/page.html': '<!doctype html><title>Not found</title>',
    '/large.srt': SRT.padEnd(9 * 2 ** 20),
  };
  await using server = await startServer(({ url = '' }, response) => {
    response.statusCode = served[url] === undefined ? 404 : 200;
    // Servers often send a wrong type.
    response.setHeader('content-type', 'text/html');
    response.end(served[url]);
  });
  const captions = (path: string) => ({ source: { remote_url: server.url(path) }, style: STYLE });
  const { bytes } = await client.still({ mapping: mapping(captions('/hello.srt')), at: 1 });
  expect(await hasBox(bytes)).toBe(true);

  const paths = ['/page.html', '/large.srt', '/none.srt'];
  const others = paths.map((path) => ({ ...captions(path), burn: false }));
  const { body } = await client.send('POST', '/v2/mappings/validate', { mapping: mapping(others) });
  const pointer = (index: number) => `/mapping/captions/${index}/source/remote_url`;
  const codes = (body['errors'] as Json[]).map(({ code, pointer: at }) => [at, code]);
  expect(Object.fromEntries(codes)).toEqual({
    [pointer(0)]: 'captions_invalid',
    [pointer(1)]: 'asset_too_large',
    [pointer(2)]: 'asset_not_found',
  });
});

test('captions are drawn in a font of the account', async () => {
  const captions = (font: string) => ({
    source: { cues: [{ start: 0, end: 2, text: 'Hello' }] },
    style: { name: 'plain', font },
  });
  const codes = async (font: string) => {
    const { body } = await client.send('POST', '/v2/mappings/validate', {
      mapping: mapping(captions(font)),
    });
    return (body['warnings'] as Json[]).map(({ code }) => code);
  };
  expect(await codes('Poppins')).toEqual(['font_fallback']);
  expect((await client.upload(new Uint8Array(await readFile(FONT)))).status).toBe(201);
  expect(await codes('Poppins')).toEqual([]);
});

test('the command line reads a local file, and converts it', async () => {
  await writeFile(join(folder, 'hello.srt'), SRT);
  const local = join(folder, 'mapping.json');
  const write = (name: string) =>
    writeFile(
      local,
      JSON.stringify({ resources: {}, captions: [{ source: { file: name }, style: STYLE }] }),
    );
  await write('hello.srt');
  const out = join(folder, 'still.png');
  const still = await framepress(['still', file, '--mapping', local, '--at', '1', '--out', out]);
  expect(still.code, still.stderr).toBe(0);
  expect(await hasBox(await sharp(out).png().toBuffer())).toBe(true);
  await write('none.srt');
  const missing = await framepress(['check', file, '--mapping', local]);
  expect(missing).toMatchObject({ code: 1 });
  expect(missing.stdout).toContain('/captions/0/source/file');

  const converted = await framepress([
    ...['captions', join(folder, 'hello.srt'), '--format', 'vtt', '--duration', '1'],
  ]);
  expect(converted.stdout).toBe('WEBVTT\n\n00:00:00.500 --> 00:00:01.000\nHello\n');
  expect(converted.stderr).toContain('The caption at 00:00:00.500 ends with the video.');
});
