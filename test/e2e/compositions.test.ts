import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countingClip, ffmpeg } from '../../src/media/testing/clips.ts';
import { probeMedia } from '../../src/media/video/index.ts';
import { decodedAudio, lagSeconds, levelDecibels } from '../support/audio-lag.ts';
import { Client, type Json } from '../support/client.ts';
import { zipFiles } from '../support/decoded.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage, writeZip } from '../support/package.ts';
import { placeOf, processFolders } from '../support/place.ts';
import { openCanvasKit } from '../support/players.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';
import { imageSimilarity } from '../support/similarity.ts';
import { wavOf } from '../support/tones.ts';
import { BOX, videoLottie } from '../support/videos.ts';

type File = { name: string; kind: string; url: string; width: number; height: number };
type Composition = Json & {
  digest: string;
  lottie: { w: number; h: number; op: number; layers: Json[]; assets: { p?: string }[] };
  files: File[];
  audio: { url: string; duration: number } | null;
};

const LOGO = '(Footage)/USER/logo_01.png';
const FRAMES = 20;

let folder: string;
let service: SharedService;
let client: Client;
let textVersion: string;
let videoVersion: string;
let videoId: string;
let logoId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-compositions-'));
  service = await sharedService();
  client = await new Client(service.url).login(service.credentials);
  const small = await client.addTemplate(
    await writePackage(join(folder, 'small.zip'), smallLottie()),
  );
  textVersion = String(small['id']);
  const lottie = JSON.stringify(videoLottie({ frames: FRAMES }));
  const video = await client.addTemplate(
    await writeZip(join(folder, 'video.zip'), { 'data.json': lottie }),
  );
  videoVersion = String(video['id']);
  const [mute, clip] = [join(folder, 'mute.mp4'), join(folder, 'clip.mp4')];
  await countingClip(mute, { fps: '30', frameCount: 60 }, [
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
  ]);
  const tone = ['-f', 'lavfi', '-i', 'sine=440:duration=2'];
  await ffmpeg(['-i', mute, ...tone, '-c:v', 'copy', '-c:a', 'aac', clip]);
  const idOf = async (bytes: Uint8Array) =>
    String(((await client.upload(new Uint8Array(bytes))).body['upload'] as Json)['id']);
  videoId = await idOf(await readFile(clip));
  const logo = { create: { width: 300, height: 200, channels: 3 as const, background: '#c02050' } };
  logoId = await idOf(await sharp(logo).png().toBuffer());
});

afterAll(async () => {
  await removeFolder(folder);
});

const compose = (body: Json, by = client) => by.send('POST', '/v2/compositions', body);
const composed = async (body: Json) => {
  const answer = await compose(body);
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(200);
  return answer.body['composition'] as Composition;
};
const texts = (text: string, more: Json = {}): Json => ({
  mapping: {
    template_style_version_id: textVersion,
    resources: { t_01: { source: { text } }, ...more },
  },
});
const logo = { [LOGO]: { source: { upload_id: '' } } };
const withLogo = (text: string) =>
  texts(text, { [LOGO]: { source: { upload_id: logoId } }, c_01: { source: { color: '203040' } } });
const playing = (transform: Json, id = videoId): Json => ({
  mapping: {
    template_style_version_id: videoVersion,
    resources: { video_1: { source: { upload_id: id }, transform } },
  },
});
const get = (url: string, init?: RequestInit) => fetch(service.url + url, init);
const codes = ({ errors }: Json) =>
  (errors as { code: string; pointer?: string }[]).map((e) => `${e.code} ${e.pointer ?? ''}`);

test('a composition is a Lottie document with signed images, and lists what is missing', async () => {
  const first = await composed(texts('Zoë'));
  expect(first).toMatchObject({
    video: { fps: 30 },
    fit: { t_01: { font_scale: 1 } },
    audio: null,
    missing_editables: [LOGO, 'c_01'],
    warnings: [],
  });
  expect(JSON.stringify(first.lottie)).not.toContain('Zoë');
  const whole = await composed(withLogo('Zoë'));
  expect(whole['missing_editables']).toEqual([]);
  const [file] = whole.files;
  expect(file).toMatchObject({ kind: 'image', width: 100, height: 50 });
  expect(whole.lottie.assets.map(({ p }) => p)).toContain(file?.name);
  const image = await get(file?.url ?? '');
  expect(image.headers.get('cache-control')).toContain('immutable');
  expect(image.headers.get('access-control-allow-origin')).toBe('*');
  expect(await sharp(await image.arrayBuffer()).metadata()).toMatchObject({
    width: 100,
    height: 50,
  });
  expect((await composed(withLogo('Zoë'))).digest).toBe(whole.digest);
  const other = await composed(withLogo('Ada'));
  expect(other.digest).not.toBe(whole.digest);
  expect(other.files).toEqual(whole.files);
});

