import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ffmpeg } from '../../src/media/testing/clips.ts';
import { Renderer } from '../../src/render/index.ts';
import type { Template } from '../../src/template/index.ts';
import { compareWithGolden, type Difference } from '../support/difference.ts';
import { removeFolder } from '../support/folder.ts';
import { composeVideos, templateOf, videoLottie } from '../support/videos.ts';

const GOLDEN = fileURLToPath(new URL('../golden/videos/', import.meta.url));
const SIZE = { width: 200, height: 120 };
/** The layer is smaller than the frame, so that all its edges are visible. */
const BOX = { width: 160, height: 90, x: 20, y: 15 };
const FRAMES = 24;
/** A salient spot. */
const SPOT = { create: { width: 70, height: 70, channels: 3, background: '#ffe000' } } as const;

let folder: string;
let renderer: Renderer;
let template: Template;
let image: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-test-'));
  renderer = new Renderer();
  template = await boxTemplate();
  // Red encodes the distance from the left, green the distance from the top; blue is constant.
  const [width, height] = [480, 400];
  const pixels = Buffer.alloc(width * height * 3, 200);
  for (let at = 0; at < width * height; at++) {
    pixels[at * 3] = 20 + (200 * (at % width)) / width;
    pixels[at * 3 + 1] = 20 + (200 * Math.floor(at / width)) / height;
  }
  image = join(folder, 'image.png');
  await sharp(pixels, { raw: { width, height, channels: 3 } }).toFile(image);
});
afterAll(async () => {
  await renderer[Symbol.asyncDispose]();
  await removeFolder(folder);
});

function boxTemplate(layer = {}, { frames = FRAMES } = {}): Promise<Template> {
  const ks = { p: { a: 0, k: [BOX.x, BOX.y, 0] } };
  const lottie = videoLottie({ frames, ...SIZE }, { ks, ...layer });
  Object.assign((lottie['assets'] as object[])[0] ?? {}, { w: BOX.width, h: BOX.height });
  return templateOf(lottie);
}

/** Renders every frame on white. */
async function drawn(
  transform: object,
  { of = template, path = image }: { of?: Template; path?: string } = {},
) {
  const work = await mkdtemp(join(folder, 'work-'));
  const videos = { video_1: { path, transform: transform as never } };
  const { composition, paths } = await composeVideos(of, videos, work);
  const stills = Array.from({ length: of.video.frameCount }, (_, frame) => ({
    frame,
    format: 'png' as const,
    path: join(work, `${frame}.png`),
  }));
  await renderer.renderStills({ composition, paths, folder: work, stills });
  return stills.map(({ path: still }) => still);
}

/** Returns the layer's box as RGB, by columns and rows. */
async function boxOf(still: string, { x: left, y: top, width, height } = BOX) {
  const region = { left, top, width, height };
  const pixels = await sharp(still).removeAlpha().extract(region).raw().toBuffer();
  return (x: number, y: number) => {
    const at = (y * width + x) * 3;
    return [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0] as const;
  };
}

type Box = Awaited<ReturnType<typeof boxOf>>;

function edges({ width, height } = BOX): [number, number][] {
  const across = Array.from({ length: width }, (_, x) => x);
  const down = Array.from({ length: height }, (_, y) => y);
  return [
    ...across.flatMap((x): [number, number][] => [
      [x, 0],
      [x, height - 1],
    ]),
    ...down.flatMap((y): [number, number][] => [
      [0, y],
      [width - 1, y],
    ]),
  ];
}

/** Measures that grow evenly as the image moves. */
const MEASURES = {
  'slide-to-left': (box: Box) => row(box, 45),
  'slide-to-right': (box: Box) => -row(box, 45),
  'slide-to-top': (box: Box) => column(box, 80),
  'slide-to-bottom': (box: Box) => -column(box, 80),
  'zoom-in': (box: Box) => 10_000 / spread(box),
  'zoom-out': (box: Box) => -10_000 / spread(box),
};

/** Returns the distance of values that rise evenly, within the precision of eight bits. */
function evenDistance(values: readonly number[]): number {
  const [first = 0] = values;
  const distance = (values.at(-1) ?? 0) - first;
  for (const [index, value] of values.entries()) {
    if (index > 0) expect(value).toBeGreaterThan(values[index - 1] ?? 0);
    const line = first + (distance * index) / (values.length - 1);
    expect(Math.abs(value - line)).toBeLessThan(distance * 0.05 + 0.5);
  }
  return distance;
}

function row(box: Box, y: number): number {
  return sum(BOX.width, (x) => box(x, y)[0]) / BOX.width;
}

function column(box: Box, x: number): number {
  return sum(BOX.height, (y) => box(x, y)[1]) / BOX.height;
}

/** Returns the difference between the left and right half, which falls with enlargement. */
function spread(box: Box): number {
  const half = BOX.width / 2;
  const sides = (y: number) => sum(half, (x) => box(BOX.width - 1 - x, y)[0] - box(x, y)[0]) / half;
  return sum(BOX.height, sides) / BOX.height;
}

