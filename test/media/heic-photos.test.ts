import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readHeic } from '../../src/media/image/heic-file.ts';
import { fitImage, probeImage } from '../../src/media/image/index.ts';
import { box } from '../../src/media/testing/boxes.ts';
import { ffmpeg } from '../../src/media/testing/clips.ts';
import { removeFolder } from '../support/folder.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-heic-'));
});
afterAll(() => removeFolder(folder));

const u8 = (...bytes: number[]) => Buffer.from(bytes);
const u16 = (...values: number[]) => Buffer.concat(values.map((v) => u8(v >> 8, v & 255)));
const u32 = (...values: number[]) =>
  Buffer.concat(values.map((v) => u16(Math.floor(v / 65_536), v % 65_536)));
const full = (type: string, version: number, ...content: Buffer[]) =>
  box(type, u8(version, 0, 0, 0), ...content);

/** Returns the units of an HEVC byte stream of one image. */
async function unitsOf(path: string): Promise<Buffer[]> {
  const bytes = await readFile(path);
  const starts: number[] = [];
  const code = u8(0, 0, 1);
  for (let at = bytes.indexOf(code); at >= 0; at = bytes.indexOf(code, at + 3)) starts.push(at + 3);
  return starts.map((start, i) => {
    let end = (starts[i + 1] ?? bytes.length + 3) - 3;
    while (i + 1 < starts.length && bytes[end - 1] === 0) end--;
    return bytes.subarray(start, end);
  });
}

const typeOf = (unit: Buffer) => ((unit[0] ?? 0) >> 1) & 63;

const TILE = 128;

/**
 * Writes a photo as phones do: a grid of tiles, a turn and a color profile. The tiles are cut from
 * `image`, whose sides are multiples of `TILE`; the photo is `width` × `height` of it.
 */
async function writeGrid(
  image: Buffer,
  [columns, rows]: [number, number],
  { width, height, turn }: { width: number; height: number; turn: number },
): Promise<string> {
  const tiles: Buffer[] = [];
  let configuration = Buffer.alloc(0);
  for (let at = 0; at < columns * rows; at++) {
    const [left, top] = [(at % columns) * TILE, Math.floor(at / columns) * TILE];
    const [from, to] = [join(folder, `tile-${at}.png`), join(folder, `tile-${at}.hevc`)];
    await sharp(image).extract({ left, top, width: TILE, height: TILE }).toFile(from);
    await ffmpeg([
      ...['-i', from, '-frames:v', '1', '-vf', 'scale=out_color_matrix=bt601:out_range=full'],
      ...['-pix_fmt', 'yuv420p', '-color_range', 'pc', '-c:v', 'libx265', '-crf', '8'],
      ...['-x265-params', 'log-level=none:info=0', '-f', 'hevc', to],
    ]);
    const units = await unitsOf(to);
    const heads = units.filter((unit) => [32, 33, 34].includes(typeOf(unit)));
    configuration = Buffer.concat([
      ...[u8(1), Buffer.alloc(20), u8(0xff, heads.length)],
      ...heads.map((unit) => Buffer.concat([u8(typeOf(unit)), u16(1, unit.length), unit])),
    ]);
    const slices = units.filter((unit) => typeOf(unit) < 32);
    tiles.push(Buffer.concat(slices.flatMap((unit) => [u32(unit.length), unit])));
  }
  const main = tiles.length + 1;
  const profile = (
    await sharp(image)
      .withIccProfile('p3')
      .png()
      .toBuffer()
      .then((png) => sharp(png).metadata())
  ).icc;
  const infe = (id: number, type: string) =>
    full('infe', 2, u16(id, 0), Buffer.from(`${type}\0`, 'latin1'));
  const grid = Buffer.concat([u8(0, 0, rows - 1, columns - 1), u16(width, height)]);
  const ftyp = box('ftyp', 'heic\0\0\0\0mif1heic');
  const meta = (offsets: number[]) =>
    full(
      'meta',
      0,
      full('pitm', 0, u16(main)),
      full('iinf', 0, u16(main), ...tiles.map((_, i) => infe(i + 1, 'hvc1')), infe(main, 'grid')),
      full(
        'iloc',
        1,
        ...[u8(0x44, 0), u16(main)],
        ...tiles.map(({ length }, i) =>
          Buffer.concat([u16(i + 1, 0, 0, 1), u32(offsets[i] ?? 0, length)]),
        ),
        ...[u16(main, 1, 0, 1), u32(0, grid.length)],
      ),
      full('iref', 0, box('dimg', u16(main, tiles.length, ...tiles.map((_, i) => i + 1)))),
      box(
        'iprp',
        box(
          'ipco',
          box('hvcC', configuration),
          full('ispe', 0, u32(TILE, TILE)),
          full('ispe', 0, u32(width, height)),
          box('irot', u8(turn)),
          box('colr', 'prof', profile ?? Buffer.alloc(0)),
          box('colr', 'nclx', u16(12, 13, 6), u8(128)),
        ),
        full(
          'ipma',
          0,
          u32(main),
          ...tiles.map((_, i) => Buffer.concat([u16(i + 1), u8(2, 0x81, 2)])),
          ...[u16(main), u8(4, 3, 5, 6, 0x84)],
        ),
      ),
      box('idat', grid),
    );
  const start = ftyp.length + meta([]).length + 8;
  const offsets = tiles.map((_, i) =>
    tiles.slice(0, i).reduce((sum, { length }) => sum + length, start),
  );
  const path = join(folder, 'photo.heic');
  await writeFile(path, Buffer.concat([ftyp, meta(offsets), box('mdat', ...tiles)]));
  return path;
}

