import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audioRange, makeAudioTracks } from '../../src/audio/index.ts';
import { pathOfAsset, toSelfContained } from '../../src/compose/index.ts';
import { importTemplate, readPackageFile } from '../../src/import/index.ts';
import { parsed } from '../../src/mapping/mapping.fixture.ts';
import { ffmpeg } from '../../src/media/testing/clips.ts';
import { type Produced, produce } from '../../src/produce/index.ts';
import { Renderer } from '../../src/render/index.ts';
import { decodedAudio, lagSeconds, levelDecibels } from '../support/audio-lag.ts';
import { type BrowserName, openBrowser, type TestBrowser } from '../support/browser.ts';
import { removeFolder } from '../support/folder.ts';
import { type PlayerPage, type PlayerServers, startPlayerServers } from '../support/player-page.ts';
import { type Player as NodePlayer, openCanvasKit } from '../support/players.ts';
import { similarity } from '../support/similarity.ts';
import { composeVideos, templateOf, videoLottie } from '../support/videos.ts';

/*
 * The player in Chromium and Firefox, in a page whose origin is not the service's and whose content
 * security policy is strict.
 */
const DIST = fileURLToPath(new URL('../../templates/dist/', import.meta.url));
const TEXTS = {
  birthday: { name: 'ليان', greeting: 'জন্মদিনের শুভেচ্ছা 生日快乐' },
  'story-sale': { product_name: 'Zoë प्रिया ליאור', claim: '初夏のセール' },
};
const FRAMES = { birthday: [0, 126, 300], 'story-sale': [40, 160], video: [0, 7] };
/** Firefox runs the same engine. */
const LOADS = { chromium: 120, firefox: 60 };
/** Of the audio that is compared, in samples a second. */
const RATE = 8000;
/** Between a frame and its audio. */
const MAX_SKEW_SECONDS = 0.05;
/** The difference of levels. Viewers notice about one decibel. */
const MAX_LEVEL_DECIBELS = 0.5;
/** The longer side of the stage in the page, in pixels. */
const STAGE = 640;

let folder: string;
let renderer: Renderer;
let servers: PlayerServers;
let canvasKit: NodePlayer;
const produced = new Map<string, Produced>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-player-'));
  renderer = new Renderer({ processes: 1 });
  servers = await startPlayerServers();
  canvasKit = await openCanvasKit();
  for (const [name, texts] of Object.entries(TEXTS)) {
    const template = await importTemplate(await readPackageFile(`${DIST}${name}.lottie`));
    const resources = Object.fromEntries(
      Object.entries(texts).map(([key, text]) => [key, { source: { text } }]),
    );
    const work = await mkdtemp(join(folder, name));
    const made = await produce({
      template,
      mapping: parsed(template, { resources }),
      folder: work,
    });
    produced.set(name, made);
    const { composition, paths } = made;
    const range = audioRange(
      { first: 0, count: composition.video.frameCount },
      composition.video.fps,
    );
    const options = { paths, range, tracks: [{ codec: 'aac', quality: 'draft' }] as const };
    const mixed = await mkdtemp(join(folder, name));
    const [audio = ''] = (await makeAudioTracks(composition.audio, mixed, options)).paths;
    servers.add(name, { ...made, audio });
  }
  produced.set('video', await videoOf(join(folder, 'video')));
  for (const name of ['video', 'short']) {
    const made = produced.get('video');
    if (made) servers.add(name, made);
  }
});

afterAll(async () => {
  await servers?.[Symbol.asyncDispose]();
  await canvasKit?.[Symbol.asyncDispose]();
  await renderer?.[Symbol.asyncDispose]();
  await removeFolder(folder);
});

/** A video of a second in a template of 1280×720, so that its frames are scaled for playing. */
async function videoOf(work: string): Promise<Produced> {
  await mkdir(work, { recursive: true });
  const path = join(work, 'clip.mp4');
  await ffmpeg(['-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=30:d=1', '-c:v', 'libx264', path]);
  const template = await templateOf(videoLottie({ frames: 30, width: 1280, height: 720 }));
  return composeVideos(template, { video_1: { path } }, work);
}

/** A frame's pixels by composition and frame; both browsers are compared with them. */
const expected = new Map<string, Promise<{ inNode: Buffer; rendered: Buffer }>>();

function expectedPixels(name: string, frame: number, width: number) {
  const key = `${name} ${frame}`;
  const known = expected.get(key) ?? drawAgain(name, frame, width);
  expected.set(key, known);
  return known;
}

/** Draws a frame with CanvasKit in Node.js and with the renderer. */
async function drawAgain(name: string, frame: number, width: number) {
  const { composition, paths } = produced.get(name) as Produced;
  const bytes = new Map<string, Uint8Array>();
  for (const { name: file, digest } of composition.files)
    bytes.set(file, await readFile(pathOfAsset(paths, digest)));
  const image = await canvasKit.draw(toSelfContained(composition, bytes), frame, width);
  const path = join(folder, `${name}-${frame}.png`);
  const still = { frame, width, format: 'png' as const, path };
  await renderer.renderStills({ composition, paths, folder, stills: [still] });
  const raw = (png: Buffer | string) => sharp(png).ensureAlpha().raw().toBuffer();
  return { inNode: await raw(image), rendered: await raw(path) };
}

