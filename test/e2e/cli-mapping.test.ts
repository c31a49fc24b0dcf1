import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockUnusedFolder } from '../../src/service/data-folder.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage, writeZip } from '../support/package.ts';
import { probe } from '../support/probe.ts';
import { framepress } from '../support/service.ts';
import { tone, wavOf } from '../support/tones.ts';
import { videoLottie } from '../support/videos.ts';

const FONT = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/pacifico/400Regular/Pacifico_400Regular.ttf'),
);
const LOGO = '(Footage)/USER/logo_01.png';

let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-cli-mapping-'));
  file = await writePackage(join(folder, 'small.zip'));
});

afterAll(() => removeFolder(folder));

const path = (name: string) => join(folder, name);
const red = { create: { width: 60, height: 30, channels: 3 as const, background: '#ff0000' } };

async function writeMapping(name: string, mapping: object): Promise<string> {
  await mkdir(dirname(path(name)), { recursive: true });
  await writeFile(path(name), JSON.stringify(mapping));
  return path(name);
}

async function refusal(args: string[], environment: Record<string, string> = {}) {
  const { code, stdout } = await framepress([...args, '--json'], environment);
  const { error } = JSON.parse(stdout) as { error: { code: string; errors: object[] } };
  return { exit: code, ...error };
}

test('render and still use the examples when there is no mapping', async () => {
  const video = path('examples.mp4');
  const rendered = await framepress([
    ...['render', file, '--out', video, '--frames', '0:3', '--quality', 'draft'],
  ]);
  expect([rendered.code, rendered.stderr]).toEqual([0, expect.any(String)]);
  expect(await probe(video)).toMatchObject({ nb_read_frames: '3' });
  const still = path('examples.png');
  expect((await framepress(['still', file, '--out', still])).code).toBe(0);
  const { data, info } = await sharp(still).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, ...data.subarray(0, 3)]).toEqual([320, 0x20, 0x40, 0x80]);
});

test('a template that lacks an example names every editable that needs an entry', async () => {
  const lottie = smallLottie();
  const bare = await writeZip(path('bare.zip'), { 'data.json': JSON.stringify(lottie) });
  const videoFile = path('video.json');
  await writeFile(videoFile, JSON.stringify(videoLottie()));
  for (const [template, editable] of [
    [bare, LOGO],
    [videoFile, 'video_1'],
  ] as const) {
    for (const [command, out] of [
      ['render', 'none.mp4'],
      ['still', 'none.png'],
    ] as const) {
      expect(await refusal([command, template, '--out', path(out)])).toMatchObject({
        exit: 1,
        code: 'editable_missing',
        errors: [
          {
            editable,
            pointer: '/resources',
            message: expect.stringContaining('the template brings no example of it'),
            hint: expect.stringContaining('"file"'),
          },
        ],
      });
    }
  }
  await sharp(red).png().toFile(path('given.png'));
  const source = { file: 'given.png' };
  const mapping = await writeMapping('given.json', {
    resources: { [LOGO]: { source } },
    missing: 'example',
  });
  const args = ['still', bare, '--mapping', mapping, '--out', path('given-still.png')];
  expect((await framepress(args)).code).toBe(0);
});

