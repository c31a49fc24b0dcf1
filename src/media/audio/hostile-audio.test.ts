import { execFile } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';
import { decodeAudio, SAMPLE_BYTES, SAMPLE_RATE } from './audio-decoder.ts';
import { ingestAudio } from './ingest-audio.ts';

const run = promisify(execFile);

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

const cache = new Map<string, Promise<Buffer>>();
/** Two seconds of a tone, in the format of the file extension. */
function tone(name: string, args: string[] = []): Promise<Buffer> {
  const make = async () => {
    const path = join(folder.path, `tone-${name}`);
    const source = ['-f', 'lavfi', '-i', 'sine=f=1000:d=2:r=48000', ...args];
    await run('ffmpeg', ['-v', 'error', ...source, '-y', path]);
    return readFile(path);
  };
  const cachedFile = cache.get(name) ?? make();
  cache.set(name, cachedFile);
  return cachedFile;
}

async function ingestBytes(bytes: Buffer | string) {
  const path = join(folder.path, 'given');
  await writeFile(path, bytes);
  const dir = join(folder.path, 'kept');
  return ingestAudio({ path, dir, editable: 'music' });
}

const refused = (code: string) => ({
  code,
  status: 422,
  message: expect.stringMatching(/^Expected .+\.$/),
  details: { editable: 'music', hint: expect.stringMatching(/\.$/) },
});

const chunk = (name: string, body: Buffer, size = body.length) =>
  Buffer.concat([Buffer.from(name), uint32(size), body]);
const uint32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer);
const uint32be = (value: number) => uint32(value).reverse();

type WavForm = { tag?: number; channels?: number; rate?: number; align?: number; bits?: number };

function wav(
  form: WavForm,
  data = Buffer.alloc(9600),
  sizes: { fmt?: number; data?: number } = {},
) {
  const { tag = 1, channels = 2, rate = 48_000, align = 4, bits = 16 } = form;
  const fmt = Buffer.alloc(16);
  fmt.writeUInt16LE(tag, 0);
  fmt.writeUInt16LE(channels, 2);
  fmt.writeUInt32LE(rate, 4);
  fmt.writeUInt32LE((rate * align) % 2 ** 32, 8);
  fmt.writeUInt16LE(align, 12);
  fmt.writeUInt16LE(bits, 14);
  const body = [chunk('fmt ', fmt, sizes.fmt), chunk('data', data, sizes.data)];
  return chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), ...body]));
}

function caf(channels: number, framesInPacket = 1) {
  const form = Buffer.alloc(32);
  form.writeDoubleBE(48_000, 0);
  form.write('lpcm', 8, 'latin1');
  form.writeUInt32BE(2 * (channels % 2 ** 20), 16);
  form.writeUInt32BE(framesInPacket, 20);
  form.writeUInt32BE(channels, 24);
  form.writeUInt32BE(16, 28);
  const part = (name: string, body: Buffer) => [
    Buffer.from(name),
    Buffer.concat([uint32be(0), uint32be(body.length)]),
    body,
  ];
  const head = [Buffer.from('caff'), Buffer.from([0, 1, 0, 0])];
  return Buffer.concat([...head, ...part('desc', form), ...part('data', Buffer.alloc(9604))]);
}

const au = (channels: number, rate: number) =>
  Buffer.concat([
    Buffer.from('.snd'),
    ...[24, 0xffff_ffff, 3, rate, channels].map(uint32be),
    Buffer.alloc(9600),
  ]);

/** Returns an ID3 tag that claims to have `size` bytes. */
function id3(size: number, body = Buffer.alloc(0)) {
  const syncsafe = [21, 14, 7, 0].map((shift) => (size >> shift) & 127);
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, ...syncsafe]), body]);
}

const PATHS = 'file:///etc/passwd\nhttp://127.0.0.1:1/x.mp3\n';

