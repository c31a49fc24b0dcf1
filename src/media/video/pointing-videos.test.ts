import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { box, FTYP, inside } from '../testing/boxes.ts';
import { ffmpeg, patchesClip } from '../testing/clips.ts';
import { type LoopbackServer, startServer } from '../testing/loopback-server.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';
import { ANY, exactly, fateOf, REFUSED, type VideoCase } from '../testing/video-outcome.ts';

const SECRET = 'the secret of this machine';

let folder: TemporaryFolder;
let trap: LoopbackServer;
let mp4: Buffer;
let avi: Buffer;
let secret: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  trap = await startServer((_, response) => response.end(SECRET));
  secret = join(folder.path, 'secret.txt');
  await writeFile(secret, SECRET);
  const output = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];
  mp4 = await readFile(
    await patchesClip(join(folder.path, 'good.mp4'), output, { frameCount: 10 }),
  );
  const mjpeg = ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p'];
  avi = await readFile(await patchesClip(join(folder.path, 'good.avi'), mjpeg, { frameCount: 10 }));
});
afterAll(async () => {
  await trap[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function makeFile(name: string, args: string[]): Promise<Buffer> {
  const path = join(folder.path, name);
  await ffmpeg([...args, path]);
  return readFile(path);
}

const FEED = () =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${trap.url('/a.ts')}\n#EXTINF:10,\nfile://${secret}\n#EXT-X-ENDLIST\n`;

test.each<VideoCase>([
  ['an HLS playlist', FEED, 'asset_not_media'],
  [
    'a concat script',
    () => `ffconcat version 1.0\nfile '${secret}'\nfile '${trap.url('/b.mp4')}'\n`,
    'asset_not_media',
  ],
  [
    'a DASH manifest',
    () =>
      `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><BaseURL>${trap.url('/')}</BaseURL></MPD>`,
    'asset_not_media',
  ],
  [
    'an SDP description',
    () => `v=0\no=- 0 0 IN IP4 127.0.0.1\nm=video ${trap.port} RTP/AVP 96\n`,
    'asset_not_media',
  ],
  ['a list of images', () => join(folder.path, '%d.jpg'), 'asset_not_media'],
  [
    'subtitles',
    () => `1\n00:00:00,000 --> 00:00:10,000\n<font face="${trap.url('/c.ttf')}">hi</font>\n`,
    'asset_not_media',
  ],
  ['a filter script', () => 'movie=/etc/passwd', 'asset_not_media'],
  ['an MP4 header before a playlist', () => Buffer.concat([FTYP, Buffer.from(FEED())]), REFUSED],
  [
    'a QuickTime reference movie',
    () =>
      Buffer.concat([
        FTYP,
        box(
          'moov',
          box(
            'rmra',
            box(
              'rmda',
              box('rdrf', Buffer.alloc(4), 'url ', Buffer.from([0, 0, 0, 40]), trap.url('/d.mov')),
            ),
          ),
        ),
      ]),
    REFUSED,
  ],
  [
    'a track whose images are in a different file',
    () => withDataElsewhere(`file://${secret}`),
    ANY,
  ],
  ['a track whose images are at a URL', () => withDataElsewhere(trap.url('/e.mp4')), ANY],
  ['an AVI with a playlist as its subtitles', () => withSubtitles(FEED()), ANY],
  [
    'an AVI with subtitles that refer to a URL',
    () => withSubtitles(`[Script Info]\n[Fonts]\nfontname: ${trap.url('/f.ttf')}\n`),
    ANY,
  ],
  [
    'a Matroska with a font and subtitles inside',
    async () => {
      const srt = join(folder.path, 'a.srt');
      await writeFile(srt, `1\n00:00:00,000 --> 00:00:10,000\n{\\fn${trap.url('/g.ttf')}}hi\n`);
      const attached = ['-attach', secret, '-metadata:s:t', 'mimetype=text/plain'];
      return makeFile('subtitles.mkv', [
        '-i',
        join(folder.path, 'good.mp4'),
        '-i',
        srt,
        '-c:v',
        'copy',
        ...attached,
      ]);
    },
    5,
  ],
])('does not open other files: %s', async (_, make, fate) => {
  expect(await fateOf(await make())).toMatch(exactly(fate));
  expect(trap.connections()).toBe(0);
});

/** Replaces the first data reference, "in this file", by a URL. All other offsets stay the same. */
function withDataElsewhere(url: string): Buffer {
  const at = inside(mp4, 'dinf') - 8;
  const old = mp4.readUInt32BE(at);
  const entry = box('url ', Buffer.alloc(4), `${url}\0`);
  const dinf = box('dinf', box('dref', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), entry));
  const longer = Buffer.concat([mp4.subarray(0, at), dinf, mp4.subarray(at + old)]);
  for (const type of ['moov', 'trak', 'mdia', 'minf']) {
    const size = inside(longer, type) - 8;
    longer.writeUInt32BE(longer.readUInt32BE(size) + dinf.length - old, size);
  }
  return longer;
}

/** Adds subtitles like DivX: a chunk `GAB2`, for which ffmpeg chooses any matching demuxer. */
function withSubtitles(text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.alloc(17);
  head.write('GAB2\0', 0, 'latin1');
  head.writeUInt16LE(2, 5);
  head.writeUInt16LE(4, 11);
  head.writeUInt32LE(body.length, 13);
  const chunk = Buffer.concat([head, body]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(chunk.length);
  const movi = avi.indexOf('movi') + 4;
  const inserted = Buffer.concat([
    Buffer.from('01tx'),
    size,
    chunk,
    Buffer.alloc(chunk.length % 2),
  ]);
  return Buffer.concat([avi.subarray(0, movi), inserted, avi.subarray(movi)]);
}
