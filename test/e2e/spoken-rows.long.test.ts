import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json, pause } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { isInstalled } from '../support/programs.ts';
import { RATE, samplesOf } from '../support/samples.ts';
import { makeAccount, type RunningService, startService } from '../support/service.ts';
import { type SpeechServer, startSpeechServer } from '../support/speech-server.ts';
import { levelOf, tone, wavOf } from '../support/tones.ts';

const run = promisify(execFile);
const canSpeak = isInstalled('espeak-ng');
const reason = canSpeak ? '' : ' (skipped without espeak-ng)';

/** The voice has nothing at this pitch. A period is four samples. */
const MUSIC_HERTZ = 12_000;
const [FPS, SECONDS, START] = [30, 4, 0.5];
const ROWS = 1000;
const NAMES = (
  'Ada Alan Anna Ben Boris Carla Clara David Dora Edgar Elena Emil Emma Erik Fatima Felix Greta Hans ' +
  'Helen Hugo Ida Igor Irene Ivan Jane Jonas Julia Karim Klara Kofi Laura Leo Lina Luca Maria Max Mia ' +
  'Mona Nadia Nils Nora Olga Oscar Paul Petra Rosa Samir Sofia Tom Yara'
)
  .split(' ')
  .slice(0, 5);

let folder: string;
let speech: SpeechServer;
let service: RunningService;
let client: Client;

beforeAll(async () => {
  if (!canSpeak) return;
  folder = await mkdtemp(join(tmpdir(), 'framepress-rows-'));
  speech = await startSpeechServer(async (text) => {
    const options = { encoding: 'buffer', maxBuffer: 1e8 } as const;
    return (await run('espeak-ng', ['-v', 'en-us', '--stdout', text], options)).stdout;
  });
  const dataDir = join(folder, 'data');
  service = await startService(dataDir, { FRAMEPRESS_SPEECH_URL: speech.url });
  client = await new Client(service.url).login((await makeAccount(dataDir)).credentials);
});

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await speech?.[Symbol.asyncDispose]();
  if (folder) await removeFolder(folder);
});

test.skipIf(!canSpeak)(
  `in 1,000 rows each first name is spoken once, over quieter music and with captions in step${reason}`,
  async () => {
    const version = await addTemplate();
    const music = await upload(wavOf(SECONDS, tone(MUSIC_HERTZ, 0.3)));
    const { body } = await client.send('POST', '/v2/batches', {
      template_style_version_id: version,
      title: 'Names',
      output: { width: 32, fps: 5, quality: 'draft' },
      mapping: {
        missing: 'example',
        resources: {},
        captions: { from: 'voice', style: 'word-highlight' },
        audio_tracks: {
          a_01: { source: { upload_id: music } },
          voice: { source: { speech: { text: 'Hello, {t_01}.' } }, transform: { start: START } },
        },
      },
      rows: Array.from({ length: ROWS }, (_, index) => ({ t_01: NAMES[index % NAMES.length] })),
    });
    const { id } = body['batch'] as Json;
    const read = async () => (await client.send('GET', `/v2/batches/${id}`)).body['batch'] as Json;
    while ((await read())['status'] !== 'completed') await pause(1000);
    expect((await read())['counts']).toMatchObject({ rendered: ROWS, failed: 0, invalid: 0 });
    const texts = NAMES.map((name) => `Hello, ${name}.`);
    expect(speech.requests.map(({ input }) => input).sort()).toEqual(texts.sort());

    const { body: page } = await client.send('GET', `/v2/batches/${id}/rows?limit=10`);
    for (const row of page['rows'] as Json[]) await expectInStep(String(row['render_session_id']));
  },
  3_600_000,
);

/** The music is 9 dB quieter under the voice, and each word is marked when it is heard. */
async function expectInStep(id: string): Promise<void> {
  const { body } = await client.send('GET', `/v2/render_sessions/${id}`);
  const samples = await samplesOf(String((body['render_session'] as Json)['video_url']));
  const captions = (await client.send('GET', `/v2/render_sessions/${id}/captions`)).body as {
    captions: { cues: { words: { start: number; end: number }[] }[] }[];
  };
  const words = captions.captions[0]?.cues.flatMap((cue) => cue.words) ?? [];
  expect(words).toHaveLength(2);
  const spans = spansIn(samples);
  for (const [index, span] of [spans[0], spans.at(-1)].entries())
    expect(Math.abs((words[index]?.start ?? 0) - (span?.start ?? 0))).toBeLessThan(1 / FPS);
  const level = (from: number, to: number) =>
    20 * Math.log10(levelOf(samples.subarray(from * RATE, to * RATE), RATE, MUSIC_HERTZ));
  const [first] = spans;
  const change = level(first?.start ?? 0, first?.end ?? 0) - level(0, 0.25);
  expect(Math.abs(change + 9)).toBeLessThan(0.5);
}

const WINDOW_SECONDS = 0.01;
/** A word has pauses within it, such as before a plosive. */
const PAUSE_SECONDS = 0.15;

/** Returns the spans of the voice, without the music, that longer pauses separate. */
function spansIn(samples: Float32Array): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  const size = WINDOW_SECONDS * RATE;
  // The mean of samples at half a period of the music removes it.
  const half = RATE / MUSIC_HERTZ / 2;
  for (let at = 0; at + size + half < samples.length; at += size) {
    let power = 0;
    for (let index = at; index < at + size; index += 1)
      power += (((samples[index] ?? 0) + (samples[index + half] ?? 0)) / 2) ** 2;
    if (Math.sqrt(power / size) < 0.02) continue;
    const [start, end] = [at / RATE, (at + size) / RATE];
    const last = spans.at(-1);
    if (last && start - last.end < PAUSE_SECONDS) last.end = end;
    else spans.push({ start, end });
  }
  return spans;
}

async function addTemplate(): Promise<string> {
  const lottie = smallLottie(SECONDS * FPS) as { layers: Json[]; assets: Json[] };
  const silence = `data:audio/wav;base64,${wavOf(SECONDS, () => 0).toString('base64')}`;
  lottie.assets.push({ id: 'bed', u: '', p: silence, e: 1 });
  const op = SECONDS * FPS;
  lottie.layers.push({ ty: 6, nm: 'a_01', refId: 'bed', ip: 0, op, st: 0, sr: 1 });
  const file = await writePackage(join(folder, 'small.zip'), lottie as never);
  return String((await client.addTemplate(file))['id']);
}

async function upload(wav: Buffer): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(wav)]), 'bed.wav');
  const { body } = await client.send('POST', '/v2/uploads', form);
  return String((body['upload'] as Json)['id']);
}
