import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import type { AudioClip } from '../compose/index.ts';
import { type IngestedAudio, ingestAudio, SAMPLE_RATE } from '../media/audio/index.ts';
import { makeAudioTracks } from './audio-track.ts';

const run = promisify(execFile);

/** Each file has silence, a tone from `ONSET` to `END`, and silence again; in seconds. */
const [ONSET, END, SECONDS] = [0.5, 1, 1.5];
/** The position of each file in the output, in seconds. */
const PLACE = 2;

export type Format = {
  /** File name; its extension selects the format. */
  name: string;
  rate?: number;
  layout?: string;
  /** ffmpeg's arguments after the tone. */
  args?: string[];
  /** Changes the file's bytes. */
  change?: (bytes: Buffer) => Buffer;
  contentType: string;
  /** Allowed offset in seconds, for formats that do not state their encoder's delay. */
  slack?: number;
};

const COVER = ['-f', 'lavfi', '-i', 'color=red:s=600x600:d=0.04', '-map', '0', '-map', '1'];
const IMAGES = ['-f', 'lavfi', '-i', 'testsrc=s=64x36:d=1.5', '-map', '0', '-map', '1'];
const UNTOLD = 0.026;

/** With and without the encoder's delay, with other rates and channels, and with images. */
const QUICK = ['lame.mp3', 'with-video.mp4', 'surround.opus', 'eight.wav'];

