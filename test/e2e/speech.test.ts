import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json, pause } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { RATE, samplesOf } from '../support/samples.ts';
import { framepress, makeAccount, type RunningService, startService } from '../support/service.ts';
import {
  type SpeechServer,
  spokenTimes,
  startSpeechServer,
  VOICE_HERTZ,
} from '../support/speech-server.ts';
import { levelOf, tone, wavOf } from '../support/tones.ts';

const MUSIC_HERTZ = 220;
const NAMES = ['Ana', 'Ben', 'Cleo'];
const KEY = 'sk-secret';

let folder: string;
let speech: SpeechServer;
let service: RunningService;
let client: Client;
let version: string;
let music: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-speech-'));
  speech = await startSpeechServer();
  const dataDir = join(folder, 'data');
  service = await startService(dataDir, {
    FRAMEPRESS_SPEECH_URL: speech.url,
    FRAMEPRESS_SPEECH_KEY: KEY,
    FRAMEPRESS_SPEECH_VOICES: 'de=thorsten,*=amy',
    FRAMEPRESS_EDIT_SPEECH_CHARACTERS_PER_DAY: '30',
  });
  const { credentials } = await makeAccount(dataDir);
  client = await new Client(service.url).login(credentials);
  version = String((await client.addTemplate(await writeTemplate()))['id']);
  const form = new FormData();
  const bed = wavOf(3, tone(MUSIC_HERTZ, 0.3));
  form.set('file', new Blob([new Uint8Array(bed)]), 'bed.wav');
  const { body } = await client.send('POST', '/v2/uploads', form);
  music = String((body['upload'] as Json)['id']);
});

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await speech?.[Symbol.asyncDispose]();
  await removeFolder(folder);
});

/** A template of two seconds with a text and an audio track. */
async function writeTemplate(): Promise<string> {
  const lottie = smallLottie(60) as { layers: Json[]; assets: Json[] };
  const silence = `data:audio/wav;base64,${wavOf(2, () => 0).toString('base64')}`;
  lottie.assets.push({ id: 'bed', u: '', p: silence, e: 1 });
  lottie.layers.push({ ty: 6, nm: 'a_01', refId: 'bed', ip: 0, op: 60, st: 0, sr: 1 });
  const file = join(folder, 'small.zip');
  return writePackage(file, lottie as never);
}

const output = { width: 32, fps: 5, quality: 'draft' };
/** Of the template. */
const FRAME_SECONDS = 1 / 30;
const textOf = (text: string) => ({ source: { text } });
const mappingWith = (text: string, more: Json = {}) => ({
  template_style_version_id: version,
  missing: 'example',
  resources: {},
  ...more,
  audio_tracks: {
    a_01: { source: { upload_id: music } },
    voice: { source: { speech: { text } }, transform: { start: 0.5 } },
  },
});

const render = async (mapping: Json): Promise<Json> => {
  const { body } = await client.send('POST', '/v2/render_sessions', {
    title: 'spoken',
    render: 'final',
    output,
    mapping,
  });
  return client.waitFor(String((body['render_session'] as Json)['id']));
};

/** The captions show each word when it is said, within a frame. */
async function expectWordTimes(session: Json, text: string, startSeconds: number): Promise<void> {
  const path = `/v2/render_sessions/${session['id']}/captions`;
  const { captions } = (await client.send('GET', path)).body as { captions: Json[] };
  const cues = captions[0]?.['cues'] as { words: { start: number; end: number; text: string }[] }[];
  const words = cues.flatMap((cue) => cue.words);
  expect(words.map((word) => word.text).join(' ')).toBe(text);
  for (const [index, { start }] of spokenTimes(text).entries())
    expect(Math.abs((words[index]?.start ?? 0) - (startSeconds + start))).toBeLessThan(
      FRAME_SECONDS,
    );
}

const levelIn = (samples: Float32Array, hertz: number, from: number, to: number) =>
  20 * Math.log10(levelOf(samples.subarray(from * RATE, to * RATE), RATE, hertz));