test('a mapping names local files by paths relative to its own folder', async () => {
  const lottie = smallLottie();
  const sounding = {
    ...lottie,
    assets: [...(lottie['assets'] as object[]), { id: 'tune', u: '', p: '', e: 0 }],
    layers: [
      ...(lottie['layers'] as object[]),
      { ty: 6, nm: 'a_01', refId: 'tune', ip: 0, op: 30, st: 0, sr: 1, ks: {} },
    ],
  };
  const template = await writePackage(path('sounding.zip'), sounding);
  await mkdir(path('work/media'), { recursive: true });
  await sharp(red).jpeg().toFile(path('work/media/photo.jpg'));
  await writeFile(path('work/tone.wav'), wavOf(1, tone(440)));
  await writeFile(path('font.ttf'), await readFile(FONT));
  const resources = {
    [LOGO]: { source: { file: 'media/photo.jpg' }, transform: { crop_strategy: 'fill' } },
    t_01: { source: { text: 'Hello' } },
  };
  const mapping = await writeMapping('work/mapping.json', {
    id: 'map_1',
    template_style_version_id: 'tsv_1',
    missing: 'example',
    resources,
    audio_tracks: { a_01: { source: { file: 'tone.wav' } } },
    font_changes: { 'Poppins-Bold': { source: { file: '../font.ttf' } } },
  });
  const out = path('local.png');
  const frame = ['--frame', '29', '--mapping', mapping, '--out', out];
  expect((await framepress(['still', template, ...frame])).code).toBe(0);
  const { data, info } = await sharp(out).raw().toBuffer({ resolveWithObject: true });
  const pixel = (135 * info.width + 250) * info.channels;
  const [r = 0, g = 255, b = 255] = data.subarray(pixel, pixel + 3);
  expect([r > 240, g < 20, b < 20]).toEqual([true, true, true]);

  const video = path('local.mp4');
  const { code, stdout } = await framepress([
    ...['render', template, '--mapping', mapping, '--out', video, '--quality', 'draft', '--json'],
  ]);
  expect([code, JSON.parse(stdout).loudness]).toEqual([0, expect.any(Object)]);
  const plain = path('plain.png');
  await framepress(['still', template, '--frame', '29', '--out', plain]);
  const areas = [out, plain].map((one) =>
    sharp(one).extract({ left: 20, top: 0, width: 200, height: 60 }).raw().toBuffer(),
  );
  const [changed, original] = await Promise.all(areas);
  expect(original && changed?.equals(original)).toBe(false);
});

test('a local video fills a video editable', async () => {
  const source = path('clip.mp4');
  const examples = ['render', file, '--out', source, '--frames', '0:15', '--quality', 'draft'];
  expect((await framepress(examples)).code).toBe(0);
  const videoFile = path('video.json');
  await writeFile(videoFile, JSON.stringify(videoLottie()));
  const mapping = await writeMapping('video-mapping.json', {
    resources: { video_1: { source: { file: 'clip.mp4' }, transform: { end_behavior: 'loop' } } },
  });
  const out = path('video.mp4');
  const args = ['render', videoFile, '--mapping', mapping, '--out', out, '--quality', 'draft'];
  expect((await framepress(args)).code).toBe(0);
  expect(await probe(out)).toMatchObject({ nb_read_frames: '30' });
});

test('a fault of a local file has the pointer of the mapping’s "file"', async () => {
  await writeFile(path('notes.txt'), 'no image');
  const mapped = async (name: string, source: object, editable = LOGO) => {
    const mapping = await writeMapping(`${name}.json`, {
      missing: 'example',
      resources: { [editable]: { source } },
    });
    return refusal(['still', file, '--mapping', mapping, '--out', path('none.png')]);
  };
  const pointer = `/resources/${LOGO.replaceAll('/', '~1')}/source/file`;
  expect(await mapped('lost', { file: 'lost.jpg' })).toMatchObject({
    exit: 1,
    code: 'asset_not_found',
    errors: [
      {
        pointer,
        message: `Expected a file for ${pointer} but received "lost.jpg".`,
        hint: `Paths are relative to ${folder}.`,
      },
    ],
  });
  expect((await mapped('folder', { file: '.' })).code).toBe('asset_not_found');
  expect((await mapped('number', { file: 5 })).code).toBe('asset_not_found');
  const text = await mapped('text', { file: 'notes.txt' });
  expect(text).toMatchObject({ code: 'asset_not_media', errors: [{ pointer }] });
  const both = await mapped('both', { file: 'notes.txt', remote_url: 'https://example.com/x' });
  expect(both.code).toBe('invalid_request');
  const words = await mapped('words', { file: 'notes.txt' }, 't_01');
  expect(words).toMatchObject({
    code: 'editable_wrong_type',
    errors: [
      {
        pointer: '/resources/t_01/source',
        message: expect.stringContaining('received a source with "file"'),
      },
    ],
  });
  const upload = await mapped('upload', { upload_id: 'upl_1' });
  expect(upload.code).toBe('upload_unknown');
});

test('a still after the end is refused with the time of the last frame', async () => {
  const at = (seconds: string) => refusal(['still', file, '--at', seconds, '--out', path('x.png')]);
  for (const seconds of ['1', '99', '1e9']) {
    expect(await at(seconds)).toMatchObject({
      exit: 2,
      code: 'invalid_request',
      errors: [
        {
          message: `Expected a time before the end at 1 s for --at but received ${Number(seconds)}.`,
          hint: 'The last frame is at 0.967 s.',
        },
      ],
    });
  }
  for (const seconds of ['-1', 'abc', '']) {
    expect(await at(seconds)).toMatchObject({ exit: 2, code: 'invalid_request' });
  }
  const last = await framepress(['still', file, '--at', '0.967', '--out', path('last.png')]);
  expect(last.stdout).toContain('frame 29');
});