/** Formats of audio that a mapping may have. */
const FORMATS: readonly Format[] = [
  { name: 'lame.mp3', contentType: 'audio/mpeg' },
  { name: 'no-delay.mp3', args: ['-write_xing', '0'], contentType: 'audio/mpeg', slack: UNTOLD },
  { name: 'variable.mp3', args: ['-q:a', '5'], contentType: 'audio/mpeg' },
  { name: 'slow.mp3', rate: 8000, layout: 'mono', contentType: 'audio/mpeg' },
  { name: 'low.mp3', rate: 22_050, contentType: 'audio/mpeg' },
  { name: 'cover.mp3', args: [...COVER, '-c:v', 'mjpeg'], contentType: 'audio/mpeg' },
  { name: 'tagged.mp3', change: (b) => tagged(b, 6_000_000), contentType: 'audio/mpeg' },
  {
    name: 'recorded.mp3',
    args: ['-write_xing', '0', '-id3v2_version', '0'],
    change: (b) => b.subarray(100),
    contentType: 'audio/mpeg',
    slack: UNTOLD,
  },
  { name: 'layer2.mp2', contentType: 'audio/mpeg', slack: UNTOLD },
  { name: 'adts.aac', contentType: 'audio/aac', slack: UNTOLD },
  { name: 'tagged.aac', change: (b) => tagged(b, 99), contentType: 'audio/aac', slack: UNTOLD },
  { name: 'tone.m4a', contentType: 'audio/mp4' },
  { name: 'no-list.m4a', args: ['-use_editlist', '0'], contentType: 'audio/mp4', slack: UNTOLD },
  {
    name: 'cover.m4a',
    args: [...COVER, '-c:v', 'mjpeg', '-disposition:v', 'attached_pic'],
    contentType: 'audio/mp4',
  },
  { name: 'lossless.m4a', args: ['-c:a', 'alac'], contentType: 'audio/mp4' },
  { name: 'with-video.mp4', args: IMAGES, contentType: 'video/mp4' },
  { name: 'audio-only.mp4', contentType: 'video/mp4' },
  { name: 'pcm.mov', args: ['-c:a', 'pcm_s24be'], contentType: 'video/quicktime' },
  { name: 'vorbis.ogg', args: ['-c:a', 'libvorbis'], contentType: 'audio/ogg' },
  { name: 'flac.oga', args: ['-c:a', 'flac'], contentType: 'audio/ogg' },
  {
    name: 'voice.spx',
    rate: 16_000,
    layout: 'mono',
    args: ['-c:a', 'libspeex'],
    contentType: 'audio/ogg',
    slack: UNTOLD,
  },
  { name: 'opus.opus', rate: 48_000, contentType: 'audio/ogg' },
  { name: 'surround.opus', rate: 48_000, layout: '5.1', contentType: 'audio/ogg' },
  { name: 'opus.webm', rate: 48_000, args: ['-c:a', 'libopus'], contentType: 'video/webm' },
  { name: 'vorbis.webm', args: ['-c:a', 'libvorbis'], contentType: 'video/webm' },
  {
    name: 'with-video.webm',
    rate: 48_000,
    args: [...IMAGES, '-c:v', 'libvpx', '-c:a', 'libopus'],
    contentType: 'video/webm',
  },
  {
    name: 'ac3.mka',
    rate: 48_000,
    layout: '5.1',
    args: ['-c:a', 'ac3'],
    slack: UNTOLD,
    contentType: 'video/x-matroska',
  },
  { name: 'tone.flac', contentType: 'audio/flac' },
  {
    name: 'studio.flac',
    rate: 96_000,
    args: ['-sample_fmt', 's32', '-bits_per_raw_sample', '24'],
    contentType: 'audio/flac',
  },
  { name: 'tagged.flac', change: (b) => tagged(b, 5000), contentType: 'audio/flac' },
  {
    name: 'eight.wav',
    rate: 8000,
    layout: 'mono',
    args: ['-c:a', 'pcm_u8'],
    contentType: 'audio/wav',
  },
  { name: 'cd.wav', contentType: 'audio/wav' },
  { name: 'high.wav', rate: 192_000, args: ['-c:a', 'pcm_s24le'], contentType: 'audio/wav' },
  { name: 'long.wav', args: ['-c:a', 'pcm_s32le'], contentType: 'audio/wav' },
  { name: 'float.wav', args: ['-c:a', 'pcm_f32le'], contentType: 'audio/wav' },
  { name: 'double.wav', args: ['-c:a', 'pcm_f64le'], contentType: 'audio/wav' },
  {
    name: 'phone.wav',
    rate: 8000,
    layout: 'mono',
    args: ['-c:a', 'pcm_mulaw'],
    contentType: 'audio/wav',
  },
  { name: 'adpcm.wav', args: ['-c:a', 'adpcm_ms'], contentType: 'audio/wav' },
  { name: 'surround.wav', rate: 48_000, layout: '7.1', contentType: 'audio/wav' },
  { name: 'huge.wav', args: ['-rf64', 'always'], contentType: 'audio/wav' },
  { name: 'tone.w64', contentType: 'audio/w64' },
  { name: 'tone.aiff', contentType: 'audio/aiff' },
  { name: 'deep.aiff', args: ['-c:a', 'pcm_s24be'], contentType: 'audio/aiff' },
  { name: 'little.aiff', args: ['-c:a', 'pcm_s16le'], contentType: 'audio/aiff' },
  { name: 'tone.caf', contentType: 'audio/x-caf' },
  { name: 'tone.au', contentType: 'audio/basic' },
  // ffmpeg's WMA encoder writes times that are late by one of its frames.
  { name: 'tone.wma', contentType: 'video/x-ms-wmv', slack: 0.047 },
  { name: 'with-video.avi', args: IMAGES, contentType: 'video/x-msvideo', slack: UNTOLD },
  { name: 'with-video.ts', args: IMAGES, contentType: 'video/mp2t', slack: UNTOLD },
  { name: 'with-video.mpg', args: IMAGES, contentType: 'video/mpeg', slack: UNTOLD },
  { name: 'tone.flv', contentType: 'video/x-flv', slack: UNTOLD },
];

/** Adds an ID3 tag with a private frame of `size` bytes to the start of a file. */
function tagged(bytes: Buffer, size: number): Buffer {
  const syncsafe = (value: number) => [21, 14, 7, 0].map((shift) => (value >> shift) & 127);
  const length = [24, 16, 8, 0].map((shift) => (size >> shift) & 255);
  const frame = Buffer.concat([
    Buffer.from('PRIV'),
    Buffer.from([...length, 0, 0]),
    Buffer.alloc(size, 255),
  ]);
  return Buffer.concat([
    Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, ...syncsafe(frame.length)]),
    frame,
    bytes,
  ]);
}

const hertzOf = (index: number) => 440 + 30 * index;

