import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { writeZip } from '../support/package.ts';
import { frameOf } from '../support/pixels.ts';
import { isInstalled } from '../support/programs.ts';
import { sharedService } from '../support/shared-service.ts';
import { wavOf } from '../support/tones.ts';
import { type Heard, startTranscriber, type Transcriber } from '../support/transcriber.ts';

const run = promisify(execFile);

/** The recogniser of Debian with its English model (`pocketsphinx-en-us`), and the voice of the spoken clip. */
const PROGRAMS = ['pocketsphinx_continuous', 'espeak-ng'];
const missing = PROGRAMS.filter((program) => !isInstalled(program));
const reason = missing.length > 0 ? ` (skipped without ${missing.join(' and ')})` : '';

const RATE = 48_000;
const VOICE = ['-v', 'en-us+f2', '-s', '130'];
/** Words with silences of this length between them, and a long pause in the middle. */
const SILENCE_SECONDS = 0.6;
const PAUSE_SECONDS = 2.5;
const SPOKEN = [
  ['hello', 'seven', 'people', 'water'],
  ['yesterday', 'morning', 'computer', 'family'],
] as const;
/** The recogniser chooses between these and the spoken words. */
const OTHERS = ['river', 'table', 'animal', 'tomorrow', 'kitchen', 'doctor', 'image', 'monday'];
const MAX_ERROR_SECONDS = 0.15;

const [WIDTH, HEIGHT, FPS] = [320, 180, 10];
/** The layer that plays the clip begins here. */
const START_SECONDS = 1;

type Word = { text: string; start: number; end: number };

let folder: string;
let transcriber: Transcriber;
let client: Client;
let truth: Word[];
let clip: Buffer;
let clipSeconds: number;

beforeAll(async () => {
  if (missing.length > 0) return;
  folder = await mkdtemp(join(tmpdir(), 'framepress-words-'));
  ({ truth, clip, seconds: clipSeconds } = await spokenClip());
  transcriber = await startTranscriber(async (heard, response) => {
    const words = await recognised(heard);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ text: words.map(({ word }) => word).join(' '), words }));
  });
  const service = await sharedService({ FRAMEPRESS_TRANSCRIPTION_URL: transcriber.url });
  client = await new Client(service.url).login(service.credentials);
});

afterAll(async () => {
  await transcriber?.[Symbol.asyncDispose]();
  if (folder) await removeFolder(folder);
});

/** Speaks each word by itself, so that its time is known to the sample. */
async function spokenClip(): Promise<{ truth: Word[]; clip: Buffer; seconds: number }> {
  const samples: number[] = Array.from({ length: SILENCE_SECONDS * RATE }, () => 0);
  const words: Word[] = [];
  for (const [index, group] of SPOKEN.entries()) {
    if (index > 0) addSilence(samples, PAUSE_SECONDS);
    for (const text of group) {
      const start = samples.length / RATE;
      for (const sample of await spoken(text)) samples.push(sample);
      words.push({ text, start, end: samples.length / RATE });
      addSilence(samples, SILENCE_SECONDS);
    }
  }
  const seconds = samples.length / RATE;
  const clip = wavOf(seconds, (at) => (samples[Math.round(at * RATE)] ?? 0) / 32_768);
  return { truth: words, clip, seconds };
}

function addSilence(samples: number[], seconds: number): void {
  for (let count = 0; count < seconds * RATE; count += 1) samples.push(0);
}

/** The samples of a spoken word, from its first to its last audible one. */
async function spoken(text: string): Promise<Int16Array> {
  const file = join(folder, `${text}.wav`);
  await run('espeak-ng', [...VOICE, '-w', file, text]);
  const raw = ['-f', 's16le', '-ar', String(RATE), '-ac', '1', '-'];
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', file, ...raw], {
    encoding: 'buffer',
    maxBuffer: 2 ** 26,
  });
  const samples = new Int16Array(stdout.buffer.slice(stdout.byteOffset), 0, stdout.length / 2);
  const isAudible = (sample: number) => Math.abs(sample) > 300;
  return samples.subarray(samples.findIndex(isAudible), samples.findLastIndex(isAudible) + 1);
}

