import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas, LottieAnimation } from '@napi-rs/canvas';
import { expect } from 'vitest';
import type { Composition } from '../../src/compose/index.ts';
import type { Layer } from '../../src/lottie/index.ts';
import {
  DEFAULT_FORMAT,
  FORMATS,
  outputSettings,
  type WantedOutput,
} from '../../src/output/index.ts';
import { timelineOf } from '../../src/output/timeline.ts';
import { skipSystemFonts } from '../../src/raster/skip-system-fonts.ts';
import { planSegments, Renderer, type RenderVideoRequest } from '../../src/render/index.ts';
import { bar, compositionOf, sheet } from '../support/composition.ts';
import { imageFrames } from '../support/decoded.ts';
import { removeFolder } from '../support/folder.ts';
import { psnrOfFrames } from '../support/psnr.ts';

skipSystemFonts();

export const FRAMES = 48;
export const [FPS, WIDTH, HEIGHT] = [24, 320, 180];

const nameOf = ({ format, codec }: WantedOutput) => `${format} ${codec}`;

/** Renders compositions in several formats. */
export type FormatRenders = Awaited<ReturnType<typeof openFormatRenders>>;

export async function openFormatRenders() {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'framepress-formats-'));
  opened.defer(() => removeFolder(folder));
  const renderer = opened.use(new Renderer({ processes: 2 }));
  let count = 0;
  const render = async (
    composition: Composition,
    wanted: readonly WantedOutput[],
    options: Partial<RenderVideoRequest> = {},
    by = renderer,
  ) => {
    count += 1;
    const work = join(folder, `work-${count}`);
    await mkdir(work);
    const outputs = wanted.map((one, index) => {
      const path = join(work, `${index}.${FORMATS[one.format ?? DEFAULT_FORMAT].extension}`);
      return { ...outputSettings(one, composition.video, 'standard', ''), path };
    });
    const request = { composition, paths: {}, folder: work, outputs, ...options };
    return { ...(await by.renderVideo(request)), paths: outputs.map(({ path }) => path) };
  };
  const held = opened.move();
  return { folder, render, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

const COLORS = [
  ...[
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 1, 0],
    [0, 1, 1],
    [1, 0, 1],
    [0, 0, 0],
    [1, 1, 1],
  ],
  ...[
    [0.5, 0.5, 0.5],
    [0.8, 0.3, 0.1],
    [0.1, 0.5, 0.7],
    [0.95, 0.8, 0.7],
  ],
];
const still = (k: unknown) => ({ a: 0, k }) as never;
const PATCH = 80;

/** Patches of 80×60 in four columns; every third one is half transparent. */
function patches(): Layer[] {
  return COLORS.map((color, n): Layer => {
    const place = [PATCH * (n % 4) + 40, 60 * Math.floor(n / 4) + 30];
    const shapes = [
      { ty: 'rc', p: still([0, 0]), s: still([PATCH, 60]), r: still(0) },
      { ty: 'fl', c: still([...color, 1]), o: still(100) },
    ];
    const ks = { p: still(place), o: still(n % 3 === 2 ? 50 : 100) };
    return { ty: 4, ip: 0, op: 500, ks, shapes };
  });
}

const wall = { ty: 1, sc: '#204060', sw: WIDTH, sh: HEIGHT, ip: 0, op: 500, ks: {} };
export const scene = (layers: Layer[], frames = FRAMES) => compositionOf(layers, FPS, frames);
/** A moving shape, over a gradient or over transparency. */
export const moving = (isOpaque: boolean) =>
  scene([bar([1, 0.2, 0.1, 0.8], [0, 320], [0, FRAMES]), ...(isOpaque ? [sheet(FRAMES)] : [])]);

/** Draws the frame with Skia, as straight RGBA. */
export function drawn({ lottie }: Composition, frame: number, ground?: string): Buffer {
  const context = createCanvas(WIDTH, HEIGHT).getContext('2d');
  if (ground) {
    context.fillStyle = ground;
    context.fillRect(0, 0, WIDTH, HEIGHT);
  }
  const animation = LottieAnimation.loadFromData(JSON.stringify(lottie));
  animation.seekFrame(frame);
  animation.render(context, { x: 0, y: 0, width: WIDTH, height: HEIGHT });
  return Buffer.from(context.getImageData(0, 0, WIDTH, HEIGHT).data);
}