describe('a file that refers to other files is rejected by its bytes:', () => {
  test.each([
    ['m3u', `#EXTM3U\n#EXTINF:1,\n${PATHS}`],
    ['m3u without its first line', PATHS],
    ['HLS', `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${PATHS}#EXT-X-ENDLIST\n`],
    ['HLS behind a byte order mark', `\ufeff#EXTM3U\n#EXTINF:1,\n${PATHS}`],
    ['pls', '[playlist]\nFile1=/etc/passwd\nLength1=-1\nNumberOfEntries=1\n'],
    ['concat', "ffconcat version 1.0\nfile '/etc/passwd'\n"],
    ['DASH', '<?xml version="1.0"?><MPD><BaseURL>file:///etc/passwd</BaseURL></MPD>'],
    ['xspf', '<?xml version="1.0"?><playlist><location>file:///etc/passwd</location></playlist>'],
    ['asx', '<asx version="3.0"><entry><ref href="file:///etc/passwd"/></entry></asx>'],
    ['ASF reference', '[Reference]\nRef1=http://127.0.0.1:1/x\n'],
    ['SDP', 'v=0\no=- 0 0 IN IP4 127.0.0.1\nm=audio 9 RTP/AVP 0\n'],
    ['cue sheet', 'FILE "/etc/passwd" WAVE\n  TRACK 01 AUDIO\n'],
    ['subtitles', '1\n00:00:00,000 --> 00:00:01,000\nhttp://127.0.0.1:1/\n'],
    ['an HTML page', '<!doctype html><audio src="/etc/passwd">'],
    ['MIDI', 'MThd\0\0\0\x06\0\0\0\x01\0\x60MTrk\0\0\0\x04\0\xff\x2f\0'],
    ['nothing', ''],
  ])('%s', async (_, text) => {
    await expect(ingestBytes(text)).rejects.toMatchObject(refused('asset_not_media'));
  });

  test.each([
    ['a tag', Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1')],
    ['tags without end', Buffer.concat(Array(20_000).fill(id3(0)))],
    ['the start of an MP3', Buffer.from([0xff, 0xfb, 0x90, 0x64])],
    ['the start of a RIFF', Buffer.from('RIFF\x10\0\0\0WAVE')],
  ])('a playlist behind %s is no audio', async (_, head) => {
    const list = Buffer.from(`\n#EXTM3U\n#EXTINF:1,\n${PATHS}`);
    await expect(ingestBytes(Buffer.concat([head, list]))).rejects.toMatchObject(
      refused('asset_corrupt'),
    );
  });

  test('an MP4 whose audio is in a different file', async () => {
    const bytes = await tone('elsewhere.m4a');
    const at = bytes.indexOf('url ');
    // ISO 14496-12: the flag means that the data is in this file.
    bytes.writeUInt32BE(0, at + 4);
    await expect(
      ingestBytes(bytes).then(({ durationSeconds }) => durationSeconds),
    ).resolves.toBeCloseTo(2, 1);
  });
});

describe('wrong headers', () => {
  const TOO_LARGE = 'asset_too_large';
  const CORRUPT = 'asset_corrupt';
  test.each([
    ['no channels', wav({ channels: 0 }), CORRUPT],
    ['65,535 channels', wav({ channels: 65_535, align: 65_534 }), CORRUPT],
    ['a rate of 0', wav({ rate: 0 }), CORRUPT],
    ['a rate of 4 GHz', wav({ rate: 0xffff_ffff }), CORRUPT],
    ['a rate of 1 Hz', wav({ rate: 1 }), TOO_LARGE],
    ['samples of 0 bits', wav({ bits: 0, align: 0 }), CORRUPT],
    ['an unknown codec', wav({ tag: 0x7777 }), CORRUPT],
    ['no samples', wav({}, Buffer.alloc(0)), CORRUPT],
    ['a fmt chunk of 4 GB', wav({}, Buffer.alloc(9600), { fmt: 0xffff_fff0 }), CORRUPT],
    ['a million channels', caf(1_000_000), CORRUPT],
    ['four billion channels', caf(0xffff_ffff), CORRUPT],
    ['packets of four billion frames', caf(2, 0xffff_ffff), CORRUPT],
    ['a million channels in AU', au(1_000_000, 48_000), CORRUPT],
    ['a tag of 256 MB', id3(2 ** 28 - 1, Buffer.alloc(100)), CORRUPT],
    ['a FLAC with only its signature', Buffer.from('fLaC'), CORRUPT],
    ['an Ogg with only its signature', Buffer.from('OggS'), CORRUPT],
  ])('%s', async (_, bytes, code) => {
    await expect(ingestBytes(bytes)).rejects.toMatchObject(refused(code));
    expect(await readdir(join(folder.path, 'kept'))).not.toContainEqual(
      expect.stringMatching('new$'),
    );
  });

  test.each([
    ['a claim of too many samples', wav({}, Buffer.alloc(96_000), { data: 0xffff_fff0 }), 0.5],
    ['a claim of too few samples', wav({}, Buffer.alloc(96_000), { data: 48_000 }), 0.25],
    ['a length of 0', wav({}, Buffer.alloc(96_000), { data: 0 }), 0.5],
    ['an unknown length', au(2, 48_000), 0.05],
    ['one sample', wav({}, Buffer.alloc(4)), 1 / SAMPLE_RATE],
  ])('%s', async (_, bytes, seconds) => {
    expect((await ingestBytes(bytes)).durationSeconds).toBeCloseTo(seconds, 4);
  });
});

describe('endless and changing streams', () => {
  test('chained streams are decoded one after the other', async () => {
    const link = await tone('link.ogg', ['-c:a', 'libvorbis']);
    const { durationSeconds } = await ingestBytes(Buffer.concat(Array(10).fill(link)));
    expect(durationSeconds).toBeCloseTo(20, 0);
  });

  test('chained streams of different formats end at the first change', async () => {
    const links = [await tone('link.ogg', ['-c:a', 'libvorbis']), await tone('link.opus')];
    const { durationSeconds } = await ingestBytes(Buffer.concat([...links, ...links]));
    expect(durationSeconds).toBeGreaterThan(1.9);
    expect(durationSeconds).toBeLessThan(9);
  });

  test('a repeated Ogg page does not repeat audio for ever', async () => {
    const wholeFile = await tone('link.ogg', ['-c:a', 'libvorbis']);
    const last = wholeFile.subarray(wholeFile.lastIndexOf('OggS'));
    const { durationSeconds } = await ingestBytes(
      Buffer.concat([wholeFile, ...Array(50).fill(last)]),
    );
    expect(durationSeconds).toBeLessThanOrEqual(3 * 3600);
  });

  test('audio after a change of format is decoded in the new format', async () => {
    const bare = ['-write_xing', '0', '-id3v2_version', '0'];
    const parts = [
      await tone('one.mp3', bare),
      await tone('two.mp3', [...bare, '-af', 'pan=stereo|c1=c0']),
      await tone('low.mp3', [...bare, '-ar', '22050']),
    ];
    const ingested = await ingestBytes(Buffer.concat(parts));
    expect(ingested.durationSeconds).toBeGreaterThan(5.9);
    expect(ingested.durationSeconds).toBeLessThan(6.3);
    const raw = join(folder.path, 'changed.f32');
    const span = { speed: 1, firstSample: 0, sampleCount: 6 * SAMPLE_RATE };
    await decodeAudio({ path: ingested.path, what: 'a test' }, raw, span);
    const samples = new Float32Array(new Uint8Array(await readFile(raw)).buffer);
    for (const at of [0.5, 1.5, 2.5, 3.5, 4.5, 5.5]) {
      const first = at * SAMPLE_RATE * 2;
      const heard = samples.subarray(first, first + 9600).filter((_, i) => i % 2 === 1);
      expect(
        heard.reduce((max, v) => Math.max(max, Math.abs(v)), 0),
        `${at} s`,
      ).toBeGreaterThan(0.08);
    }
  });

  test('a gap of eleven days becomes at most a few hours of silence', async () => {
    const leap = ['-c:a', 'libopus', '-bsf:a', 'setts=ts=PTS+gte(N\\,20)*1000000000'];
    const ingested = await ingestBytes(await tone('leap.mka', leap));
    expect(ingested.durationSeconds).toBeLessThanOrEqual(3 * 3600);
    const raw = join(folder.path, 'leap.f32');
    const span = { speed: 1, firstSample: 0, sampleCount: 10 * SAMPLE_RATE };
    await decodeAudio({ path: ingested.path, what: 'a test' }, raw, span);
    expect((await stat(raw)).size).toBeLessThanOrEqual(span.sampleCount * SAMPLE_BYTES);
  });

  test('a drifting clock is corrected without a click', async () => {
    const source = 'sine=f=440:d=80:r=48000';
    const opus = join(folder.path, 'steady.mka');
    await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-c:a', 'libopus', opus]);
    const drifting = join(folder.path, 'drifting.mka');
    const drift = ['-c', 'copy', '-bsf:a', 'setts=ts=PTS*1.001'];
    await run('ffmpeg', ['-v', 'error', '-i', opus, ...drift, drifting]);
    const raw = join(folder.path, 'drifting.f32');
    const span = { speed: 1, firstSample: 0, sampleCount: 120 * SAMPLE_RATE };
    await decodeAudio({ path: drifting, what: 'a test' }, raw, span);
    const samples = new Float32Array(new Uint8Array(await readFile(raw)).buffer);
    expect(Math.abs(samples.length / 2 / SAMPLE_RATE - 80.08)).toBeLessThan(0.04);
    let steepest = 0;
    for (let i = 9602; i < samples.length - 9600; i += 2) {
      steepest = Math.max(steepest, Math.abs((samples[i] ?? 0) - (samples[i - 2] ?? 0)));
    }
    // The largest step of the tone itself.
    expect(steepest).toBeLessThan(0.125 * 2 * Math.PI * (440 / SAMPLE_RATE) * 1.3);
  });
});