/** Recognises the audio of a request. */
async function recognised({
  audio,
}: Heard): Promise<{ word: string; start: number; end: number }[]> {
  const [flac, wav, grammar] = ['heard.flac', 'heard.wav', 'words.gram'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await writeFile(flac, audio);
  await run('ffmpeg', ['-v', 'error', '-y', '-i', flac, '-ar', '16000', '-ac', '1', wav]);
  const words = [...SPOKEN.flat(), ...OTHERS].join(' | ');
  await writeFile(grammar, `#JSGF V1.0;\ngrammar words;\npublic <words> = (${words})+;\n`);
  const options = ['-time', 'yes', '-remove_noise', 'no', '-remove_silence', 'no'];
  const { stdout } = await run('pocketsphinx_continuous', [
    ...['-infile', wav, '-jsgf', grammar, ...options],
  ]);
  return stdout.split('\n').flatMap((line) => {
    const [, word, start, end] = /^([a-z]+)(?:\(\d\))? ([\d.]+) ([\d.]+) [\d.]+$/.exec(line) ?? [];
    return word === undefined ? [] : [{ word, start: Number(start), end: Number(end) }];
  });
}

async function hasBox(image: Buffer): Promise<boolean> {
  const pixels = await sharp(image).removeAlpha().raw().toBuffer();
  let red = 0;
  for (let at = 0; at < pixels.length; at += 3)
    if ((pixels[at] ?? 0) > 180 && (pixels[at + 1] ?? 0) < 80) red += 1;
  return red > 200;
}

test.skipIf(missing.length > 0)(
  `a real recogniser finds spoken words within 150 ms, and captions appear on them${reason}`,
  async () => {
    const frames = Math.ceil((START_SECONDS + clipSeconds) * FPS);
    const time = { ip: 0, op: frames, st: 0, sr: 1 };
    const ground = { ty: 1, nm: 'Ground', sw: WIDTH, sh: HEIGHT, sc: '#000000', ks: {}, ...time };
    const from = { ip: START_SECONDS * FPS, st: START_SECONDS * FPS };
    const talk = { ty: 6, nm: 'a_01', refId: 'talk', ks: {}, ...time, ...from };
    const file = await writeZip(join(folder, 'spoken.zip'), {
      'data.json': JSON.stringify({
        ...{ v: '5.9.0', nm: 'spoken', w: WIDTH, h: HEIGHT, fr: FPS, ip: 0, op: frames },
        layers: [ground, talk],
        assets: [{ id: 'talk', u: 'audio/', p: 'talk.wav', e: 0 }],
      }),
      'audio/talk.wav': wavOf(0.1, () => 0),
    });
    const { id } = await client.addTemplate(file);
    const { body: uploaded } = await client.upload(new Uint8Array(clip));
    const upload = (uploaded['upload'] as Json)['id'];
    const sent = await client.send('POST', '/v2/render_sessions', {
      title: 'Spoken',
      render: 'final',
      mapping: {
        template_style_version_id: id,
        resources: {},
        audio_tracks: { a_01: { source: { upload_id: upload } } },
        captions: { from: 'a_01', language: 'en', style: { name: 'box', background: 'ff0000' } },
      },
    });
    const session = await client.waitFor(String((sent.body['render_session'] as Json)['id']));
    expect(session['status'], JSON.stringify(session['errors'])).toBe('final_rendered');

    const path = `/v2/render_sessions/${String(session['id'])}/captions`;
    const { body } = await client.send('GET', path);
    const [track] = body['captions'] as { cues: { start: number; end: number; words: Word[] }[] }[];
    const cues = track?.cues ?? [];
    const words = cues.flatMap((cue) => cue.words);
    expect(words.map(({ text }) => text)).toEqual(SPOKEN.flat());
    for (const [index, { text, start, end }] of words.entries()) {
      const spokenWord = truth[index];
      const errors = [
        start - START_SECONDS - (spokenWord?.start ?? 0),
        end - START_SECONDS - (spokenWord?.end ?? 0),
      ];
      for (const error of errors)
        expect(Math.abs(error), `${text}: ${error} s`).toBeLessThanOrEqual(MAX_ERROR_SECONDS);
    }

    const video = join(folder, 'spoken.mp4');
    const response = await fetch(String(session['video_url']));
    await writeFile(video, Buffer.from(await response.arrayBuffer()));
    const isShownAt = async (seconds: number) =>
      hasBox(await frameOf(video, Math.round((START_SECONDS + seconds) * FPS)));
    for (const { start, end, text } of truth)
      expect(await isShownAt((start + end) / 2), text).toBe(true);
    const [lastOfFirst, firstOfSecond] = [truth[3], truth[4]];
    expect(await isShownAt((truth[0]?.start ?? 0) - 0.3)).toBe(false);
    const pause = ((lastOfFirst?.end ?? 0) + (firstOfSecond?.start ?? 0)) / 2;
    expect(await isShownAt(pause)).toBe(false);
  },
);
