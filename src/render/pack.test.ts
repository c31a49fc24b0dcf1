import { appendFile, mkdir, mkdtemp, readFile, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { type Encoding, RasteriserPool } from '../raster/index.ts';
import { type PackContent, unpack, writePack } from './pack.ts';
import { packedSegments } from './packed-segments.ts';
import { localSegments, type SegmentMaker, videoRequest } from './segment-maker.ts';

const LIMITS = { timeoutMs: 200_000, stallMs: 200_000, memoryBytes: 4 * 2 ** 30 };
const ENCODING: Encoding = {
  width: 64,
  height: 36,
  codec: 'h264',
  fps: 30,
  quality: 'draft',
  hasAlpha: false,
};
const still = (k: unknown) => ({ a: 0, k });
const ks = {
  o: still(100),
  r: still(0),
  p: still([0, 0, 0]),
  a: still([0, 0, 0]),
  s: still([100, 100, 100]),
};

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-pack-'));
  await mkdir(join(folder, 'resources'));
  const layers = [{ ty: 1, sc: '#ff0000', sw: 64, sh: 36, ip: 0, op: 100, ks }];
  const lottie = { v: '5.9.0', fr: 30, ip: 0, op: 100, w: 64, h: 36, layers };
  await writeFile(join(folder, '0.json'), JSON.stringify(lottie));
  await writeFile(join(folder, 'resources', 'small.png'), Buffer.alloc(1000, 1));
  await writeFile(join(folder, 'resources', 'large.png'), Buffer.alloc(3_000_000, 2));
});

afterAll(() => removeFolder(folder));

function content(): PackContent {
  const source = { lottiePath: join(folder, '0.json'), resourceDir: join(folder, 'resources') };
  const frames = [0, 'as before', 2.5] as const;
  const parts = [{ source, background: source, frames }];
  return { first: 30, count: 3, parts, encodings: [ENCODING], limits: LIMITS };
}

async function pack(name: string) {
  const path = join(folder, name);
  return { path, ...(await writePack(path, content(), ['small.png', 'large.png'])) };
}

test('a pack has the same bytes each time, the small images, and no paths', async () => {
  const [first, two] = [await pack('one.pack'), await pack('two.pack')];
  expect(two.sha256).toBe(first.sha256);
  expect(first.stored).toEqual([{ name: 'large.png', bytes: 3_000_000 }]);
  const bytes = await readFile(first.path);
  expect(bytes.length).toBeLessThan(10_000);
  expect(bytes.includes(folder)).toBe(false);
});

test('an unpacked segment has the same content, in another folder', async () => {
  const { path } = await pack('whole.pack');
  const to = join(folder, 'unpacked');
  await mkdir(to);
  const { parts, stored: storedFiles, resources, ...head } = await unpack(path, to);
  expect(head).toEqual({ first: 30, count: 3, encodings: [ENCODING], limits: LIMITS });
  expect(storedFiles).toMatchObject([{ name: 'large.png', bytes: 3_000_000 }]);
  expect(resources).toBe(join(to, 'resources'));
  expect(await readFile(join(resources, 'small.png'))).toEqual(Buffer.alloc(1000, 1));
  expect(parts[0]?.frames).toEqual([0, 'as before', 2.5]);
  for (const source of [parts[0]?.source, parts[0]?.background])
    expect(await readFile(source?.lottiePath ?? '')).toEqual(
      await readFile(join(folder, '0.json')),
    );
});

test('a damaged pack, or one with other names than of images, is refused', async () => {
  const changed = async (name: string, from: string, to: string) => {
    const { path } = await pack(name);
    const bytes = (await readFile(path)).toString('latin1');
    await writeFile(path, bytes.replace(from, to), 'latin1');
    return path;
  };
  const short = await pack('short.pack');
  await truncate(short.path, 400);
  const long = await pack('long.pack');
  await appendFile(long.path, 'more');
  const empty = join(folder, 'empty.pack');
  await writeFile(empty, '');
  const paths = [
    ...[short.path, long.path, empty],
    await changed('name.pack', 'small.png', '../ab.png'),
    await changed('dot.pack', 'small.png', '.small.pn'),
    await changed('codec.pack', '"h264"', '"h26x"'),
    await changed('document.pack', '"document":0', '"document":7'),
    await changed('bytes.pack', '"bytes":1000', '"bytes":9000'),
    await changed('magic.pack', 'framepress', 'frameprexx'),
  ];
  for (const [n, path] of paths.entries()) {
    const to = join(folder, `refused-${n}`);
    await mkdir(to);
    await expect(unpack(path, to)).rejects.toMatchObject({ code: 'render_failed' });
  }
});

test('local and packed segments have the same bytes', async () => {
  await using pool = new RasteriserPool(1);
  const packed = packedSegments({
    atOnce: 2,
    make: async ({ pack: { path }, outputs }, _, signal) => {
      const to = join(folder, 'elsewhere');
      await mkdir(to);
      const { parts, encodings, first, limits } = await unpack(path, to);
      const files = outputs.map(({ path, digest }, n) => {
        return { path, digest, encoding: encodings[n] ?? ENCODING };
      });
      const request = videoRequest({ parts, files, first }, limits);
      await pool.run({ place: pool.nextPlace(), request, limits }, signal);
    },
  });
  const make = async (maker: SegmentMaker, name: string) => {
    const { parts, first, count, limits } = content();
    const path = join(folder, `${name}.mp4`);
    const files = [{ path, encoding: ENCODING, digest: 'a' }];
    const work = { parts, images: [], files, first, count, limits, turn: maker.nextTurn() };
    const request = Promise.withResolvers<void>();
    await maker.make({ ...work, onAsked: request.resolve });
    await request.promise;
    return readFile(path);
  };
  const local = await make(localSegments(pool), 'local');
  expect(local.length).toBeGreaterThan(100);
  expect((await make(packed, 'packed')).equals(local)).toBe(true);
});
