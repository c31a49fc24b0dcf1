import { execFile } from 'node:child_process';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fewOf } from '../../../test/support/parts.ts';
import { parseAddressPolicy } from '../fetch/address-policy.ts';
import { Fetcher } from '../fetch/fetcher.ts';
import { startServer } from '../testing/loopback-server.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';
import { probeMedia } from '../video/probe.ts';
import { decodeAudio, SAMPLE_RATE } from './audio-decoder.ts';
import { decodedChannels, rms } from './decoded-channels.fixture.ts';
import { ingestAudio } from './ingest-audio.ts';
import { testSpeakers } from './speakers.fixture.ts';

const run = promisify(execFile);

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Creates an audio file with a source filter of ffmpeg. */
async function make(name: string, source: string, args: string[] = []): Promise<string> {
  const path = join(folder.path, name);
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, ...args, '-y', path]);
  return path;
}

const ingest = (path: string) =>
  ingestAudio({ path, dir: join(folder.path, 'kept'), editable: 'music' });

const TONE = 'sine=f=1000:d=2:r=';
/** The amplitude of ffmpeg's sine source. */
const TONE_RMS = 0.125 / Math.SQRT2;

describe('formats', () => {
  testSpeakers(fewOf);

  test('eight loud channels are mixed without clipping', async () => {
    const allChannels = Array(8).fill('0.9*sin(2*PI*500*t)').join('|');
    const path = await make('all.wav', `aevalsrc=${allChannels}:c=7.1:d=0.5:s=48000`);
    const [left] = await decodedChannels(path);
    expect(rms(left)).toBeGreaterThan(1);
  });

  test('a span begins and ends at exact samples', async () => {
    const path = await make('ramp.wav', 'aevalsrc=t/4:d=2:s=48000', ['-c:a', 'pcm_f32le']);
    const [left] = await decodedChannels(path, {
      speed: 1,
      firstSample: 12_345,
      sampleCount: 1000,
    });
    expect(left).toHaveLength(1000);
    expect(left?.[0]).toBeCloseTo(12_345 / SAMPLE_RATE / 4, 6);
    expect(left?.[999]).toBeCloseTo(13_344 / SAMPLE_RATE / 4, 6);
  });

  test('audio that begins late in its file starts with silence', async () => {
    const late = ['-itsoffset', '0.5', '-f', 'lavfi', '-i', 'sine=f=1000:d=1:r=48000'];
    const path = join(folder.path, 'late.mp4');
    const video = ['-f', 'lavfi', '-i', 'color=red:s=64x36:d=2:r=25', ...late];
    await run('ffmpeg', ['-v', 'error', ...video, '-c:a', 'aac', '-y', path]);
    const [left] = await decodedChannels(path);
    expect(rms(left?.subarray(0, 22_000))).toBeLessThan(0.001);
    expect(rms(left?.subarray(26_000, 60_000))).toBeCloseTo(TONE_RMS, 2);
  });

  test.each([
    ['later', '0', '0.4', 0.6],
    ['earlier', '0.4', '0', 1.4],
  ])(
    'audio stays in sync when the images begin %s than the audio',
    async (_, heard, imageOffset, expected) => {
      const path = join(folder.path, 'apart.mkv');
      const beep = 'aevalsrc=if(between(t\\,1\\,1.2)\\,0.5*sin(2*PI*1000*t)\\,0):d=2:s=48000';
      const audio = ['-itsoffset', heard, '-f', 'lavfi', '-i', beep, '-itsoffset', imageOffset];
      const images = ['-f', 'lavfi', '-i', 'color=red:s=64x36:d=2:r=25'];
      await run('ffmpeg', ['-v', 'error', ...audio, ...images, '-c:a', 'flac', '-y', path]);
      const { video } = await probeMedia(path, 'a test');
      const raw = join(folder.path, 'apart.f32');
      const source = { path, what: 'a test', originSeconds: video?.startSeconds ?? 0 };
      await decodeAudio(source, raw, { speed: 1, firstSample: 0, sampleCount: 2 * SAMPLE_RATE });
      const samples = new Float32Array(new Uint8Array(await readFile(raw)).buffer);
      const onset = samples.findIndex((v) => Math.abs(v) > 0.2) / 2 / SAMPLE_RATE;
      expect(Math.abs(onset - expected)).toBeLessThan(0.002);
    },
  );
});

describe('files without audio', () => {
  test.each([
    ['only a header', 'wav', (b: Buffer) => b.subarray(0, 78)],
    [
      'noise after a header',
      'mp3',
      (b: Buffer) => Buffer.concat([b.subarray(0, 3), randomly(4e4)]),
    ],
    ['an index without audio', 'm4a', (b: Buffer) => b.subarray(0, 60)],
  ])('%s is corrupt', async (_, type, harm) => {
    const wholeFile = await readFile(await make(`whole.${type}`, `${TONE}44100`));
    const path = join(folder.path, `harmed.${type}`);
    await writeFile(path, harm(wholeFile));
    await expect(ingest(path)).rejects.toMatchObject({ code: 'asset_corrupt' });
    expect(await readdir(join(folder.path, 'kept'))).not.toContainEqual(
      expect.stringMatching('new$'),
    );
  });

  test('a video without audio is rejected', async () => {
    const path = await make('mute.mp4', 'color=red:s=64x36:d=1');
    await expect(ingest(path)).rejects.toMatchObject({
      code: 'asset_not_media',
      message: expect.stringContaining('a video without audio'),
    });
  });

  test('too many channels are rejected', async () => {
    const path = await make('many.wav', `aevalsrc=${Array(24).fill('0').join('|')}:d=0.1`);
    await expect(ingest(path)).rejects.toMatchObject({ code: 'asset_too_large' });
  });
});

describe('broken files', () => {
  test.each(['mp3', 'wav', 'flac', 'ogg', 'm4a'])(
    'a %s with a broken end is decoded up to that point',
    async (type) => {
      const front = type === 'm4a' ? ['-movflags', '+faststart'] : [];
      const wholeFile = await readFile(
        await make(`tail.${type}`, 'anoisesrc=d=2:r=44100:a=0.1', front),
      );
      const path = join(folder.path, `cut.${type}`);
      await writeFile(path, wholeFile.subarray(0, wholeFile.length * 0.7));
      const { durationSeconds } = await ingest(path);
      expect(durationSeconds).toBeGreaterThan(1);
      expect(durationSeconds).toBeLessThan(1.9);
    },
  );

  test('errors of a fetched file contain its URL without secrets', async () => {
    const path = await make('fetched.mp3', `${TONE}44100`);
    const bytes = await readFile(path);
    await using server = await startServer((_, response) => response.end(bytes));
    const allow = parseAddressPolicy(['127.0.0.1/32']);
    await using fetcher = new Fetcher({ allow, maxBytes: 1e6, timeoutMs: 200_000 });
    const dir = join(folder.path, 'fetched');
    const url = server.url('/music.mp3?token=secret');
    const ingested = await ingestAudio({ url, fetcher, dir, editable: 'music' });
    expect(ingested).toMatchObject({ url: server.url('/music.mp3'), contentType: 'audio/mpeg' });
    await copyFile(ingested.path, join(folder.path, 'copy'));
  });
});

function randomly(count: number): Buffer {
  return Buffer.from(
    Array.from({ length: count }, (_, i) => Math.abs(Math.sin(i * 12.9898) * 43_758) & 255),
  );
}