test('the answer is compressed for a client that accepts it', async () => {
  const answer = await client.send('POST', '/v2/compositions', withLogo('Zoë'), {
    'accept-encoding': 'gzip',
  });
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(answer.headers.get('server-timing')).toMatch(/^compose;dur=\d/);
});

/** Of the compared audio, in samples a second. */
const RATE = 8000;

/** Two seconds with a video and an audio file. */
async function addVideoWithAudio(): Promise<string> {
  const { assets, layers, ...rest } = videoLottie({ frames: 60 }) as Record<string, Json[]>;
  const own = { id: 'own', u: 'audio/', p: 'own.wav', e: 0 };
  const layer = { ty: 6, nm: 'a_01', refId: 'own', ip: 6, op: 60, st: 6, sr: 1 };
  const lottie = { ...rest, assets: [...(assets ?? []), own], layers: [...(layers ?? []), layer] };
  const path = await writeZip(join(folder, 'audio.zip'), {
    'data.json': JSON.stringify(lottie),
    'audio/own.wav': wavOf(2, () => 0),
  });
  return String((await client.addTemplate(path))['id']);
}

test('the frames and the audio are those of the rendered video', async () => {
  // The pitch rises, so that each moment differs.
  const rising = wavOf(0.9, (at) => 0.6 * Math.sin(2 * Math.PI * (300 * at + 400 * at * at)));
  const { body: uploaded } = await client.upload(Uint8Array.from(rising));
  const mapping = {
    template_style_version_id: await addVideoWithAudio(),
    resources: {
      video_1: {
        source: { upload_id: videoId },
        transform: {
          trim_strategy: 'manual',
          trim_start_time: 0.7,
          end_behavior: 'loop',
          volume: 0.2,
          crop_strategy: 'contain',
          background: '40206080',
        },
      },
    },
    audio_tracks: {
      a_01: {
        source: { upload_id: (uploaded['upload'] as Json)['id'] },
        transform: { volume: 0.5, fade_in: 0.4, fade_out: 0.5, loop: true },
      },
    },
  };
  const made = await composed({ mapping });
  const output = [{ format: 'png' }, { format: 'mp4' }];
  const { body } = await client.send('POST', '/v2/render_sessions', {
    title: 'x',
    render: 'final',
    mapping,
    output,
  });
  const session = await client.waitFor(String((body['render_session'] as Json)['id']));
  expect(session).toMatchObject({ status: 'final_rendered' });
  const paths = ['frames.zip', 'video.mp4'].map((name) => join(folder, name));
  for (const [index, { url }] of (session['outputs'] as { url: string }[]).entries())
    await writeFile(paths[index] ?? '', Buffer.from(await (await fetch(url)).arrayBuffer()));

  const rendered = await zipFiles(paths[0] ?? '');
  expect(rendered).toHaveLength(made.lottie.op);
  const assets: Record<string, ArrayBuffer> = {};
  for (const { name, url } of made.files) assets[name] = await (await get(url)).arrayBuffer();
  await using canvasKit = await openCanvasKit();
  const json = JSON.stringify(made.lottie);
  for (const frame of [0, 25, 40, 59]) {
    const drawn = await canvasKit.drawFiles(made.lottie, { json, assets, frame, width: BOX.width });
    const { ssim, far } = await imageSimilarity(rendered[frame]?.bytes ?? Buffer.of(), drawn);
    expect(ssim, `frame ${frame}`).toBeGreaterThanOrEqual(0.999);
    expect(far, `frame ${frame}`).toBeLessThanOrEqual(0.002);
  }

  const audio = join(folder, 'audio.mp4');
  await writeFile(audio, Buffer.from(await (await get(made.audio?.url ?? '')).arrayBuffer()));
  const heard = await decodedAudio(audio, RATE);
  const wanted = await decodedAudio(paths[1] ?? '', RATE);
  expect(heard.length / RATE).toBeCloseTo(wanted.length / RATE, 2);
  for (const second of [0, 1])
    expect(Math.abs(lagSeconds(wanted, heard, { second, rate: RATE }))).toBeLessThan(0.05);
  for (let from = 0; from < 2; from += 0.25) {
    const part = { from, to: from + 0.25, rate: RATE };
    const louder = levelDecibels(heard, part) - levelDecibels(wanted, part);
    expect(Math.abs(louder), `at ${from} s`).toBeLessThan(0.5);
  }
});

