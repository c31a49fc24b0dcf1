import { execFile } from 'node:child_process';
import { mkdtemp, open, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinSegments } from '../../src/mux/join.ts';
import { joinWebm } from '../../src/mux/join-webm.ts';
import { frameChecksums } from '../../src/mux/segment-file.ts';
import { type ExpectedVideo, verifyVideo } from '../../src/mux/verify.ts';
import { ZipWriter } from '../../src/zip/index.ts';
import { removeFolder } from '../support/folder.ts';

const run = promisify(execFile);
const [FRAMES, FPS] = [24, 12];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-verify-'));
});
afterAll(() => removeFolder(folder));

const H264: ExpectedVideo = {
  format: 'mp4',
  codec: 'h264',
  width: 64,
  height: 36,
  fps: FPS,
  hasAlpha: false,
  frameCount: FRAMES,
  audio: 'aac',
};
const COLORS = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];
const TV = ['-color_range', 'tv'];
const AAC = ['-c:a', 'aac', '-ar', '48000', '-ac', '2'];

/** A video of two seconds with a tone, from ffmpeg's own muxer; `more` overrides options. */
async function made({
  name,
  more = [],
  seconds = 2,
  audio = seconds,
  rate = FPS,
}: {
  name: string;
  more?: string[] | undefined;
  seconds?: number | undefined;
  audio?: number | undefined;
  rate?: number;
}): Promise<string> {
  const path = join(folder, name);
  const image = `testsrc2=s=64x36:r=${rate}:d=${seconds},format=yuv420p`;
  const inputs = ['-f', 'lavfi', '-i', image, '-f', 'lavfi', '-i', `sine=d=${audio}`];
  const codecs = ['-c:v', 'libx264', ...COLORS, ...TV, ...AAC];
  await run('ffmpeg', ['-v', 'error', ...inputs, ...codecs, ...more, '-y', path]);
  return path;
}

test('a correct file passes and gets its digest', async () => {
  const path = await made({ name: 'good.mp4' });
  const { stdout } = await run('sha256sum', [path]);
  const facts = await verifyVideo(path, H264);
  expect(facts).toMatchObject({ frameCount: FRAMES, durationSeconds: 2, hasAlpha: false });
  expect(facts.sha256).toBe(stdout.split(' ')[0]);
  expect(facts.bytes).toBe((await readFile(path)).length);
});

test.each<[string, string[], number?, number?]>([
  ['24 frames', [], 1.5],
  ['end|2 s', ['-frames:v', '24', '-r', '11']],
  ['yuv420p', ['-pix_fmt', 'yuv422p']],
  ['tv bt709/bt709/bt709', ['-colorspace', 'smpte170m']],
  ['64x36', ['-s', '66x36']],
  ['aac LC', ['-an']],
  ['48000 Hz', ['-ar', '44100']],
  ['audio from 0 s to 2 s', [], 2, 1.8],
  ['hvc1', ['-c:v', 'libx265', '-x265-params', 'log-level=error']],
])('a file with a wrong %s is reported as corrupt', async (what, more, seconds, audio) => {
  const path = await made({ name: 'bad.mp4', more, seconds, audio });
  const wanted = what === 'hvc1' ? { ...H264, codec: 'hevc' as const } : H264;
  const [first = ''] = what.split('|');
  await expect(verifyVideo(path, wanted)).rejects.toMatchObject({
    code: 'render_corrupt',
    message: expect.stringContaining(first === 'end' ? 'Expected' : first),
  });
});

test('a late frame is reported as corrupt', async () => {
  const path = join(folder, 'late.mp4');
  const late = ['-c', 'copy', '-bsf:v', 'setts=ts=TS+4*eq(N\\,9)/TB/100'];
  await run('ffmpeg', [
    '-v',
    'error',
    '-i',
    await made({ name: 'good.mp4', more: ['-bf', '0'] }),
    ...late,
    path,
  ]);
  await expect(verifyVideo(path, H264)).rejects.toMatchObject({
    code: 'render_corrupt',
    message: expect.stringContaining('frame 9 at 0.75 s'),
  });
});

test.each([
  ['mp4', []],
  [
    'webm',
    [
      '-c:v',
      'libvpx-vp9',
      '-deadline',
      'realtime',
      '-c:a',
      'libopus',
      '-avoid_negative_ts',
      'disabled',
    ],
  ],
] as const)(
  'audio in %s is as long as frames that are shorter than what its encoder adds',
  async (format, more) => {
    const seconds = 61 / 60;
    const path = await made({
      name: `fast.${format}`,
      more: [...more],
      seconds,
      audio: seconds,
      rate: 60,
    });
    const audio = format === 'mp4' ? 'aac' : 'opus';
    const codec = format === 'mp4' ? 'h264' : 'vp9';
    const wanted: ExpectedVideo = { ...H264, format, codec, audio, fps: 60, frameCount: 61 };
    expect(await verifyVideo(path, wanted)).toMatchObject({ frameCount: 61 });
  },
);