test('wrong ports, codecs, files and options are reported in plain words', async () => {
  const out = path('none.webm');
  const output = async (args: string[], environment: Record<string, string> = {}) => {
    const { code, stderr } = await framepress(args, environment);
    return [code, stderr.split('\n')[0]];
  };
  const data = ['--data-dir', path('data')];
  expect(await output(['serve', '--port', 'abc', ...data])).toEqual([
    2,
    'error: Expected a port from 0 to 65535 for --port but received "abc".',
  ]);
  expect(await output(['serve', ...data], { PORT: '99999' })).toEqual([
    2,
    'error: Expected a port from 0 to 65535 for PORT but received 99999.',
  ]);
  expect(await output(['serve', '--host', '203.0.113.1', '--port', '0', ...data])).toEqual([
    2,
    'error: Expected an address of this machine for --host or HOST but received "203.0.113.1".',
  ]);
  expect(await output(['render', file, '--out', out, '--codec', 'h264'])).toEqual([
    2,
    'error: Expected one of vp9 for codec but received "h264".',
  ]);
  expect(await output(['render', file, '--out', out, '--fps', 'abc'])).toEqual([
    2,
    'error: Expected a number of frames per second for --fps but received "abc".',
  ]);
  expect(await output(['render', file, '--out', out, '--codec', 'h265'])).toEqual([
    2,
    expect.stringMatching(/'h265' is invalid\. Allowed choices are h264, hevc, /),
  ]);
  expect(await output(['render', file, '--out', out, '--speed', '2'])).toEqual([
    2,
    "error: unknown option '--speed'",
  ]);
  // The unknown option is the one that is missing.
  expect(await output(['render', file, '--uot', out])).toEqual([
    2,
    "error: unknown option '--uot'",
  ]);
  const nowhere = path('nowhere.json');
  expect(await output(['render', file, '--out', out, '--mapping', nowhere])).toEqual([
    1,
    `error: The mapping ${nowhere} does not exist.`,
  ]);
  await writeFile(path('broken.json'), '{');
  expect(await output(['render', file, '--out', out, '--mapping', path('broken.json')])).toEqual([
    1,
    expect.stringMatching(/^error: \S+broken.json is not JSON: .*\.$/),
  ]);
});

test('a port in use is reported as such', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  try {
    const { code, stderr } = await framepress([
      ...['serve', '--port', String(port), '--data-dir', path('busy')],
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain(`error: The port ${port} of 127.0.0.1 is in use.`);
  } finally {
    server.close();
  }
  // The folder is free for the next start.
  using _lock = await lockUnusedFolder(path('busy'));
});

test('a still is written in the format that its name or --format says', async () => {
  for (const [out, args, format] of [
    ['still.jpg', [], 'jpeg'],
    ['still.JPEG', [], 'jpeg'],
    ['still.webp', [], 'webp'],
    ['still.png', [], 'png'],
    ['still.bin', ['--format', 'jpeg'], 'jpeg'],
    ['other.png', ['--format', 'webp'], 'webp'],
  ] as const) {
    const { code } = await framepress(['still', file, '--out', path(out), ...args]);
    expect([out, code]).toEqual([out, 0]);
    expect([out, (await sharp(path(out)).metadata()).format]).toEqual([out, format]);
  }
  for (const out of ['still.bmp', 'still']) {
    expect(await refusal(['still', file, '--out', path(out)])).toMatchObject({
      exit: 2,
      code: 'invalid_request',
      message: `Expected a name ending in .png, .jpg, .jpeg, .webp, or --format, for --out but received ${JSON.stringify(path(out))}.`,
    });
  }
});

test('a still needs an entry for each editable, as the API’s does', async () => {
  const mapping = await writeMapping('part.json', {
    resources: { t_01: { source: { text: 'a' } } },
  });
  const args = ['still', file, '--mapping', mapping, '--out', path('part.png')];
  expect(await refusal(args)).toMatchObject({
    code: 'editable_missing',
    errors: [{ editable: LOGO }, { editable: 'c_01' }],
  });
});
