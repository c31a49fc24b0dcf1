import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parsed } from '../../src/mapping/mapping.fixture.ts';
import { countingClip } from '../../src/media/testing/clips.ts';
import { outputSettings, timelineOf } from '../../src/output/index.ts';
import {
  type IngestedInputs,
  ingestInputs,
  produce,
  produceText,
} from '../../src/produce/index.ts';
import { RasteriserPool, type Rasterisers, type RasterWork } from '../../src/raster/index.ts';
import { planSegments, Renderer, SegmentStore } from '../../src/render/index.ts';
import { bar, compositionOf, sheet } from '../support/composition.ts';
import { removeFolder } from '../support/folder.ts';
import { templateOf } from '../support/videos.ts';
import { callsOf } from '../support/work.ts';

let folder: string;
let pool: RasteriserPool;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-once-'));
  pool = new RasteriserPool(2);
});
afterAll(async () => {
  await pool[Symbol.asyncDispose]();
  await removeFolder(folder);
});

async function workFolder(): Promise<string> {
  const work = join(folder, String(count++));
  await mkdir(work);
  return work;
}

/** Passes requests on to the pool and notes what they ask for. */
function noting(kinds: string[]): Rasterisers {
  return {
    size: pool.size,
    nextPlace: (line?: string) => pool.nextPlace(line),
    run: (work: RasterWork, signal) => {
      kinds.push(work.request.kind);
      return pool.run(work, signal);
    },
  };
}

const moving = () => compositionOf([bar([1, 0, 0], [20, 300], [0, 240]), sheet(240)], 30, 240);

test('stills are drawn after the segments have asked for their rasterisers', async () => {
  const kinds: string[] = [];
  const work = await workFolder();
  const composition = moving();
  const settings = outputSettings({ format: 'mp4', width: 64 }, composition.video, 'draft', '');
  const stills = [3, 200].map((frame) => ({
    frame,
    width: 64,
    format: 'jpeg' as const,
    path: join(work, `${frame}.jpg`),
  }));
  const renderer = new Renderer({}, noting(kinds));
  const outputs = [{ ...settings, path: join(work, 'video.mp4') }];
  const { segmentCount } = await renderer.renderVideo({
    composition,
    paths: {},
    folder: work,
    outputs,
    stills,
  });
  expect(kinds).toEqual([...Array.from({ length: segmentCount }, () => 'video'), 'stills']);
  for (const { path } of stills)
    expect(await sharp(path).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 36 });
});

test('stills are drawn too when the store has all segments, and are the same', async () => {
  const segments = new SegmentStore(join(folder, 'kept'));
  const composition = moving();
  const settings = outputSettings({ format: 'mp4', width: 64 }, composition.video, 'draft', '');
  const draw = async () => {
    const kinds: string[] = [];
    const work = await workFolder();
    const path = join(work, 'still.png');
    const outputs = [{ ...settings, path: join(work, 'video.mp4') }];
    const stills = [{ frame: 100, path, format: 'png' as const }];
    const request = { composition, paths: {}, folder: work, outputs, stills, segments };
    await new Renderer({}, noting(kinds)).renderVideo(request);
    return { kinds, pixels: await sharp(path).raw().toBuffer() };
  };
  const [first, second] = [await draw(), await draw()];
  expect(second.kinds).toEqual(['stills']);
  expect(second.pixels.equals(first.pixels)).toBe(true);
});

test('a segment is cut out once for its digest, its drawing and all sizes of the video', async () => {
  const composition = moving();
  const { frameCount, fps } = composition.video;
  const segments = planSegments(
    composition.lottie,
    timelineOf({ first: 0, count: frameCount }, fps, fps),
  ).length;
  const render = async (widths: number[]) => {
    const work = await workFolder();
    const outputs = widths.map((width, index) => ({
      ...outputSettings({ format: 'mp4', width }, composition.video, 'draft', ''),
      path: join(work, `${index}.mp4`),
    }));
    const request = { composition, paths: {}, folder: work, outputs };
    return callsOf(['canonical', 'planSegments', 'prune'], () =>
      new Renderer({}, pool).renderVideo(request),
    );
  };
  const one = await render([64]);
  expect(one).toMatchObject({ canonical: segments, planSegments: 1 });
  expect(await render([64, 96, 128])).toEqual(one);
});

/** Two images and two videos of one shape each, all with smart crops. */
async function smartRequest(work: string) {
  const image = join(work, 'image.png');
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  const create = { width: 320, height: 90, channels: 3 as const, background: '#000', noise };
  await sharp({ create }).png().toFile(image);
  const encode = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];
  const clip = join(work, 'clip.mp4');
  await countingClip(clip, { fps: '30', frameCount: 30 }, encode);
  const names = ['(Footage)/USER/image_1.png', '(Footage)/USER/image_2.png', 'video_1', 'video_2'];
  const png = await readFile(image);
  const files = Object.fromEntries(names.slice(0, 2).map((name) => [name, png]));
  const lottie = {
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: 10,
    w: 60,
    h: 60,
    assets: names.map((name) => ({ id: name, w: 60, h: 60, u: '', p: name, e: 0 })),
    layers: names.map((name, index) => ({
      ty: name.startsWith('video') ? 9 : 2,
      nm: name,
      refId: name,
      ind: index + 1,
      ip: 0,
      op: 10,
      st: 0,
      sr: 1,
      ks: {},
    })),
  };
  const template = await templateOf(lottie, files);
  const resources = Object.fromEntries(
    Object.entries(template.editables).map(([name, { input_type }]) => [
      name,
      { source: { upload_id: input_type }, transform: { crop_strategy: 'smart' as const } },
    ]),
  );
  const mapping = parsed(template, { resources });
  const upload = async (id: string) => (id === 'image' ? image : clip);
  const sources = { fetcher: undefined as never, upload };
  const inputs = await ingestInputs({ mapping, sources, folder: join(work, 'media') });
  return { template, mapping, ...inputs, folder: join(work, 'images') };
}

test('smart crops look at a file once for each shape, and at a video in one frame', async () => {
  const request = await smartRequest(await workFolder());
  const named: IngestedInputs['ingested'] = request.ingested;
  expect(
    Object.values(named)
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual([...['image', 'image', 'video', 'video']]);
  const names = ['salientPoint', 'videoRequirements', 'decodeSpan'];
  const calls = await callsOf(names, () => produce(request));
  // The first frame once, and each video's frames once.
  expect(calls).toEqual({ salientPoint: 2, videoRequirements: 1, decodeSpan: 3 });
  // What a template needs of its videos is known by now.
  const checked = await callsOf(names, () => produceText(request));
  expect(checked).toEqual({ salientPoint: 2, videoRequirements: 0, decodeSpan: 1 });
});

test('the points of smart crops do not depend on who asks first', async () => {
  const request = await smartRequest(await workFolder());
  const { fit } = await produce(request);
  expect((await produceText(request)).fit).toEqual(fit);
});
