import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { writeZip } from '../support/package.ts';
import { frameOf } from '../support/pixels.ts';
import { sharedService } from '../support/shared-service.ts';
import { tone, wavOf } from '../support/tones.ts';
import { refusing, saying, startTranscriber, type Transcriber } from '../support/transcriber.ts';

const [WIDTH, HEIGHT, FPS, FRAMES] = [320, 180, 10, 30];
/** The layer that plays the audio begins at 1 s. */
const START = 1;
const STYLE = { name: 'box', background: 'ff0000' };
const KEY = 'sk-test-key';

let folder: string;
let client: Client;
let transcriber: Transcriber;
let version: string;
let uploadId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-heard-'));
  transcriber = await startTranscriber();
  const service = await sharedService({
    FRAMEPRESS_TRANSCRIPTION_URL: transcriber.url,
    FRAMEPRESS_TRANSCRIPTION_KEY: KEY,
    FRAMEPRESS_TRANSCRIPTION_MODEL: 'small',
  });
  client = await new Client(service.url).login(service.credentials);
  const time = { ip: 0, op: FRAMES, st: 0, sr: 1 };
  const layers = [
    { ty: 1, nm: 'Ground', sw: WIDTH, sh: HEIGHT, sc: '#000000', ks: {}, ...time },
    { ty: 6, nm: 'a_01', refId: 'talk', ks: {}, ...time, ip: START * FPS, st: START * FPS },
  ];
  const assets = [{ id: 'talk', u: 'audio/', p: 'talk.wav', e: 0 }];
  const size = { w: WIDTH, h: HEIGHT, fr: FPS, ip: 0, op: FRAMES };
  const file = await writeZip(join(folder, 'talk.zip'), {
    'data.json': JSON.stringify({ v: '5.9.0', ...size, nm: 'talk', layers, assets }),
    'audio/talk.wav': wavOf(0.5, tone(300)),
  });
  version = String((await client.addTemplate(file))['id']);
  const { body } = await client.upload(new Uint8Array(wavOf(2, tone(440))));
  uploadId = String((body['upload'] as Json)['id']);
});

afterAll(async () => {
  await transcriber[Symbol.asyncDispose]();
  await removeFolder(folder);
});

/** A mapping whose captions come from its audio. `prompt` makes the audio that of another test. */
const mapping = (prompt: string, more: object = {}) => ({
  template_style_version_id: version,
  resources: {},
  audio_tracks: { a_01: { source: { upload_id: uploadId } } },
  captions: { from: 'a_01', language: 'en', prompt, style: STYLE, ...more },
});

const render = async (body: object) => {
  const sent = await client.send('POST', '/v2/render_sessions', { title: 'Heard', ...body });
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  return client.waitFor(String((sent.body['render_session'] as Json)['id']));
};

/** Whether each frame of the session's video has the box of a caption. */
async function boxesIn(session: Json, frames: readonly number[]): Promise<boolean[]> {
  const video = join(folder, `${String(session['id'])}.mp4`);
  const response = await fetch(String(session['video_url']));
  await writeFile(video, Buffer.from(await response.arrayBuffer()));
  return Promise.all(frames.map(async (frame) => hasBox(await frameOf(video, frame))));
}

async function hasBox(image: Buffer): Promise<boolean> {
  const pixels = await sharp(image).removeAlpha().raw().toBuffer();
  let red = 0;
  for (let at = 0; at < pixels.length; at += 3)
    if ((pixels[at] ?? 0) > 180 && (pixels[at + 1] ?? 0) < 80) red += 1;
  return red > 200;
}

test('words of an audio file show when the video plays them, and are recognised once', async () => {
  transcriber.answer = saying(['Hello', 0.5, 0.8], ['there.', 0.9, 1.2]);
  const wanted = { mapping: mapping('Framepress') };
  const session = await render({ ...wanted, render: 'final' });
  expect(session).toMatchObject({ status: 'final_rendered', warnings: [] });
  expect(transcriber.requests).toHaveLength(1);
  const [heard] = transcriber.requests;
  expect(heard).toMatchObject({
    path: '/v1/audio/transcriptions',
    key: `Bearer ${KEY}`,
    fields: {
      model: ['small'],
      language: ['en'],
      prompt: ['Framepress'],
      response_format: ['verbose_json'],
      'timestamp_granularities[]': ['word', 'segment'],
    },
  });
  expect(heard?.audio.subarray(0, 4).toString()).toBe('fLaC');
  // From 1.5 s, and for at least a second.
  expect(await boxesIn(session, [14, 15, 24, 26])).toEqual([false, true, true, false]);

  const checked = await client.send('POST', '/v2/mappings/validate', wanted);
  expect(checked.body).toMatchObject({ valid: true, warnings: [] });
  const { bytes } = await client.still({ ...wanted, at: 2, format: 'png' });
  expect(await hasBox(bytes)).toBe(true);
  await client.send('POST', '/v2/compositions', wanted);
  expect((await render({ ...wanted, render: 'preview' }))['status']).toBe('preview_rendered');
  expect(transcriber.requests).toHaveLength(1);
});