test('media are read once: an edit needs neither upload nor decoder', async () => {
  const trimmed = { trim_strategy: 'manual', trim_start_time: 0.5, volume: 1 };
  const first = await composed(playing(trimmed));
  expect(new Set(first.files.map(({ kind }) => kind))).toEqual(new Set(['frame']));
  expect(first.files.length).toBe(FRAMES);
  const frame = first.files[0]?.url ?? '';
  const size = async (url: string) => sharp(await (await get(url)).arrayBuffer()).metadata();
  expect(await size(frame)).toMatchObject({ format: 'jpeg', ...BOX });
  // Rounded up to a usual width, but never enlarged.
  expect(await size(`${frame}&width=100`)).toMatchObject({ format: 'jpeg', width: 160 });
  const withImage = await composed(withLogo('One'));

  // Without the uploads, only what is cached can be used.
  const { files } = await placeOf(service.dataDir);
  for (const id of [videoId, logoId]) await files.remove(`uploads/${id}`);
  expect((await composed(playing(trimmed))).digest).toBe(first.digest);
  expect((await composed(withLogo('One'))).digest).toBe(withImage.digest);
  const edited = await composed(withLogo('Two'));
  expect(edited.files.map(({ name }) => name)).toEqual(withImage.files.map(({ name }) => name));
  // Another place or trim reads the video again.
  const later = await compose(playing({ ...trimmed, trim_start_time: 1 }));
  expect(later.status).toBe(200);

  const audio = await get(first.audio?.url ?? '');
  expect([audio.status, audio.headers.get('content-type')]).toEqual([200, 'video/mp4']);
  const path = join(folder, 'audio.mp4');
  await writeFile(path, Buffer.from(await audio.arrayBuffer()));
  const { durationSeconds } = (await probeMedia(path, 'the audio')) as { durationSeconds: number };
  expect(durationSeconds).toBeCloseTo(FRAMES / 30, 1);
  const part = await get(first.audio?.url ?? '', { headers: { range: 'bytes=0-99' } });
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100]);
});

test('an edit token composes its own session and no other; editors notice each other', async () => {
  const create = async () => {
    const { body } = await client.send('POST', '/v2/render_sessions', {
      title: 'x',
      edit_token: true,
      mapping: { ...(texts('Zoë')['mapping'] as Json), missing: 'example' },
    });
    return {
      token: String(body['edit_token']),
      id: String((body['render_session'] as Json)['id']),
    };
  };
  const [own, other] = [await create(), await create()];
  const editor = (path: string, method: string, body?: Json, headers = {}) =>
    new Client(service.url).send(method, path, body, {
      authorization: `Bearer ${own.token}`,
      ...headers,
    });
  const whole = await editor('/v2/compositions', 'POST', {});
  expect(whole.body).toMatchObject({ composition: { fit: { t_01: { lines: 1 } } } });
  const same = await editor('/v2/compositions', 'POST', { render_session_id: own.id });
  expect((same.body['composition'] as Json)['digest']).toBe(
    (whole.body['composition'] as Json)['digest'],
  );
  const stored = (id: string) => editor(`/v2/render_sessions/${id}/composition`, 'GET');
  expect((await stored(own.id)).body).toMatchObject({
    composition: { digest: (whole.body['composition'] as Json)['digest'] },
  });
  expect((await stored(other.id)).status).toBe(403);
  const foreign = await editor('/v2/compositions', 'POST', { render_session_id: other.id });
  expect(foreign.status).toBe(403);
  expect((await editor('/v2/compositions', 'POST', playing({}))).status).toBe(422);
  const places = (id: string) => editor(`/v2/template_style_versions/${id}/places?frame=0`, 'GET');
  const { places: found } = (await places(textVersion)).body as { places: { editable: string }[] };
  expect(found.map(({ editable }) => editable)).toContain('t_01');
  expect((await places(videoVersion)).status).toBe(403);

  const path = `/v2/render_sessions/${own.id}`;
  const read = await editor(path, 'GET');
  expect([read.headers.get('etag'), (read.body['render_session'] as Json)['revision']]).toEqual([
    '"1"',
    1,
  ]);
  const patched = await editor(path, 'PATCH', { title: 'mine' }, { 'if-match': '"1"' });
  expect([patched.status, patched.headers.get('etag')]).toEqual([200, '"2"']);
  const late = await editor(path, 'PATCH', { title: 'theirs' }, { 'if-match': '"1"' });
  expect(late.body).toMatchObject({ status: 412, code: 'precondition_failed', revision: 2 });
  expect((await editor(path, 'PATCH', { title: 'theirs' })).status).toBe(200);
});

