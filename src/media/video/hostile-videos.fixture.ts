import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { box, FTYP, inside, rewritten, sized } from '../testing/boxes.ts';
import { ffmpeg, patchesClip } from '../testing/clips.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';
import { ANY, exactly, fateOf, REFUSED, type VideoCase } from '../testing/video-outcome.ts';

let folder: TemporaryFolder;
let mp4: Buffer;

async function makeFile(name: string, args: string[]): Promise<Buffer> {
  const path = join(folder.path, name);
  await ffmpeg([...args, path]);
  return readFile(path);
}

/** Wrong and broken formats. */
const FORMATS: readonly VideoCase[] = [
  ['nothing', () => '', 'asset_not_media'],
  ['only a header', () => FTYP, 'asset_corrupt'],
  [
    'a web page after an MP4 header',
    () => Buffer.concat([FTYP, Buffer.from('<!doctype html><script>alert(1)</script>')]),
    'asset_corrupt',
  ],
  ['a GIF header before an MP4', () => Buffer.concat([Buffer.from('GIF89a'), mp4]), REFUSED],
  [
    'a JPEG followed by an MP4',
    async () =>
      Buffer.concat([
        await sharp({ create: { width: 64, height: 36, channels: 3, background: 'red' } })
          .jpeg()
          .toBuffer(),
        mp4,
      ]),
    5,
  ],
  [
    'an MP4 followed by a ZIP',
    () => Buffer.concat([mp4, Buffer.from('PK\x03\x04'), Buffer.alloc(1000, 7)]),
    5,
  ],
  [
    'a Matroska header before noise',
    () => Buffer.concat([Buffer.from('1a45dfa3', 'hex'), noise(5000)]),
    'asset_corrupt',
  ],
  [
    'an AVI header before noise',
    () => Buffer.concat([Buffer.from('RIFF\xff\xff\xff\x7fAVI LIST', 'latin1'), noise(5000)]),
    REFUSED,
  ],
  ['sync bytes of a transport stream', () => Buffer.alloc(188 * 50, 'G'), 'asset_corrupt'],
  [
    'an MP4 with only audio',
    () => makeFile('audio.mp4', ['-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'aac']),
    'asset_not_media',
  ],
  [
    'audio with a cover image',
    async () => {
      const cover = join(folder.path, 'cover.png');
      await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } }).toFile(
        cover,
      );
      const maps = [
        '-map',
        '0',
        '-map',
        '1',
        '-c:a',
        'aac',
        '-c:v',
        'mjpeg',
        '-disposition:v',
        'attached_pic',
      ];
      return makeFile('cover.mp4', ['-f', 'lavfi', '-i', 'sine=d=1', '-i', cover, ...maps]);
    },
    'asset_not_media',
  ],
  ['an MP4 without its index', () => mp4.subarray(0, mp4.indexOf('moov') - 4), 'asset_corrupt'],
  [
    'an MP4 that ends in its index',
    () => mp4.subarray(0, mp4.indexOf('stbl') + 40),
    'asset_corrupt',
  ],
  [
    'an MP4 with only noise in its images',
    () => {
      const copy = Buffer.from(mp4);
      const [from, to] = [inside(mp4, 'mdat'), inside(mp4, 'moov') - 8];
      noise(to - from).copy(copy, from);
      return copy;
    },
    REFUSED,
  ],
];

const LARGE = 0xffffffff;