/** A red and a green patch above a blue and a white patch, in sRGB. */
const patches = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite(
      [
        ['#dc1414', 0, 0],
        ['#14b414', 1, 0],
        ['#1414dc', 0, 1],
      ].map(([background, x, y]) => ({
        input: {
          create: {
            width: width / 2,
            height: height / 2,
            channels: 3 as const,
            background: String(background),
          },
        },
        left: (Number(x) * width) / 2,
        top: (Number(y) * height) / 2,
      })),
    )
    .png()
    .toBuffer();

async function colorsOf(path: string): Promise<number[][]> {
  const { data, info } = await sharp(path)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const places = [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.25, 0.75],
    [0.75, 0.75],
  ] as const;
  return places.map(([x, y]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
    return [...data.subarray(at, at + 3)];
  });
}

const near = (color: number[], by = 8) =>
  color.map((value) =>
    expect.toSatisfy((found: number) => Math.abs(found - value) <= by, `about ${value}`),
  );

test('a grid of tiles is joined, cut, turned upright and converted from its profile', async () => {
  // The values of the tiles are in Display P3, as on phones.
  const image = await sharp(await patches(2 * TILE, 3 * TILE))
    .png()
    .toBuffer();
  const path = await writeGrid(image, [2, 3], { width: 240, height: 360, turn: 3 });
  const facts = await probeImage(path, 'photo.heic', {});
  expect(facts).toEqual({ contentType: 'image/heic', width: 360, height: 240 });
  const fitted = await fitImage(
    { path, sha256: '', bytes: 1, ...facts },
    { width: 180, height: 120, strategy: 'cover' },
    folder,
  );
  // Turned clockwise by a quarter, P3 red and green are stronger in sRGB.
  expect(await colorsOf(fitted.path)).toEqual([
    near([20, 20, 230], 14),
    near([241, 0, 0], 14),
    near([255, 255, 255]),
    near([0, 184, 0], 24),
  ]);
});

test('a single image is read', async () => {
  const png = join(folder, 'single.png');
  await writeFile(png, await patches(300, 200));
  const path = join(folder, 'single.heic');
  await promisify(execFile)('convert', [png, '-quality', '95', path]);
  const facts = await probeImage(path, 'single.heic', {});
  expect(facts).toEqual({ contentType: 'image/heic', width: 300, height: 200 });
  const input = { path, sha256: '', bytes: 1, ...facts };
  const fitted = await fitImage(input, { width: 150, height: 100, strategy: 'cover' }, folder);
  expect(await colorsOf(fitted.path)).toEqual([
    near([220, 20, 20]),
    near([20, 180, 20]),
    near([20, 20, 220]),
    near([255, 255, 255]),
  ]);
});

test('damaged photos are refused as damaged, at every cut and with wrong numbers', async () => {
  const whole = await readFile(join(folder, 'photo.heic'));
  const path = join(folder, 'damaged.heic');
  const refusal = async (bytes: Buffer) => {
    await writeFile(path, bytes);
    return probeImage(path, 'damaged.heic', {}).then(
      () => 'accepted',
      ({ code }: { code: string }) => code,
    );
  };
  for (const length of [40, 100, 300, 700, 1100, Math.floor(whole.length / 2)])
    expect([length, await refusal(whole.subarray(0, length))]).toEqual([length, 'asset_corrupt']);
  for (let at = 30; at < 900; at += 97) {
    const changed = Buffer.from(whole);
    changed.fill(0xff, at, at + 4);
    expect(['asset_corrupt', 'asset_too_large', 'accepted']).toContain(await refusal(changed));
  }
});

/** Returns a file whose main image has `extents`, and whose content is `data`. */
function hostile({ extents, data, properties = [] }: Hostile): Buffer {
  const count = extents.length;
  return Buffer.concat([
    box('ftyp', 'heic\0\0\0\0mif1heic'),
    full(
      'meta',
      0,
      full('pitm', 0, u16(1)),
      full('iinf', 0, u16(1), full('infe', 2, u16(1, 0), Buffer.from('hvc1\0', 'latin1'))),
      full('iloc', 1, u8(0x44, 0), u16(1, 1, 1, 0, count), ...extents.map((one) => u32(...one))),
      box(
        'iprp',
        box(
          'ipco',
          box('hvcC', u8(1), Buffer.alloc(20), u8(0xff, 0)),
          full('ispe', 0, u32(64, 64)),
          box('irot', u8(3)),
        ),
        full('ipma', 0, u32(1), u16(1), u8(2 + properties.length, 0x81, 2, ...properties)),
      ),
      box('idat', data),
    ),
  ]);
}
type Hostile = { extents: [number, number][]; data: Buffer; properties?: number[] };

test.each<[string, () => Hostile]>([
  [
    'names its content a thousand times',
    () => {
      const data = Buffer.alloc(2 ** 20);
      data.writeUInt32BE(data.length - 4);
      return { data, extents: Array.from({ length: 1000 }, () => [0, data.length]) };
    },
  ],
  [
    'has a million slices',
    () => {
      const data = Buffer.alloc(5e6);
      for (let at = 0; at < data.length; at += 5) data.writeUInt32BE(1, at);
      return { data, extents: [[0, data.length]] };
    },
  ],
  [
    'is turned two hundred times',
    () => {
      const data = Buffer.alloc(64);
      data.writeUInt32BE(60);
      return { data, extents: [[0, 64]], properties: Array<number>(200).fill(3) };
    },
  ],
])('a photo that %s is refused before it is decoded', async (_, make) => {
  expect(() => readHeic(hostile(make()))).toThrow(/larger than the file|too many|too often/);
});