test('wrong requests are refused with all faults at their places', async () => {
  const huge = await compose(texts('a'.repeat(600_000)));
  expect(huge.status).toBe(422);
  const many = await compose(
    texts('x', { ...logo, c_01: { source: { color: 'pink' } }, t_09: { source: { text: '' } } }),
  );
  expect(codes(many.body).sort()).toEqual([
    'color_invalid /mapping/resources/c_01/source',
    'editable_unknown /mapping/resources/t_09',
    'upload_unknown /mapping/resources/(Footage)~1USER~1logo_01.png/source/upload_id',
  ]);
  const [image] = (await composed(withLogo('x'))).files;
  expect((await get(image?.url ?? '')).status).toBe(200);
  await client.send('DELETE', `/v2/uploads/${logoId}`);
  // Nothing of the upload stays in the cache.
  await expect.poll(async () => (await get(image?.url ?? '')).status).toBe(404);
  expect(codes((await compose(withLogo('x'))).body)).toEqual([
    'upload_unknown /mapping/resources/(Footage)~1USER~1logo_01.png/source/upload_id',
  ]);
  const gone = { mapping: { template_style_version_id: 'tsv_none', resources: {} } };
  expect(codes((await compose(gone)).body)).toEqual([
    'template_version_unknown /mapping/template_style_version_id',
  ]);
  expect((await compose({})).status).toBe(422);
  expect(codes((await compose({ render_session_id: 'rs_none' })).body)).toEqual([
    'invalid_request /render_session_id',
  ]);
  const late = `/v2/template_style_versions/${textVersion}/places?frame=99999`;
  expect((await client.send('GET', late)).status).toBe(422);
});

test('a URL is for its file and account only, and a file that was removed is not found', async () => {
  const { files, audio } = await composed(playing({ volume: 1 }));
  const url = files[0]?.url ?? '';
  const [path = '', query = ''] = url.split('?');
  const status = async (address: string) => (await get(address)).status;
  expect(await status(path)).toBe(403);
  expect(await status(`${url.replace(/expires=\d+/, 'expires=1')}`)).toBe(403);
  const [, , account = '', entry = '', name = ''] = path.split('/');
  expect(await status(`/previews/acc_other/${entry}/${name}?${query}`)).toBe(403);
  expect(await status(`/previews/${account}/${'0'.repeat(64)}/${name}?${query}`)).toBe(403);
  for (const wrong of ['facts.json', '..%2f..%2fx', `${'0'.repeat(64)}.jpg`, 'audio.mp4'])
    expect(await status(`/previews/${account}/${entry}/${wrong}?${query}`), wrong).toBe(404);
  for (const width of ['0', '-1', '1e3', '9000', 'x'])
    expect(await status(`${url}&width=${width}`), width).toBe(422);
  expect(await status(`${url}&width=4000`)).toBe(200);
  const { files: stored } = await placeOf(service.dataDir);
  const published = await stored.keys('previews');
  for (const key of published.filter((one) => one.includes(`/${service.accountId}/`)))
    await stored.remove(key);
  // A worker has none.
  for (const own of await processFolders(service.dataDir))
    await removeFolder(join(own, 'preview-cache', service.accountId));
  expect([await status(url), await status(audio?.url ?? '')]).toEqual([404, 404]);
});