/** Headers with impossible values. */
const HEADERS: readonly VideoCase[] = [
  ['a box of 4 GB', () => Buffer.concat([FTYP, sized('moov', LARGE, mp4)]), REFUSED],
  [
    'a box of 2^63 bytes',
    () =>
      Buffer.concat([
        FTYP,
        sized('moov', 1, Buffer.concat([Buffer.from('7fffffffffffffff', 'hex'), mp4])),
      ]),
    REFUSED,
  ],
  ['a box of size 0', () => Buffer.concat([FTYP, ...Array(1000).fill(sized('moov', 8))]), REFUSED],
  ['5,000 nested boxes', () => Buffer.concat([FTYP, nested(5000)]), 'asset_corrupt'],
  ['4 billion samples', () => rewritten(mp4, 'stsz', { 8: LARGE }), ANY],
  ['samples of 4 GB', () => rewritten(mp4, 'stsz', { 4: LARGE }), REFUSED],
  ['4 billion timestamps', () => rewritten(mp4, 'stts', { 4: LARGE, 8: LARGE, 12: LARGE }), ANY],
  ['4 billion chunks', () => rewritten(mp4, 'stco', { 4: LARGE }), ANY],
  ['an offset after the end', () => rewritten(mp4, 'stco', { 8: LARGE }), ANY],
  ['a time scale of 0', () => rewritten(mp4, 'mdhd', { 12: 0 }), ANY],
  ['a time scale of 4 billion', () => rewritten(mp4, 'mdhd', { 12: LARGE }), ANY],
  ['images that last for years', () => rewritten(mp4, 'stts', { 12: 0x7fffffff }), ANY],
  ['an edit list of years', () => rewritten(mp4, 'elst', { 8: 0x7fffffff }), ANY],
  ['an edit list that starts after the end', () => rewritten(mp4, 'elst', { 12: 0x7ffffff0 }), ANY],
  ['no images', () => rewritten(rewritten(mp4, 'stsz', { 8: 0 }), 'stts', { 4: 0 }), REFUSED],
  [
    '65,535 × 65,535 pixels in its header',
    () => {
      const copy = Buffer.from(mp4);
      copy.writeUInt32BE(0xffffffff, inside(mp4, 'avc1') + 24);
      return copy;
    },
    ANY,
  ],
  [
    '81 megapixels',
    () =>
      makeFile('huge.mkv', [
        '-f',
        'lavfi',
        '-i',
        'color=s=9000x9000:r=1:d=1',
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
      ]),
    'asset_too_large',
  ],
  [
    'one pixel',
    () =>
      makeFile('tiny.mkv', [
        '-f',
        'lavfi',
        '-i',
        'color=s=2x2:r=10:d=1',
        '-vf',
        'crop=1:1:exact=1',
        '-c:v',
        'ffv1',
      ]),
    5,
  ],
  [
    '10,000 images per second',
    () => makeFile('fast.mkv', ['-f', 'lavfi', '-i', 'color=s=16x16:r=10000:d=1', '-c:v', 'mjpeg']),
    5,
  ],
  [
    'one image per hour',
    () =>
      makeFile('slow.mp4', [
        '-f',
        'lavfi',
        '-i',
        'color=s=16x16:r=1/3600:d=36000',
        '-c:v',
        'mpeg4',
      ]),
    5,
  ],
  [
    'twelve hours',
    () =>
      makeFile('long.mp4', [
        '-f',
        'lavfi',
        '-i',
        'color=s=16x16:r=1:d=43200',
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
      ]),
    5,
  ],
  [
    'pixels with an aspect ratio of 100:1',
    () =>
      makeFile('wide.mp4', [
        '-f',
        'lavfi',
        '-i',
        'color=s=64x36:r=5:d=1',
        '-vf',
        'setsar=100/1',
        '-c:v',
        'libx264',
      ]),
    5,
  ],
  ['a GIF of 65,535 images', () => manyImages(65_535), 5],
  [
    'a GIF of 65,535 × 65,535 pixels',
    () => {
      const copy = manyImages(2);
      copy.writeUInt32LE(LARGE, 6);
      return copy;
    },
    REFUSED,
  ],
  [
    '3,000 streams',
    () => Buffer.concat([FTYP, box('moov', ...Array(3000).fill(trackOf(mp4)))]),
    ANY,
  ],
];

/** Some of each kind: no video, two formats, no images, wrong sizes, counts and times, and too large. */
const QUICK = [
  ...['nothing', 'only a header', 'a JPEG followed by an MP4', 'an AVI header before noise'],
  ...['an MP4 with only audio', 'audio with a cover image', 'an MP4 without its index'],
  ...['an MP4 with only noise in its images', 'a box of 2^63 bytes', '5,000 nested boxes'],
  ...['4 billion samples', '4 billion timestamps', 'an offset after the end'],
  ...['a time scale of 0', 'an edit list of years', 'no images', 'one pixel', '81 megapixels'],
  ...['one image per hour', 'pixels with an aspect ratio of 100:1', '3,000 streams'],
  'a GIF of 65,535 × 65,535 pixels',
];

/** Defines a test of each file: of some, or of all others. */
export function testHostileVideos(group: 'quick' | 'other'): void {
  const isChosen = (name: string) => QUICK.includes(name) === (group === 'quick');
  beforeAll(async () => {
    folder = await temporaryFolder();
    const output = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];
    mp4 = await readFile(
      await patchesClip(join(folder.path, 'good.mp4'), output, { frameCount: 10 }),
    );
  });
  afterAll(() => folder[Symbol.asyncDispose]());

  describe.each([
    ['wrong and broken formats', FORMATS],
    ['headers with impossible values', HEADERS],
  ])('%s', (_, cases) => {
    test.each(cases.filter(([name]) => isChosen(name)))('%s', async (__, make, fate) => {
      expect(await fateOf(await make())).toMatch(exactly(fate));
    });
  });
}

/** Pseudo-random bytes that are the same in each run. */
function noise(length: number): Buffer {
  let state = 1;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return state >> 16;
    }),
  );
}

function nested(depth: number): Buffer {
  const total = depth * 8;
  return Buffer.concat(Array.from({ length: depth }, (_, i) => sized('moov', total - i * 8)));
}

function trackOf(file: Buffer): Buffer {
  const at = inside(file, 'trak') - 8;
  return file.subarray(at, at + file.readUInt32BE(at));
}

/** Returns a GIF with many images of one pixel. */
function manyImages(count: number): Buffer {
  const header = Buffer.from('474946383961010001008000000000 00ffffff'.replace(' ', ''), 'hex');
  const image = Buffer.from(
    '21f904000a0000002c000000000100010000020244 0100'.replace(' ', ''),
    'hex',
  );
  return Buffer.concat([header, ...Array(count).fill(image), Buffer.from(';')]);
}