test('a speech is heard from its start, and the music goes down by 9 dB', async () => {
  const captions = { from: 'voice', style: 'word-highlight' };
  const session = await render(mappingWith('Hello, you', { captions }));
  expect(session).toMatchObject({
    status: 'final_rendered',
    errors: [],
    warnings: [],
    fit: { voice: { audio: { speed: 1, cut_seconds: 0 } } },
  });
  const samples = await samplesOf(String(session['video_url']));
  expect(levelIn(samples, VOICE_HERTZ, 0, 0.55)).toBeLessThan(-60);
  expect(levelIn(samples, VOICE_HERTZ, 0.65, 0.85)).toBeGreaterThan(-13);
  const change = levelIn(samples, MUSIC_HERTZ, 0.65, 1.45) - levelIn(samples, MUSIC_HERTZ, 0, 0.3);
  expect(Math.abs(change + 9)).toBeLessThan(0.5);
  const back = levelIn(samples, MUSIC_HERTZ, 1.92, 1.98) - levelIn(samples, MUSIC_HERTZ, 0, 0.3);
  expect(Math.abs(back)).toBeLessThan(0.5);
  expect(speech.requests[0]).toMatchObject({
    input: 'Hello, you',
    model: 'tts-1',
    voice: 'amy',
    speed: 1,
    authorization: `Bearer ${KEY}`,
  });
  await expectWordTimes(session, 'Hello, you', 0.5);
  const inputs = Object.keys((session['receipt'] as { media: Json }).media);
  expect(inputs).toContain('/audio_tracks/voice');
  expect(session['source_uploads']).toContainEqual(
    expect.objectContaining({ editable: 'voice', content_type: 'audio/wav' }),
  );
});

test('each text of a batch is spoken once in an account, also by dry runs', async () => {
  const before = speech.requests.length;
  const rows = Array.from({ length: 12 }, (_, index) => ({ t_01: NAMES[index % NAMES.length] }));
  const { body } = await client.send('POST', '/v2/batches', {
    template_style_version_id: version,
    title: 'Names',
    output,
    mapping: { ...mappingWith('Hi {t_01}!'), template_style_version_id: undefined },
    rows,
  });
  const { id } = body['batch'] as Json;
  const read = async () => (await client.send('GET', `/v2/batches/${id}`)).body['batch'] as Json;
  while ((await read())['status'] !== 'completed') await pause(100);
  expect((await read())['counts']).toMatchObject({ rendered: 12, failed: 0, invalid: 0 });
  const spoken = () => speech.requests.slice(before).map(({ input }) => input);
  expect(spoken().sort()).toEqual(NAMES.map((name) => `Hi ${name}!`));

  const mapping = mappingWith('Hi {t_01}!', { resources: { t_01: textOf('Ana') } });
  const check = await client.send('POST', '/v2/mappings/validate', mapping);
  expect(check.body).toMatchObject({ valid: true, fit: { voice: { audio: { speed: 1 } } } });
  const composed = await client.send('POST', '/v2/compositions', { mapping });
  expect(composed.status).toBe(200);
  expect(spoken()).toHaveLength(3);

  const { totals } = (await client.send('GET', '/v2/usage')).body as { totals: Json };
  const { account } = (await client.send('GET', '/v2/account')).body as { account: Json };
  const characters = 'Hello, you'.length + 3 * 4 + NAMES.join('').length;
  expect(totals).toMatchObject({ speech_characters: characters });
  expect(account['usage']).toMatchObject({ speech_characters_today: characters });
});

test('captions that can do without a voice are left out with a warning', async () => {
  const captions = { from: 'voice', required: false };
  const mapping = { ...mappingWith('x', { captions }), audio_tracks: {} };
  const { body } = await client.send('POST', '/v2/mappings/validate', mapping);
  expect(body).toMatchObject({ valid: true, warnings: [{ code: 'captions_unavailable' }] });
});