/** Returns the pixel in the center of each patch. */
function middles(rgba: Buffer): number[][] {
  return COLORS.map((_, n) => {
    const at = ((60 * Math.floor(n / 4) + 30) * WIDTH + PATCH * (n % 4) + 40) * 4;
    return [...rgba.subarray(at, at + 4)];
  });
}

/** Expects the colors of the drawing, up to 2 of 255, in each format. */
export async function expectColors(
  { render }: FormatRenders,
  wantedOutputs: readonly WantedOutput[],
  { isOpaque }: { isOpaque: boolean },
): Promise<number> {
  const composition = scene([...patches(), ...(isOpaque ? [wall] : [])], 12);
  const { paths, outputs, segmentCount } = await render(composition, wantedOutputs);
  for (const [index, wanted] of wantedOutputs.entries()) {
    const hasAlpha = FORMATS[wanted.format ?? DEFAULT_FORMAT].mayHaveAlpha && !isOpaque;
    expect(outputs[index]).toMatchObject({ hasAlpha, width: WIDTH, height: HEIGHT });
    const [frame = Buffer.alloc(0)] = await imageFrames(paths[index] ?? '', hasAlpha);
    const expected = middles(drawn(composition, 3, hasAlpha ? undefined : '#ffffff'));
    // A GIF pixel is opaque or transparent.
    const half = (alpha: number) => (wanted.format === 'gif' && alpha < 255 ? alpha : 0);
    const far = middles(frame).flatMap((found, n) => {
      const distance = Math.max(
        ...found.map(
          (value, c) =>
            Math.abs(value - (expected[n]?.[c] ?? 0)) - (c === 3 ? half(expected[n]?.[3] ?? 0) : 0),
        ),
      );
      return distance > 2 ? [{ n, found, expected: expected[n] }] : [];
    });
    expect(far, nameOf(wanted)).toEqual([]);
  }
  return segmentCount;
}

/** Expects the same bytes with one rasteriser or two, alone or among other outputs. */
export async function expectSameBytes(
  { render }: FormatRenders,
  wanted: readonly WantedOutput[],
  { isOpaque }: { isOpaque: boolean },
): Promise<void> {
  await using one = new Renderer({ processes: 1 });
  const composition = moving(isOpaque);
  const first = await render(composition, wanted, {}, one);
  expect(first.segmentCount).toBeGreaterThan(wanted.length);
  const again = await render(composition, [...wanted].reverse());
  const digests = (made: typeof first) => made.outputs.map(({ sha256 }) => sha256);
  expect(digests(again).reverse()).toEqual(digests(first));
  const [alone] = (await render(composition, wanted.slice(-1))).outputs;
  expect(alone?.sha256).toBe(first.outputs.at(-1)?.sha256);
}

/** Expects frames at segment boundaries that are as close to the drawing as other frames. */
export async function expectNoSeams(
  { render }: FormatRenders,
  wanted: readonly WantedOutput[],
): Promise<void> {
  const frames = 72;
  const composition = scene([bar([1, 0.2, 0.1, 1], [0, 320], [0, frames]), sheet(frames)], frames);
  const { paths } = await render(composition, wanted);
  const timeline = timelineOf({ first: 0, count: frames }, FPS, FPS);
  const seams = planSegments(composition.lottie, timeline)
    .slice(1)
    .map(({ first }) => first);
  expect(seams.length).toBeGreaterThanOrEqual(2);
  const mean = (all: number[]) => all.reduce((sum, value) => sum + value, 0) / all.length;
  for (const [index, path] of paths.entries()) {
    const psnr = await psnrOfFrames(composition, path);
    expect(psnr).toHaveLength(frames);
    const atSeam = (frame: number) => seams.some((seam) => frame >= seam - 2 && frame < seam + 2);
    const beside = psnr.filter((_, frame) => atSeam(frame));
    const inside = psnr.filter((_, frame) => frame > 4 && !atSeam(frame));
    const name = nameOf(wanted[index] ?? { format: 'mp4' });
    expect(Math.min(...beside), name).toBeGreaterThan(Math.min(...inside) - 0.5);
    expect(mean(beside), name).toBeGreaterThan(mean(inside) - 0.5);
    expect(mean(psnr), name).toBeGreaterThan(34);
  }
}