let mix: Promise<Float32Array> | undefined;

/** Returns the mix of a render without loss: its first channel. */
function mixOf(name: string): Promise<Float32Array> {
  const make = async () => {
    const { composition, paths } = produced.get(name) as Produced;
    const { frameCount, fps } = composition.video;
    const range = audioRange({ first: 0, count: frameCount }, fps);
    const work = await mkdtemp(join(folder, `${name}-mix`));
    const options = { paths, range, tracks: [{ codec: 'pcm', quality: 'standard' }] as const };
    const [path = ''] = (await makeAudioTracks(composition.audio, work, options)).paths;
    return decodedAudio(path, RATE);
  };
  mix ??= make();
  return mix;
}

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.each<BrowserName>(['chromium', 'firefox'])('in %s', (browserName) => {
  let browser: TestBrowser;

  beforeAll(async () => {
    browser = await openBrowser(browserName);
  });
  afterAll(() => browser?.[Symbol.asyncDispose]());

  async function openPage(address = servers.page) {
    const page = await browser.newPage({ width: 700, height: 700 });
    await page.goto(address);
    await page.waitForFunction(() => 'load' in globalThis);
    return page;
  }
  type OpenPage = Awaited<ReturnType<typeof openPage>>;

  async function pixelsOf(page: OpenPage, frame: number) {
    const { base64, ...size } = await page.evaluate(async (at) => {
      const { player } = globalThis as unknown as PlayerPage;
      await player.seek(at);
      const { width, height, data } = await player.pixels();
      let text = '';
      for (let from = 0; from < data.length; from += 32768)
        text += String.fromCharCode(...data.subarray(from, from + 32768));
      return { width, height, base64: btoa(text) };
    }, frame);
    return { ...size, data: Buffer.from(base64, 'base64') };
  }

  const load = (page: OpenPage, name: string, changes = {}) =>
    page.evaluate(
      (composition, changed) => (globalThis as unknown as PlayerPage).load(composition, changed),
      name,
      changes,
    );
  const events = (page: OpenPage) =>
    page.evaluate(() => (globalThis as unknown as PlayerPage).events);

  test('paused frames are those of the renderer, with the pixels of CanvasKit in Node.js', async () => {
    const page = await openPage();
    for (const [name, frames] of Object.entries(FRAMES)) {
      await load(page, name);
      for (const frame of frames) {
        const { data, width, height } = await pixelsOf(page, frame);
        expect(Math.max(width, height)).toBe(STAGE);
        const what = `${name}, frame ${frame}`;
        const { inNode, rendered } = await expectedPixels(name, frame, width);
        expect(hash(data), what).toBe(hash(inNode));
        const own = { width, height, data: rendered };
        const { ssim, far } = similarity({ width, height, data }, own);
        expect(ssim, what).toBeGreaterThanOrEqual(0.999);
        expect(far, what).toBeLessThanOrEqual(0.002);
      }
    }
    expect(page.problems).toEqual([]);
    await page.close();
  });

  test('it plays to the end, with audio, and loads meanwhile', async () => {
    const page = await openPage();
    await load(page, 'story-sale');
    await page.evaluate(async () => {
      const { player } = globalThis as unknown as PlayerPage;
      const ended = new Promise((resolve) => player.addEventListener('ended', resolve));
      await player.seek(200);
      await player.play();
      await (globalThis as unknown as PlayerPage).load('birthday');
      await player.seek(335);
      await ended;
    });
    const seen = await events(page);
    expect(seen.map(({ type }) => type)).toContain('play');
    expect(seen.filter(({ type }) => type === 'error')).toEqual([]);
    expect(['ended', 'frame']).toContain(seen.at(-1)?.type);
    expect(servers.requests).toContain('/audios/story-sale');
    expect(page.problems).toEqual([]);
    await page.close();
  });

  test('frames and audio are those of the same time', async () => {
    const page = await openPage();
    await load(page, 'story-sale');
    const skews = await page.evaluate(async () => {
      const { player, skews: found, block } = globalThis as unknown as PlayerPage;
      const ended = new Promise((resolve) => player.addEventListener('ended', resolve));
      await player.seek(150);
      await player.play();
      // While the page is busy, frames become late. These must be left out.
      for (const ms of [1000, 2000, 3000]) setTimeout(block, ms, 200);
      await ended;
      return found;
    });
    expect(skews.length).toBeGreaterThan(0);
    expect(Math.max(...skews.map(Math.abs))).toBeLessThanOrEqual(MAX_SKEW_SECONDS);

    await page.evaluate(
      (rate) => (globalThis as unknown as PlayerPage).sendAudio('story-sale', rate),
      RATE,
    );
    const heard = new Float32Array(new Uint8Array(servers.takeSent('story-sale')).buffer);
    const mix = await mixOf('story-sale');
    for (const second of [1, 4, 7]) {
      const lag = lagSeconds(mix, heard, { second, rate: RATE });
      expect(Math.abs(lag)).toBeLessThan(MAX_SKEW_SECONDS);
      const part = { from: second, to: second + 1, rate: RATE };
      const louder = levelDecibels(heard, part) - levelDecibels(mix, part);
      expect(Math.abs(louder)).toBeLessThan(MAX_LEVEL_DECIBELS);
    }
    await page.close();
  });

  test('the newest of many loads wins, files come once, and memory stays flat', async () => {
    const page = await openPage();
    // Small, because each load draws a frame.
    await page.evaluate(`stage.style.setProperty('width', '160px')`);
    await load(page, 'birthday');
    const before = servers.requests.length;
    const heaps = await page.evaluate(async (count) => {
      const { player, events, composition } = globalThis as unknown as PlayerPage;
      const birthday = await composition('birthday');
      const sale = await composition('story-sale');
      for (let n = 0; n < count; n++)
        await player.load({ ...(n % 2 ? birthday : sale), digest: `load ${n}` });
      const ready = events.filter(({ type }) => type === 'ready');
      events.length = 0;
      // Without waiting, only the last one is shown.
      await Promise.all(
        [1, 2, 3, 4].map((n) => player.load({ ...birthday, digest: `newest ${n}` })),
      );
      return {
        heaps: ready.map(({ detail }) => detail['heapBytes'] as number),
        shown: events.filter(({ type }) => type === 'ready').map(({ detail }) => detail['digest']),
        errors: events.filter(({ type }) => type === 'error'),
      };
    }, LOADS[browserName]);
    expect(heaps.heaps).toHaveLength(LOADS[browserName] + 1);
    expect(heaps.heaps.at(-1)).toBe(heaps.heaps[20]);
    expect(heaps.shown).toEqual(['newest 4']);
    expect(heaps.errors).toEqual([]);
    const files = servers.requests.slice(before).filter((path) => path.startsWith('/files/'));
    expect(files).toHaveLength(new Set(files).size);
    await page.close();
  });

  test('faults are events, and the last good frame stays', async () => {
    const page = await openPage();
    await load(page, 'birthday');
    const good = await pixelsOf(page, 126);
    const file = { name: 'none.png', kind: 'image', url: '/files/none.png', width: 1, height: 1 };
    await load(page, 'story-sale', { digest: 'a', files: [file] });
    await load(page, 'story-sale', { digest: 'b', lottie: { layers: 1 }, files: [] });
    await load(page, 'story-sale', {
      digest: 'c',
      files: [{ ...file, url: 'https://other.example/a.png' }],
    });
    const faults = (await events(page)).filter(({ type }) => type === 'error');
    expect(faults.map(({ detail }) => detail['code'])).toEqual([
      'file_unavailable',
      'composition_unreadable',
      'file_unavailable',
    ]);
    expect(hash((await pixelsOf(page, 126)).data)).toBe(hash(good.data));
    await page.close();
  });

  test('without an engine the service draws stills', async () => {
    const page = await openPage();
    await load(page, 'birthday', { engine: '/engine/none/' });
    expect(await page.evaluate(() => (globalThis as unknown as PlayerPage).player.mode)).toBe(
      'stills',
    );
    // The page's stand-in for the service draws one pixel more for each frame.
    const { width, height } = await pixelsOf(page, 7);
    expect([width, height]).toEqual([640, 17]);
    await page.close();
  });

  test.runIf(browserName === 'chromium')('a lost WebGL context goes on in software', async () => {
    const page = await openPage();
    await load(page, 'birthday');
    const modes = await page.evaluate(async () => {
      const { player, workers } = globalThis as unknown as PlayerPage;
      const first = player.mode;
      workers[0]?.postMessage('lose context');
      const changed = new Promise((resolve) => player.addEventListener('mode', resolve));
      const shown = new Promise((resolve) => player.addEventListener('frame', resolve));
      await player.play();
      await Promise.all([changed, shown]);
      player.pause();
      return [first, player.mode];
    });
    expect(modes).toEqual(['webgl', 'software']);
    expect((await events(page)).at(-1)?.type).not.toBe('error');
    await page.close();
  });

  test('a page that forbids WebAssembly gets stills', async () => {
    await using strict = await startPlayerServers({ pageWithoutWasm: true });
    const made = produced.get('birthday');
    if (made) strict.add('birthday', made);
    const page = await openPage(strict.page);
    await load(page, 'birthday');
    const { width, height } = await pixelsOf(page, 3);
    expect([width, height]).toEqual([640, 13]);
    await page.close();
  });
});
