import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countingClip, ffmpeg, numberIn, readNumber } from '../../src/media/testing/clips.ts';
import { probeMedia } from '../../src/media/video/index.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { writeZip } from '../support/package.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';
import { BOX, framesOf, videoLottie } from '../support/videos.ts';

const FRAMES = 20;

let folder: string;
let service: SharedService;
let client: Client;
let versionId: string;
let uploadId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-videos-'));
  service = await sharedService();
  client = await new Client(service.url).login(service.credentials);
  const lottie = JSON.stringify(videoLottie({ frames: FRAMES }));
  const version = await client.addTemplate(
    await writeZip(join(folder, 'video.zip'), { 'data.json': lottie }),
  );
  expect(version).toMatchObject({
    status: 'edit_ready',
    editables: { video_1: { input_type: 'video', ...BOX } },
  });
  versionId = String(version['id']);
  const mute = join(folder, 'mute.mp4');
  const clip = join(folder, 'clip.mp4');
  const x264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];
  await countingClip(mute, { fps: '30', frameCount: 60 }, x264);
  const tone = ['-f', 'lavfi', '-i', 'sine=440:duration=2'];
  await ffmpeg(['-i', mute, ...tone, '-c:v', 'copy', '-c:a', 'aac', clip]);
  const { status, body } = await client.upload(new Uint8Array(await readFile(clip)));
  expect(status).toBe(201);
  expect(body['upload']).toMatchObject({ content_type: 'video/mp4', duration: 2, ...BOX });
  uploadId = String((body['upload'] as Json)['id']);
});
afterAll(async () => {
  await removeFolder(folder);
});

const mapping = (transform: Json): Json => ({
  template_style_version_id: versionId,
  resources: { video_1: { source: { upload_id: uploadId }, transform } },
});

test('a session plays the trimmed video with its audio, and its stills are frames of it', async () => {
  const wanted = mapping({ trim_strategy: 'manual', trim_start_time: 0.5, volume: 1 });
  const { body } = await client.send('POST', '/v2/render_sessions', {
    title: 'x',
    render: 'preview',
    mapping: wanted,
  });
  const session = await client.waitFor(String((body['render_session'] as Json)['id']));
  expect(session).toMatchObject({
    status: 'preview_rendered',
    source_uploads: [{ editable: 'video_1', content_type: 'video/mp4', duration: 2, ...BOX }],
    fit: { video_1: { crop: { x: 0, y: 0, ...BOX } } },
    warnings: [],
  });
  const path = join(folder, 'video.mp4');
  const bytes = await (await fetch(String(session['video_url']))).arrayBuffer();
  await writeFile(path, Buffer.from(bytes));
  const numbers = (await framesOf(path)).map((pixels) => numberIn(pixels, BOX));
  expect(numbers).toEqual(Array.from({ length: FRAMES }, (_, n) => 15 + n));
  expect((await probeMedia(path, 'the video')).audio).toMatchObject({ codec: 'aac' });
  const still = await client.still({ mapping: wanted, at: 0.4 });
  expect(await readNumber(await sharp(still.bytes).png().toBuffer())).toBe(27);
});

test('a check reports a trim after the end and a crop outside of the image', async () => {
  const check = async (transform: Json) => {
    const { status, body } = await client.send('POST', '/v2/mappings/validate', {
      mapping: mapping(transform),
    });
    expect(status).toBe(200);
    const errors = body['errors'] as { code: string; pointer: string; editable: string }[];
    return errors.map(({ code, pointer, editable }) => [code, pointer, editable]);
  };
  const at = '/mapping/resources/video_1/transform';
  expect(await check({ trim_start_time: 2 })).toEqual([
    ['video_too_short', `${at}/trim_start_time`, 'video_1'],
  ]);
  const crop = { crop_x: 100, crop_y: 0, crop_width: 61, crop_height: 90 };
  expect(await check({ crop_strategy: 'manual', ...crop })).toEqual([
    ['crop_invalid', at, 'video_1'],
  ]);
  expect(await check({ crop_strategy: 'manual', animate_strategy: 'zoom-in', ...crop })).toEqual([
    ['invalid_request', `${at}/animate_strategy`, 'video_1'],
  ]);
  expect(await check({ crop_strategy: 'smart' })).toEqual([]);
});
