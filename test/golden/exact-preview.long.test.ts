import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forPlayers, pathOfAsset } from '../../src/compose/index.ts';
import { importTemplate, readPackageFile } from '../../src/import/index.ts';
import { NO_ENTRIES } from '../../src/mapping/index.ts';
import { parsed } from '../../src/mapping/mapping.fixture.ts';
import { countingClip } from '../../src/media/testing/clips.ts';
import { type Produced, produce } from '../../src/produce/index.ts';
import { Renderer } from '../../src/render/index.ts';
import { writeDifference } from '../support/difference.ts';
import { openCanvasKit } from '../support/players.ts';
import { imageSimilarity } from '../support/similarity.ts';
import { composePage } from '../support/text-page.ts';
import { composeVideos, templateOf, videoLottie } from '../support/videos.ts';
import { TEXT_PAGES } from './pages.ts';
import { removeFolder } from '../support/folder.ts';

/*
 * The frame that a browser draws is the frame that is rendered: CanvasKit draws the composition as players
 * get it, and the renderer draws its still, both with a width of 640 pixels.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CORPUS = join(ROOT, '../shared/corpus');
const WIDTH = 640;
const TEXT = 'Zoë عرض ١٢٣ क्ष्म お祝い 🎉👩‍👩‍👧';
const LIMIT = { ssim: 0.999, far: 0.002 };

let folder: string;
let renderer: Renderer;
let canvasKit: Awaited<ReturnType<typeof openCanvasKit>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-exact-'));
  renderer = new Renderer();
  canvasKit = await openCanvasKit();
});
afterAll(async () => {
  await renderer?.[Symbol.asyncDispose]();
  await removeFolder(folder);
});

/** Returns a line for each frame that differs by more than the limit. */
async function differing(
  name: string,
  { composition, paths }: Pick<Produced, 'composition' | 'paths'>,
  frames: readonly number[],
): Promise<string[]> {
  const work = join(folder, name.replaceAll('/', '-'));
  await mkdir(work, { recursive: true });
  const stills = frames.map((frame) => ({
    frame, width: WIDTH, format: 'png' as const, path: join(work, `${frame}.png`),
  }));
  await renderer.renderStills({ composition, paths, folder: work, stills });
  const assets: Record<string, ArrayBuffer> = {};
  for (const { name: file, digest } of composition.files)
    assets[file] = new Uint8Array(await readFile(pathOfAsset(paths, digest))).buffer;
  const lottie = forPlayers(composition);
  const json = JSON.stringify(lottie);
  const faults: string[] = [];
  for (const { frame, path } of stills) {
    const own = await readFile(path);
    const drawn = await canvasKit.drawFiles(lottie, { json, assets, frame, width: WIDTH });
    const { ssim, far } = await imageSimilarity(own, drawn);
    if (ssim >= LIMIT.ssim && far <= LIMIT.far) continue;
    const where = await writeDifference(`exact-${name.replaceAll('/', '-')}-${frame}`, own, drawn);
    const percent = (far * 100).toFixed(3);
    faults.push(`${name}, frame ${frame}: SSIM ${ssim.toFixed(5)}, ${percent} % beyond 8, ${where}`);
  }
  return faults;
}

test.each(TEXT_PAGES)('script page $name', async (page) => {
  const produced = await composePage(page, join(folder, `${page.name}-page`));
  expect(await differing(page.name, produced, [0])).toEqual([]);
});

describe.each(['birthday', 'skin-company', 'story-sale'])('%s', (name) => {
  const open = async () =>
    importTemplate(await readPackageFile(join(ROOT, `templates/dist/${name}.lottie`)));
  const framesOf = (count: number) => [0, 1, 2].map((n) => Math.floor(((n + 0.5) * count) / 3));

  test('with its own content', async () => {
    const template = await open();
    const work = join(folder, `${name}-own`);
    const produced = await produce({ template, mapping: NO_ENTRIES, folder: work });
    expect(
      await differing(name, produced, framesOf(produced.composition.video.frameCount)),
    ).toEqual([]);
  });

  test('with texts in several scripts', async () => {
    const template = await open();
    const texts = Object.entries(template.editables).filter(([, e]) => e.input_type === 'text');
    const resources = Object.fromEntries(texts.map(([key]) => [key, { source: { text: TEXT } }]));
    const work = join(folder, `${name}-texts-images`);
    await mkdir(work, { recursive: true });
    const mapping = parsed(template, { resources });
    const produced = await produce({ template, mapping, folder: work });
    const { frameCount } = produced.composition.video;
    expect(await differing(`${name}-texts`, produced, framesOf(frameCount))).toEqual([]);
  });
});

test('videos and images in video editables: cropped, framed, moving', async () => {
  const clip = join(folder, 'clip.mp4');
  await countingClip(clip, { fps: '30', frameCount: 30 }, ['-c:v', 'libx264', '-pix_fmt', 'yuv420p']);
  const photo = join(folder, 'photo.png');
  const waves = Buffer.alloc(900 * 700 * 3);
  for (let at = 0; at < waves.length; at++) {
    const [x, y] = [Math.floor(at / 3) % 900, Math.floor(at / 2700)];
    waves[at] = 128 + 60 * Math.sin(x / 17 + (at % 3)) + 60 * Math.cos(y / 23);
  }
  await sharp(waves, { raw: { width: 900, height: 700, channels: 3 } }).png().toFile(photo);
  const size = { width: 640, height: 360, frames: 30 };
  const cases = {
    cover: { path: clip },
    contain: {
      path: clip,
      transform: { crop_strategy: 'contain', background: '#20408080', trim_start_time: 0.2 },
    },
    moving: { path: photo, transform: { animate_strategy: 'zoom-in' } },
  };
  const faults: string[] = [];
  for (const [name, filling] of Object.entries(cases)) {
    const template = await templateOf(videoLottie(size));
    const produced = await composeVideos(template, { video_1: filling }, join(folder, name));
    faults.push(...(await differing(name, produced, [0, 7, 14, 29])));
  }
  expect(faults).toEqual([]);
});

test.runIf(existsSync(CORPUS))('the corpus', { timeout: 600_000 }, async () => {
  const files = (await readdir(join(CORPUS, 'templates'), { recursive: true })).filter((file) =>
    /\.(json|lottie)$/.test(file),
  );
  const faults: string[] = [];
  for (const file of files) {
    const source = await readPackageFile(join(CORPUS, 'templates', file)).catch(() => undefined);
    const template = source && (await importTemplate(source).catch(() => undefined));
    if (!template) continue;
    const work = join(folder, file.replaceAll('/', '-'));
    const produced = await produce({ template, mapping: NO_ENTRIES, folder: work });
    const { frameCount } = produced.composition.video;
    faults.push(...(await differing(file, produced, [0.1, 0.5, 0.9].map((s) => Math.floor(s * frameCount)))));
  }
  expect(faults).toEqual([]);
});