test.each(['mp4', 'webm'] as const)(
  '%s: a frame that is not as it was encoded is found',
  async (format) => {
    const images = ['-an', '-g', '12', '-bf', '2'];
    const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime'];
    const fragmented = ['-movflags', '+frag_keyframe+empty_moov+default_base_moof'];
    const segment = await made({
      name: `segment.${format}`,
      more: [...images, ...(format === 'mp4' ? fragmented : vp9)],
    });
    const path = join(folder, `joined.${format}`);
    if (format === 'mp4') await joinSegments([segment], path, 'h264');
    else
      await joinWebm({
        paths: [segment],
        audio: undefined,
        to: path,
        encoding: { fps: FPS, hasAlpha: false },
      });
    const checksums = await frameChecksums(segment, format);
    const codec = format === 'mp4' ? 'h264' : 'vp9';
    const wanted: ExpectedVideo = { ...H264, format, codec, audio: undefined, checksums };
    expect(await verifyVideo(path, wanted)).toMatchObject({ frameCount: FRAMES });

    const bytes = await readFile(path);
    const flipped = (place: number) => {
      const damaged = Buffer.from(bytes);
      damaged[place] = (damaged[place] ?? 0) ^ 1;
      return damaged;
    };
    const ends = format === 'mp4' ? [bytes.length - 1] : [];
    const half = Math.floor(bytes.length / 2);
    for (const place of [half, half + 1000, ...ends]) {
      await writeFile(path, flipped(place));
      await expect(verifyVideo(path, wanted)).rejects.toMatchObject({
        code: 'render_corrupt',
        message: expect.stringContaining('the encoded frames without changes'),
      });
    }
    for (const length of [half, bytes.length - 1]) {
      await writeFile(path, bytes.subarray(0, length));
      await expect(verifyVideo(path, wanted)).rejects.toMatchObject({ code: 'render_corrupt' });
    }
  },
);

test('alpha that was promised must be there, and only then', async () => {
  const webm: ExpectedVideo = { ...H264, format: 'webm', codec: 'vp9', audio: undefined };
  const alpha = ['-pix_fmt', 'yuva420p', '-auto-alt-ref', '0'];
  const vp9 = ['-an', '-c:v', 'libvpx-vp9', '-deadline', 'realtime'];
  const [with_, without] = [
    await made({ name: 'a.webm', more: [...vp9, ...alpha] }),
    await made({ name: 'o.webm', more: vp9 }),
  ];
  expect(await verifyVideo(with_, { ...webm, hasAlpha: true })).toMatchObject({ hasAlpha: true });
  expect(await verifyVideo(without, webm)).toMatchObject({ hasAlpha: false });
  for (const [path, hasAlpha] of [
    [with_, false],
    [without, true],
  ] as const)
    await expect(verifyVideo(path, { ...webm, hasAlpha })).rejects.toMatchObject({
      code: 'render_corrupt',
    });
});

test('a ZIP has every image, whole, of its size', async () => {
  const image = async (size: string, format: string) => {
    const args = ['-v', 'error', '-f', 'lavfi', '-i', `color=red:s=${size}`, '-frames:v', '1'];
    const output = ['-pix_fmt', format, '-c:v', 'png', '-f', 'image2pipe', '-'];
    return (await run('ffmpeg', [...args, ...output], { encoding: 'buffer' })).stdout;
  };
  const good = await image('64x36', 'rgba');
  const zip = async (images: readonly Buffer[], change?: (bytes: Buffer) => Buffer) => {
    const path = join(folder, 'images.zip');
    await using file = await open(path, 'w');
    const writer = new ZipWriter(file);
    for (const [n, bytes] of images.entries()) await writer.add(`frame_00000${n}.png`, bytes);
    await writer.end();
    if (change) await writeFile(path, change(await readFile(path)));
    return path;
  };
  const png: ExpectedVideo = { ...H264, format: 'png', codec: 'png', audio: undefined };
  const wanted = { ...png, frameCount: 3, hasAlpha: true };
  const three = [good, good, good];
  expect(await verifyVideo(await zip(three), wanted)).toMatchObject({ frameCount: 3 });
  const flip = (bytes: Buffer) => {
    bytes[200] = (bytes[200] ?? 0) ^ 1;
    return bytes;
  };
  const bad = [
    () => zip([good, good]),
    () => zip(three, flip),
    () => zip(three, (bytes) => bytes.subarray(0, -30)),
    async () => zip([good, good, await image('66x36', 'rgba')]),
    async () => zip([good, good, await image('64x36', 'rgb24')]),
  ];
  for (const make of bad)
    await expect(verifyVideo(await make(), wanted)).rejects.toMatchObject({
      code: 'render_corrupt',
    });
});
