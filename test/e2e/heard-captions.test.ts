import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { connectMcp, type McpClient } from '../support/mcp-client.ts';
import { writeZip } from '../support/package.ts';
import { frameOf } from '../support/pixels.ts';
import { framepress } from '../support/service.ts';
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
let agent: McpClient;
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
  const grant = { grant_type: 'client_credentials', ...service.credentials };
  const { body: token } = await client.send('POST', '/oauth/token', grant);
  agent = await connectMcp(service.url, String(token['access_token']));
  const file = await writeZip(join(folder, 'talk.zip'), talk());
  version = String((await client.addTemplate(file))['id']);
  const { body } = await client.upload(new Uint8Array(wavOf(2, tone(440))));
  uploadId = String((body['upload'] as Json)['id']);
});

/** A package with an audio layer that begins at 1 s. */
function talk(): Record<string, string | Buffer> {
  const time = { ip: 0, op: FRAMES, st: 0, sr: 1 };
  const layers = [
    { ty: 1, nm: 'Ground', sw: WIDTH, sh: HEIGHT, sc: '#000000', ks: {}, ...time },
    { ty: 6, nm: 'a_01', refId: 'talk', ks: {}, ...time, ip: START * FPS, st: START * FPS },
  ];
  const assets = [{ id: 'talk', u: 'audio/', p: 'talk.wav', e: 0 }];
  const size = { w: WIDTH, h: HEIGHT, fr: FPS, ip: 0, op: FRAMES };
  return {
    'data.json': JSON.stringify({ v: '5.9.0', ...size, nm: 'talk', layers, assets }),
    'audio/talk.wav': wavOf(0.5, tone(300)),
  };
}