test('a speech that is too long plays faster, then is cut', async () => {
  const words = Array.from({ length: 8 }, () => 'word').join(' ');
  const seconds = (spokenTimes(words).at(-1)?.end ?? 0) + 0.1;
  const { body } = await client.send('POST', '/v2/mappings/validate', mappingWith(words));
  const cut = Math.round((seconds / 1.15 - 1.5) * 1000) / 1000;
  expect(body).toMatchObject({
    valid: true,
    fit: { voice: { audio: { speed: 1.15, cut_seconds: cut } } },
    warnings: [{ code: 'speech_shortened', message_id: 'speech_faster_cut' }],
  });
});

test('checks that wait for a slow server hold no place of others', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  speech.slowUntil = promise;
  const check = (text: string) => client.send('POST', '/v2/mappings/validate', mappingWith(text));
  const waiting = Array.from({ length: 5 }, (_, index) => check(`slow ${index}`));
  await expect.poll(() => speech.requests.at(-1)?.input).toMatch(/^slow/);
  // An account has four places. This text was spoken before, and is checked meanwhile.
  expect((await check('Hello, you')).body).toMatchObject({ valid: true });
  answer();
  for (const { body } of await Promise.all(waiting)) expect(body).toMatchObject({ valid: true });
});

test('a server that refuses a text is a fault at the text, without its key', async () => {
  const { body } = await client.send('POST', '/v2/mappings/validate', mappingWith('400 bad'));
  expect(body).toMatchObject({
    valid: false,
    errors: [
      {
        code: 'speech_failed',
        pointer: '/audio_tracks/voice/source/speech',
        editable: 'voice',
        message:
          'The request to the speech server failed with status 400: The text is not allowed.',
        retryable: false,
      },
    ],
  });
  expect(JSON.stringify(body)).not.toContain(KEY);
  const failed = await render(mappingWith('400 bad'));
  expect(failed).toMatchObject({ status: 'failed', errors: [{ code: 'speech_failed' }] });
});

test('a session with an edit token has no more spoken than a day allows, also by its render', async () => {
  const before = speech.requests.length;
  const text = 'More than thirty characters of a stranger';
  const { body } = await client.send('POST', '/v2/render_sessions', {
    title: 'for a stranger',
    output,
    edit_token: true,
    mapping: mappingWith(text),
  });
  const { id } = body['render_session'] as Json;
  const headers = { authorization: `Bearer ${body['edit_token']}` };
  const limit = { name: 'edit_speech_characters_per_day', limit: 30, used: 0 };
  const refused = { errors: [{ code: 'daily_limit_exceeded', limit }] };
  const mapping = mappingWith(text);
  const checked = await client.send('POST', '/v2/mappings/validate', { mapping }, headers);
  expect(checked.body).toMatchObject({ valid: false, ...refused });
  await client.send('POST', `/v2/render_sessions/${id}/render`, { render: 'preview' }, headers);
  expect(await client.waitFor(String(id))).toMatchObject({ status: 'failed', ...refused });
  expect(speech.requests.slice(before)).toEqual([]);
});

test('the voices can be read; the command line speaks, too', async () => {
  expect((await client.send('GET', '/v2/speech')).body).toEqual({
    speech: {
      is_available: true,
      is_draft: false,
      model: 'tts-1',
      voices: [
        { name: 'thorsten', languages: ['de'] },
        { name: 'amy', languages: ['*'] },
      ],
    },
    transcription: { is_available: false, model: null },
  });
  const file = join(folder, 'mapping.json');
  const voice = { source: { speech: { text: 'Guten Tag', language: 'de-AT' } } };
  const mapping = { missing: 'example', resources: {}, audio_tracks: { voice } };
  await writeFile(file, JSON.stringify(mapping));
  const args = ['check', join(folder, 'small.zip'), '--mapping', file, '--json'];
  const { stdout } = await framepress(args, {
    FRAMEPRESS_SPEECH_URL: speech.url,
    FRAMEPRESS_SPEECH_VOICES: 'de=thorsten',
  });
  expect(JSON.parse(stdout)).toMatchObject({ valid: true, errors: [] });
  expect(speech.requests.at(-1)).toMatchObject({ input: 'Guten Tag', voice: 'thorsten' });
});