/** Defines a test of each format, of a few or of all others. They are mixed to one output, one after the other. */
export function testFormats(group: 'quick' | 'other'): void {
  const formats = FORMATS.filter(({ name }) => QUICK.includes(name) === (group === 'quick'));
  let folder: string;
  const ingested: IngestedAudio[] = [];
  let output: Float32Array;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framepress-formats-'));
    const dir = join(folder, 'kept');
    const queue = [...formats.entries()];
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [index, row] = next;
        ingested[index] = await ingestAudio({
          path: await make(folder, row, index),
          dir,
          editable: row.name,
        });
      }
    };
    await Promise.all([work(), work()]);
    const clips = ingested.map(({ sha256: digest, durationSeconds }, index): AudioClip => {
      const startSeconds = index * PLACE;
      const wholeClip = {
        startSeconds,
        endSeconds: startSeconds + durationSeconds,
        trimStartSeconds: 0,
      };
      return {
        digest,
        ...wholeClip,
        speed: 1,
        gain: [[0, 1, 1]],
        fadeInSeconds: 0,
        fadeOutSeconds: 0,
      };
    });
    const range = { first: 0, sampleCount: formats.length * PLACE * SAMPLE_RATE };
    const tracks = [{ codec: 'aac', quality: 'high' }] as const;
    const sources = Object.fromEntries(ingested.map(({ sha256, path }) => [sha256, path]));
    const { paths } = await makeAudioTracks(clips, folder, { paths: sources, tracks, range });
    const raw = join(folder, 'decoded.f32');
    await run('ffmpeg', ['-v', 'error', '-i', paths[0] ?? '', '-f', 'f32le', raw]);
    output = new Float32Array(new Uint8Array(await readFile(raw)).buffer);
  }, 300_000);

  afterAll(() => removeFolder(folder));

  describe('the finished video plays each format at its pitch, time and level', () => {
    test.each(formats.map((row, index) => ({ ...row, index })))('$name', (row) => {
      const { index, contentType, rate = 44_100, layout = 'stereo', slack = 0.004 } = row;
      const channels = { mono: 1, stereo: 2, '5.1': 6, '7.1': 8 }[layout];
      expect(ingested[index]).toMatchObject({ contentType, channels, sampleRate: rate });
      expect(Math.abs((ingested[index]?.durationSeconds ?? 0) - SECONDS)).toBeLessThan(
        0.03 + slack,
      );
      for (const channel of [0, 1]) {
        const heard = onChannel(output, channel, index * PLACE, (index + 1) * PLACE);
        const onset = heard.findIndex((v) => Math.abs(v) > 0.2) / SAMPLE_RATE;
        expect(Math.abs(onset - ONSET)).toBeLessThan(slack);
        const end = heard.findLastIndex((v) => Math.abs(v) > 0.2) / SAMPLE_RATE;
        expect(Math.abs(end - END)).toBeLessThan(slack);
        const middle = heard.subarray(0.6 * SAMPLE_RATE, 0.9 * SAMPLE_RATE);
        expect(Math.abs(pitchOf(middle) - hertzOf(index))).toBeLessThan(5);
        expect(rms(middle)).toBeGreaterThan(0.25);
        expect(rms(middle)).toBeLessThan(0.31);
        expect(rms(heard.subarray(0, 0.4 * SAMPLE_RATE))).toBeLessThan(0.004);
      }
    });
  });
}

async function make(folder: string, row: Format, index: number): Promise<string> {
  const { name, rate = 44_100, layout = 'stereo', args = [], change } = row;
  const path = join(folder, name);
  const tone = `if(between(t\\,${ONSET}\\,${END})\\,0.4*sin(2*PI*${hertzOf(index)}*t)\\,0)`;
  const speakers = { mono: 1, stereo: 2, '5.1': 6, '7.1': 8 }[layout] ?? 0;
  const each = Array.from({ length: speakers }, (_, i) => (i < 2 ? tone : '0')).join('|');
  const source = ['-f', 'lavfi', '-i', `aevalsrc=${each}:c=${layout}:d=${SECONDS}:s=${rate}`];
  await run('ffmpeg', ['-v', 'error', ...source, ...args, '-y', path]);
  if (change) await writeFile(path, change(await readFile(path)));
  return path;
}

function onChannel(output: Float32Array, channel: number, from: number, to: number): Float32Array {
  return output
    .subarray(from * SAMPLE_RATE * 2, to * SAMPLE_RATE * 2)
    .filter((_, i) => i % 2 === channel);
}

const rms = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, v) => sum + v * v, 0) / samples.length);

/** The frequency by the first and the last rising zero crossing, interpolated between samples. */
function pitchOf(samples: Float32Array): number {
  const rises: number[] = [];
  for (let i = 1; i < samples.length; i++) {
    const [a = 0, b = 0] = [samples[i - 1], samples[i]];
    if (a < 0 && b >= 0) rises.push(i - b / (b - a));
  }
  return ((rises.length - 1) * SAMPLE_RATE) / ((rises.at(-1) ?? 1) - (rises[0] ?? 0));
}
