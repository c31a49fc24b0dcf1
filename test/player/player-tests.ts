import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lagSeconds, levelDecibels } from '../support/audio-lag.ts';
import { type BrowserName, openBrowser, type TestBrowser } from '../support/browser.ts';
import { type PlayerPage, startPlayerServers } from '../support/player-page.ts';
import { similarity } from '../support/similarity.ts';
import { openPlayerWorld, type PlayerWorld, RATE } from './player-world.ts';

const FRAMES = { birthday: [0, 126, 300], 'story-sale': [40, 160], video: [0, 7] };
/** The heap has its final size after some of the loads. */
const LOADS = { all: 40, first: 20 };
/** Between a frame and its audio. */
const MAX_SKEW_SECONDS = 0.05;
/** The difference of levels. Viewers notice about one decibel. */
const MAX_LEVEL_DECIBELS = 0.5;
/** The longer side of the stage in the page, in pixels. */
const STAGE = 640;

type Tests = {
  browserName: BrowserName;
  /** Playing, and the frames of the renderer. */
  hasMainPath: boolean;
  hasOthers: boolean;
};

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/**
 * The player in browsers, in a page whose origin is not the service's and whose content security policy is
 * strict. Chromium and Firefox run the same engine.
 */
export function playerTests(browsers: readonly Tests[]): void {
  let world: PlayerWorld;

  beforeAll(async () => {
    world = await openPlayerWorld();
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  describe.each(browsers)('in $browserName', ({ browserName, hasMainPath, hasOthers }) => {
    let browser: TestBrowser;

    beforeAll(async () => {
      browser = await openBrowser(browserName);
    });
    afterAll(() => browser?.[Symbol.asyncDispose]());

    async function openPage(address = world.servers.page) {
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

    /** The hash of the pixels that the page shows. */
    const shownHash = (page: OpenPage) =>
      page.evaluate(`(async () => {
        const canvas = stage.querySelector('canvas');
        const { width, height } = canvas;
        const context = new OffscreenCanvas(width, height).getContext('2d');
        context.drawImage(canvas, 0, 0);
        const { data } = context.getImageData(0, 0, width, height);
        return new Uint8Array(await crypto.subtle.digest('SHA-256', data)).toHex();
      })()`);

    const load = (page: OpenPage, name: string, changes = {}) =>
      page.evaluate(
        (composition, changed) => (globalThis as unknown as PlayerPage).load(composition, changed),
        name,
        changes,
      );
    const events = (page: OpenPage) =>
      page.evaluate(() => (globalThis as unknown as PlayerPage).events);

    if (hasMainPath) mainPath();
    if (hasOthers) others();

    function mainPath(): void {
      test('paused frames are those of the renderer, with the pixels of CanvasKit in Node.js', async () => {
        const page = await openPage();
        for (const [name, frames] of Object.entries(FRAMES)) {
          await load(page, name);
          for (const frame of frames) {
            const { data, width, height } = await pixelsOf(page, frame);
            expect(Math.max(width, height)).toBe(STAGE);
            const what = `${name}, frame ${frame}`;
            const { inNode, rendered } = await world.expectedPixels(name, frame, width);
            expect(hash(data), what).toBe(hash(inNode));
            await expect.poll(() => shownHash(page), { message: what }).toBe(hash(inNode));
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
        expect(world.servers.requests).toContain('/audios/story-sale');
        expect(page.problems).toEqual([]);
        await page.close();
      });
    }

    function others(): void {
      test('frames and audio are those of the same time', async () => {
        const page = await openPage();
        await load(page, 'story-sale');
        // Drawing a small frame takes a part of the time that the frame is shown.
        await page.evaluate(() => (globalThis as unknown as PlayerPage).setSide(64));
        const skews = await page.evaluate(async () => {
          const { player, skews: found, block } = globalThis as unknown as PlayerPage;
          const ended = new Promise((resolve) => player.addEventListener('ended', resolve));
          // While the page is busy, frames become late. These must be left out.
          let shown = 0;
          player.addEventListener('frame', () => {
            if (player.isPlaying && ++shown % 10 === 0) block(200);
          });
          await player.seek(210);
          await player.play();
          await ended;
          return found;
        });
        expect(skews.length).toBeGreaterThan(0);
        expect(Math.max(...skews.map(Math.abs))).toBeLessThanOrEqual(MAX_SKEW_SECONDS);

        await page.evaluate(
          (rate) => (globalThis as unknown as PlayerPage).sendAudio('story-sale', rate),
          RATE,
        );
        const heard = new Float32Array(new Uint8Array(world.servers.takeSent('story-sale')).buffer);
        const mix = await world.mixOf('story-sale');
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
        const before = world.servers.requests.length;
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
            shown: events
              .filter(({ type }) => type === 'ready')
              .map(({ detail }) => detail['digest']),
            errors: events.filter(({ type }) => type === 'error'),
          };
        }, LOADS.all);
        expect(heaps.heaps).toHaveLength(LOADS.all + 1);
        expect(heaps.heaps.at(-1)).toBe(heaps.heaps[LOADS.first]);
        expect(heaps.shown).toEqual(['newest 4']);
        expect(heaps.errors).toEqual([]);
        const files = world.servers.requests
          .slice(before)
          .filter((path) => path.startsWith('/files/'));
        expect(files).toHaveLength(new Set(files).size);
        await page.close();
      });

      test('faults are events, and the last good frame stays', async () => {
        const page = await openPage();
        await load(page, 'birthday');
        const good = await pixelsOf(page, 126);
        const file = {
          name: 'none.png',
          kind: 'image',
          url: '/files/none.png',
          width: 1,
          height: 1,
        };
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

      // Firefox without a screen has no WebGL.
      if (browserName === 'chromium')
        test('a lost WebGL context goes on in software', async () => {
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
        strict.add('birthday', world.composed('birthday'));
        const page = await openPage(strict.page);
        await load(page, 'birthday');
        const { width, height } = await pixelsOf(page, 3);
        expect([width, height]).toEqual([640, 13]);
        await page.close();
      });
    }
  });
}
