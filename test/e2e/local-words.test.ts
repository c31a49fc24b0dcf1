import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasEngine, TONES, writeToneModel } from '../../src/speech/local/tone-model.fixture.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { writeZip } from '../support/package.ts';
import { framepress } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { tone, wavOf } from '../support/tones.ts';

const [WIDTH, HEIGHT, FPS, FRAMES] = [320, 180, 10, 30];
/** The layer that plays the audio begins at 1 s. */
const START = 1;
/** The engine is a package that only `npm run setup test` fetches. */
const lacksEngine = !hasEngine();

let folder: string;
let model: string;
let client: Client;
let version: string;
let uploadId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-local-'));
  model = await writeToneModel(join(folder, 'tones'));
  const service = await sharedService({ FRAMEPRESS_TRANSCRIPTION_MODEL_FOLDER: model });
  client = await new Client(service.url).login(service.credentials);
  const file = await writeZip(join(folder, 'talk.zip'), talk());
  version = String((await client.addTemplate(file))['id']);
  const { body } = await client.upload(spoken());
  uploadId = String((body['upload'] as Json)['id']);
});

afterAll(() => removeFolder(folder));

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

/** Two words of the model: from 0.5 to 0.8 s, and from 1.1 to 1.4 s. */
function spoken(): Uint8Array<ArrayBuffer> {
  const isOne = (seconds: number) => seconds >= 0.5 && seconds < 0.8;
  const isTwo = (seconds: number) => seconds >= 1.1 && seconds < 1.4;
  const [one, two] = [tone(TONES.one), tone(TONES.two)];
  const wave = (seconds: number) =>
    isOne(seconds) ? one(seconds) : isTwo(seconds) ? two(seconds) : 0;
  return new Uint8Array(wavOf(2, wave));
}

const mapping = (captions: object = {}) => ({
  template_style_version_id: version,
  resources: {},
  audio_tracks: { a_01: { source: { upload_id: uploadId } } },
  captions: { from: 'a_01', ...captions },
});

test.skipIf(lacksEngine)(
  'a model on this machine hears words when the video plays them',
  async () => {
    const { body: facts } = await client.send('GET', '/v2/speech');
    expect(facts['transcription']).toEqual({ is_available: true, model: 'tones' });
    const { body } = await client.send('POST', '/v2/captions', { mapping: mapping() });
    const [entry = {}] = body['captions'] as Json[];
    const [cue] = entry['cues'] as Json[];
    expect(cue?.['text']).toBe('one two');
    const words = cue?.['words'] as { start: number; end: number; text: string }[];
    const expectedWords = [
      { start: 1.5, end: 1.8, text: 'one' },
      { start: 2.1, end: 2.4, text: 'two' },
    ];
    for (const [index, { start, end, text }] of expectedWords.entries()) {
      expect(words[index]?.text).toBe(text);
      expect(words[index]?.start).toBeCloseTo(start, 1);
      expect(words[index]?.end).toBeCloseTo(end, 1);
    }
    const sent = await client.send('POST', '/v2/render_sessions', {
      title: 'Local',
      mapping: mapping(),
      render: 'final',
    });
    const session = await client.waitFor(String((sent.body['render_session'] as Json)['id']));
    expect(session).toMatchObject({ status: 'final_rendered', warnings: [] });
    const [captions] = session['captions'] as Json[];
    const vtt = await (await fetch(String(captions?.['webvtt_url']))).text();
    expect(vtt).toMatch(/00:01\.5\d\d --> .*\none<.*> <.*>two/);
  },
);

test.skipIf(lacksEngine)('commands hear words with it, and doctor opens it', async () => {
  const audio = join(folder, 'spoken.wav');
  await writeFile(audio, spoken());
  const environment = { FRAMEPRESS_TRANSCRIPTION_MODEL_FOLDER: model };
  const { code, stdout } = await framepress(['captions', audio, '--format', 'json'], environment);
  expect([code, (JSON.parse(stdout) as Json[]).map(({ text }) => text)]).toEqual([0, ['one two']]);
  const doctor = await framepress(['doctor'], environment);
  expect(doctor.stdout).toMatch(/ok +transcription model: \S+tones \(nemo_ctc, 1 MB, opened in /);
});

test('without a model in the folder, captions are an error, or a warning', async () => {
  const none = join(folder, 'none');
  const environment = { FRAMEPRESS_TRANSCRIPTION_MODEL_FOLDER: none };
  const doctor = await framepress(['doctor'], environment);
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toContain(
    `MISSING transcription model: ${none}: its folder does not exist\n        cure: correct FRAMEPRESS_TRANSCRIPTION_MODEL_FOLDER`,
  );
  const tokens = join(model, 'tokens.txt');
  await rm(tokens);
  try {
    const { body: facts } = await client.send('GET', '/v2/speech');
    expect(facts['transcription']).toEqual({ is_available: false, model: 'tones' });
    const required = await client.send('POST', '/v2/captions', { mapping: mapping() });
    expect(required.body['errors'] ?? required.body).toMatchObject([
      {
        code: 'transcription_unavailable',
        message: 'The model tones for words in audio cannot be used: its folder has no tokens.txt.',
      },
    ]);
    const optional = await client.send('POST', '/v2/captions', {
      mapping: mapping({ required: false }),
    });
    expect(optional.body['captions']).toMatchObject([
      { cues: [], warnings: [{ code: 'captions_unavailable' }] },
    ]);
  } finally {
    await writeToneModel(model);
  }
});