afterAll(async () => {
  await agent[Symbol.asyncDispose]();
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

test('cues of a preview can be changed, and its final draws them', async () => {
  transcriber.answer = saying(['Helo', 0.5, 0.8], ['there.', 0.9, 1.2]);
  const session = await render({ mapping: mapping('Changed'), render: 'preview' });
  const path = `/v2/render_sessions/${String(session['id'])}`;
  const first = await client.send('GET', `${path}/captions`);
  expect(first.body['captions']).toMatchObject([
    {
      language: 'en',
      is_burnt: true,
      from: 'a_01',
      is_edited: false,
      cues: [
        {
          start: 1.5,
          end: 2.5,
          text: 'Helo there.',
          words: [
            { start: 1.5, end: 1.8, text: 'Helo' },
            { start: 1.9, end: 2.2, text: 'there.' },
          ],
        },
      ],
      warnings: [],
    },
  ]);
  // An answer that is sent back changes nothing.
  const same = await client.send('PUT', `${path}/captions`, first.body);
  expect(same.body).toEqual(first.body);

  const cues = [{ start: 0.5, end: 1.5, text: 'Hello there.' }];
  const wrong = await client.send('PUT', `${path}/captions`, {
    captions: [{ cues: [{ ...cues[0], end: 0 }] }],
  });
  expect(wrong).toMatchObject({
    status: 422,
    body: { errors: [{ code: 'captions_invalid', pointer: '/captions/0/cues/0/end' }] },
  });
  const few = await client.send('PUT', `${path}/captions`, { captions: [{ cues }, { cues }] });
  expect(few.body).toMatchObject({ errors: [{ pointer: '/captions' }] });

  const changed = await client.send('PUT', `${path}/captions`, { captions: [{ cues }] });
  expect(changed.body['captions']).toMatchObject([
    { from: 'a_01', is_edited: true, language: 'en', cues, warnings: [] },
  ]);
  expect((await client.send('GET', `${path}/captions`)).body).toEqual(changed.body);
  expect((await client.send('GET', path)).body['render_session']).toMatchObject({
    mapping: { captions: { source: { cues }, language: 'en', style: STYLE } },
  });

  await client.send('POST', `${path}/render`, { render: 'final' });
  const final = await client.waitFor(String(session['id']));
  expect(final['status']).toBe('final_rendered');
  expect(await boxesIn(final, [4, 5, 14, 16])).toEqual([false, true, true, false]);
  expect((await client.send('GET', `${path}/captions`)).body).toEqual(changed.body);
  const late = await client.send('PUT', `${path}/captions`, { captions: [{ cues }] });
  expect(late).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

test('cues of a draft are heard now, and can be changed before its first render', async () => {
  transcriber.answer = saying(['Draft', 0.2, 0.6]);
  const { length } = transcriber.requests;
  const sent = await client.send('POST', '/v2/render_sessions', {
    title: 'Draft',
    mapping: mapping('Draft', { burn: false }),
  });
  const path = `/v2/render_sessions/${String((sent.body['render_session'] as Json)['id'])}`;
  const { body } = await client.send('GET', `${path}/captions`);
  expect(body['captions']).toMatchObject([{ is_burnt: false, cues: [{ text: 'Draft' }] }]);
  const cues = [{ start: 1, end: 2, text: 'Edited' }];
  const changed = await client.send('PUT', `${path}/captions`, { captions: [{ cues }] });
  expect(changed.body['captions']).toMatchObject([{ is_edited: true, cues }]);
  expect(transcriber.requests).toHaveLength(length + 1);
});

test('cues of an editable have the times of the video, also when they are changed', async () => {
  const times = { source: { cues: [{ start: 0.7, end: 1.2, text: 'Trimmed' }] }, of: 'a_01' };
  const audio_tracks = {
    a_01: { source: { upload_id: uploadId }, transform: { trim_start_time: 0.2 } },
  };
  const { captions: _captions, ...content } = mapping('');
  const sent = await client.send('POST', '/v2/render_sessions', {
    title: 'Times',
    mapping: { ...content, audio_tracks, captions: times },
  });
  const path = `/v2/render_sessions/${String((sent.body['render_session'] as Json)['id'])}`;
  const { body } = await client.send('GET', `${path}/captions`);
  expect(body['captions']).toMatchObject([{ cues: [{ start: 1.5, end: 2, text: 'Trimmed' }] }]);
  const late = [{ start: 5, end: 6, text: 'Behind the end' }];
  const { body: listed } = await client.send('POST', '/v2/captions', {
    mapping: { ...content, audio_tracks, captions: { source: { cues: late }, of: 'a_01' } },
  });
  expect(listed['captions']).toMatchObject([
    { cues: [], warnings: [{ code: 'caption_outside', message_id: 'caption_not_played' }] },
  ]);
  const cues = [{ start: 1.6, end: 2, text: 'Later' }];
  const changed = await client.send('PUT', `${path}/captions`, { captions: [{ cues }] });
  expect(changed.body['captions']).toMatchObject([{ is_edited: true, cues }]);
  expect((await client.send('GET', `${path}/captions`)).body).toEqual(changed.body);
});

test('the cues of a mapping are returned without a render, whatever their source is', async () => {
  transcriber.answer = saying(['Mixed', 0.2, 0.6]);
  const captions = [
    { from: 'mix', prompt: 'Mixed' },
    { source: { text: 'WEBVTT\n\n00:09.000 --> 00:10.000\nLate\n' }, language: 'de' },
  ];
  const { body } = await client.send('POST', '/v2/captions', {
    mapping: { ...mapping(''), captions },
  });
  expect(body['captions']).toMatchObject([
    // The language is that of the server's answer, and times of the mix are those of the video.
    { from: 'mix', language: 'en', cues: [{ start: 0.2, text: 'Mixed' }], warnings: [] },
    { language: 'de', is_edited: false, warnings: [{ code: 'caption_outside' }] },
  ]);
  // Captions of a voice that is missing are not left out.
  const refusal = await client.send('POST', '/v2/captions', {
    mapping: { ...mapping(''), captions: [{ from: 'voice' }, ...captions.slice(1)] },
  });
  expect(refusal.body['errors']).toMatchObject([
    { code: 'editable_missing', editable: 'voice', pointer: '/mapping/captions/0/from' },
  ]);
});

test('a session that fails for want of words keeps its files, and a retry hears them', async () => {
  transcriber.answer = refusing(400, JSON.stringify({ error: { message: `no ${KEY}` } }));
  const session = await render({ mapping: mapping('Retried'), render: 'final' });
  expect(session).toMatchObject({
    status: 'failed',
    errors: [{ code: 'transcription_failed', pointer: '/mapping/captions/from' }],
  });
  expect(JSON.stringify(session)).not.toContain(KEY);
  transcriber.answer = saying(['Again', 0.2, 0.6]);
  const path = `/v2/render_sessions/${String(session['id'])}`;
  const { body } = await client.send('GET', `${path}/captions`);
  expect(body['captions']).toMatchObject([{ cues: [{ start: 1.2, text: 'Again' }] }]);
  await client.send('POST', `${path}/retry`);
  expect(await client.waitFor(String(session['id']))).toMatchObject({ status: 'final_rendered' });
});

test('captions that are not required are left out with a warning', async () => {
  transcriber.answer = refusing(400);
  const optional = mapping('Optional', { required: false });
  const session = await render({ mapping: optional, render: 'preview' });
  expect(session).toMatchObject({
    status: 'preview_rendered',
    warnings: [{ code: 'captions_unavailable', pointer: '/mapping/captions/from' }],
  });
  const path = `/v2/render_sessions/${String(session['id'])}`;
  transcriber.answer = saying();
  const silent = await render({ mapping: mapping('Silent'), render: 'preview' });
  expect(silent).toMatchObject({ warnings: [{ code: 'captions_unavailable' }] });

  // The final tries again: the server is back.
  transcriber.answer = saying(['Late', 0.5, 0.8]);
  await client.send('POST', `${path}/render`, { render: 'final' });
  const final = await client.waitFor(String(session['id']));
  expect(final).toMatchObject({ status: 'final_rendered', warnings: [] });
  expect(await boxesIn(final, [14, 16])).toEqual([false, true]);
  // Silence is an answer: nothing is recognised again.
  const { length } = transcriber.requests;
  await client.send('POST', `/v2/render_sessions/${String(silent['id'])}/render`, {
    render: 'final',
  });
  expect(await client.waitFor(String(silent['id']))).toMatchObject({
    status: 'final_rendered',
    warnings: [{ code: 'captions_unavailable' }],
  });
  expect(transcriber.requests).toHaveLength(length);
});

test('without a server, captions from audio are an error', async () => {
  const service = await sharedService();
  const other = await new Client(service.url).login(service.credentials);
  const file = await writeZip(join(folder, 'other.zip'), talk());
  const id = String((await other.addTemplate(file))['id']);
  const { body } = await other.send('POST', '/v2/mappings/validate', {
    mapping: { template_style_version_id: id, resources: {}, captions: { from: 'mix' } },
  });
  expect(body).toMatchObject({
    valid: false,
    errors: [{ code: 'transcription_unavailable', pointer: '/mapping/captions/from' }],
  });
});

test('an agent transcribes audio, corrects it, and starts the final', async () => {
  transcriber.answer = saying(['Helo', 0.2, 0.6]);
  const { captions: _captions, ...spoken } = mapping('');
  const answer = await agent.call('transcribe', { mapping: spoken, from: 'a_01', prompt: 'Agent' });
  expect(answer.data['captions']).toMatchObject([{ language: 'en', cues: [{ text: 'Helo' }] }]);
  const session = await render({ mapping: mapping('Agent'), render: 'preview' });
  const render_session_id = String(session['id']);
  const read = await agent.call('captions', { render_session_id });
  expect(read.data['captions']).toMatchObject([{ is_edited: false, cues: [{ text: 'Helo' }] }]);
  const cues = [{ start: 1, end: 2, text: 'Hello' }];
  const changed = await agent.call('captions', {
    render_session_id,
    captions: [{ cues }],
    render: 'final',
  });
  expect(changed.data).toMatchObject({ captions: [{ is_edited: true, cues }] });
  expect(await client.waitFor(render_session_id)).toMatchObject({ status: 'final_rendered' });
});

test('a command recognises the words of an audio file', async () => {
  transcriber.answer = saying(['Spoken', 0.2, 0.6]);
  const audio = join(folder, 'spoken.wav');
  await writeFile(audio, wavOf(1, tone(440)));
  const environment = { FRAMEPRESS_TRANSCRIPTION_URL: transcriber.url };
  const args = ['captions', audio, '--format', 'srt'];
  const { code, stdout } = await framepress([...args, '--language', 'en'], environment);
  expect([code, stdout]).toEqual([0, '1\n00:00:00,200 --> 00:00:01,000\nSpoken\n']);
  const none = await framepress(args);
  expect(none.code).not.toBe(0);
  expect(none.stderr).toContain('FRAMEPRESS_TRANSCRIPTION_URL');
});