function sum(count: number, value: (index: number) => number): number {
  let total = 0;
  for (let index = 0; index < count; index++) total += value(index);
  return total;
}

const STRATEGIES = Object.keys(MEASURES) as (keyof typeof MEASURES)[];
const SPEEDS = ['slow', 'moderate', 'fast'] as const;

test.each(STRATEGIES)(
  '%s moves evenly and leaves no edge open, at each speed',
  async (animate_strategy) => {
    const rows: string[][] = [];
    const distances: number[] = [];
    for (const animate_speed of SPEEDS) {
      const stills = await drawn({ animate_strategy, animate_speed });
      const boxes = await Promise.all(stills.map((still) => boxOf(still)));
      for (const [frame, box] of boxes.entries()) {
        const open = edges().filter(([x, y]) => Math.abs(box(x, y)[2] - 200) > 6);
        expect({ frame, open }).toEqual({ frame, open: [] });
      }
      const measured = boxes.map(MEASURES[animate_strategy]);
      distances.push(evenDistance(measured));
      rows.push([0, FRAMES / 2, FRAMES - 1].map((frame) => stills[frame] ?? ''));
    }
    const [slow = 0, moderate = 0, fast = 0] = distances;
    expect(moderate).toBeGreaterThan(slow * 1.6);
    expect(fast).toBeGreaterThan(moderate * 1.5);
    expect(await compareSheet(rows, animate_strategy)).toMatchObject({ ok: true });
  },
);

test.each(['cover', 'contain', 'fill', 'manual', 'smart'])(
  'the crop %s of an image and of a video',
  async (crop_strategy) => {
    const clip = join(folder, 'clip.mkv');
    await sharp(image)
      .composite([{ input: SPOT, left: 380, top: 40 }])
      .toFile(join(folder, 'spot.png'));
    await ffmpeg([
      '-loop',
      '1',
      '-t',
      '0.2',
      '-i',
      join(folder, 'spot.png'),
      '-c:v',
      'ffv1',
      '-pix_fmt',
      'bgr0',
      clip,
    ]);
    const manual = { crop_x: 120, crop_y: 200, crop_width: 320, crop_height: 180 };
    const transform = {
      crop_strategy,
      ...(crop_strategy === 'manual' && manual),
      ...(crop_strategy === 'contain' && { background: '1040c0' }),
    };
    const of = await boxTemplate({}, { frames: 2 });
    const [still = ''] = await drawn(transform, { of, path: join(folder, 'spot.png') });
    const [frame = ''] = await drawn(transform, { of, path: clip });
    expect(await compareSheet([[still, frame]], `crop-${crop_strategy}`)).toMatchObject({
      ok: true,
    });
  },
);

test('what moves in a contained image stays in its place', async () => {
  const transform = {
    crop_strategy: 'contain',
    background: '#0a0',
    animate_strategy: 'slide-to-right',
    animate_speed: 'fast',
  };
  const stills = await drawn(transform);
  const place = { x: BOX.x + 26, y: BOX.y, width: 108, height: 90 };
  for (const still of stills) {
    const [box, inner] = [await boxOf(still), await boxOf(still, place)];
    const open = edges(place).filter(([x, y]) => Math.abs(inner(x, y)[2] - 200) > 6);
    expect(open).toEqual([]);
    expect([box(0, 0), box(25, 89), box(159, 50), box(134, 0)]).toEqual(Array(4).fill([0, 170, 0]));
  }
});

test('the time of the layer does not bend the motion: it fills the time that it shows', async () => {
  const of = await boxTemplate({ ip: 6, op: 18, st: -30, sr: 3 });
  const stills = await drawn({ animate_strategy: 'slide-to-left' }, { of });
  const values = await Promise.all(
    stills.map(async (s) => MEASURES['slide-to-left'](await boxOf(s))),
  );
  const shown = values.slice(6, 18);
  expect(evenDistance(shown)).toBeGreaterThan(0);
});

/** Compares small images in rows with the checked image. */
async function compareSheet(rows: string[][], name: string) {
  const path = join(folder, `${name}.png`);
  const [first = []] = rows;
  const images = rows.flatMap((row, y) =>
    row.map((input, x) => ({ input, left: x * SIZE.width, top: y * SIZE.height })),
  );
  const sheet = { width: first.length * SIZE.width, height: rows.length * SIZE.height };
  await sharp({ create: { ...sheet, channels: 3, background: 'white' } })
    .composite(images)
    .png({ palette: true, colours: 64, dither: 0 })
    .toFile(path);
  await mkdir(GOLDEN, { recursive: true });
  const good = ({ mean, far }: Difference) => mean < 1.5 && far < 0.01;
  return compareWithGolden(join(GOLDEN, `${name}.png`), path, name, { good });
}
