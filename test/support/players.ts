import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { CanvasKit } from 'canvaskit-wasm';
import sharp from 'sharp';
import type { Lottie } from '../../src/lottie/index.ts';
import { startChromium } from './chromium.ts';

const require = createRequire(import.meta.url);
const initCanvasKit = require('canvaskit-wasm/full') as () => Promise<CanvasKit>;

/** Draws a frame of a self-contained Lottie file as a PNG of the given width. */
export type Player = {
  /**
   * How much larger than the player's our own image is to be drawn, to be comparable when it is
   * reduced: Skia draws small letters lighter than their outlines (its gamma of text), browsers do not.
   */
  oversampling: number;
  draw(lottie: Lottie, frame: number, width: number): Promise<Buffer>;
} & AsyncDisposable;

/** lottie-web, drawing SVG in Chromium. */
export async function openLottieWeb(): Promise<Player> {
  const browser = await startChromium();
  const page = await browser.newPage();
  await page.setContent(
    '<style>body { margin: 0 } svg { display: block }</style><div id="stage"></div>',
  );
  await page.addScriptTag({
    content: await readFile(require.resolve('lottie-web/build/player/lottie_svg.min.js'), 'utf8'),
  });
  return {
    oversampling: 3,
    async draw(lottie, frame, width) {
      const height = Math.round((width * lottie.h) / lottie.w);
      await page.setViewportSize({ width, height });
      // Without a clock: the frame is drawn when `goToAndStop` comes back, but images come later.
      await page.evaluate(`(async () => {
        lottie.destroy();
        const animation = lottie.loadAnimation({
          container: document.getElementById('stage'), renderer: 'svg', autoplay: false, loop: false,
          animationData: ${JSON.stringify(lottie)},
        });
        if (!animation.isLoaded) await new Promise((done) => animation.addEventListener('DOMLoaded', done));
        animation.setSubframe(false);
        animation.goToAndStop(${frame}, true);
        await Promise.all([...document.querySelectorAll('image')].map((shown) => {
          const image = new Image();
          image.src = shown.href.baseVal;
          return image.decode();
        }));
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      })()`);
      return page.screenshot();
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** Skottie in CanvasKit, compiled to WebAssembly. */
export async function openCanvasKit() {
  const canvasKit = await initCanvasKit();
  const player = {
    oversampling: 1,
    /** Draws a file whose images are `assets`, by their names in it. */
    async drawFiles(
      lottie: Pick<Lottie, 'w' | 'h'>,
      {
        json,
        assets,
        frame,
        width,
      }: { json: string; assets: Record<string, ArrayBuffer>; frame: number; width: number },
    ): Promise<Buffer> {
      const height = Math.round((width * lottie.h) / lottie.w);
      const animation = canvasKit.MakeManagedAnimation(json, assets);
      const surface = canvasKit.MakeSurface(width, height);
      if (!animation || !surface) throw new Error('CanvasKit cannot draw the file.');
      try {
        const canvas = surface.getCanvas();
        canvas.clear(canvasKit.WHITE);
        animation.seekFrame(frame);
        animation.render(canvas, canvasKit.LTRBRect(0, 0, width, height));
        surface.flush();
        const info = {
          width,
          height,
          colorType: canvasKit.ColorType.RGBA_8888,
          alphaType: canvasKit.AlphaType.Unpremul,
          colorSpace: canvasKit.ColorSpace.SRGB,
        };
        const pixels = canvas.readPixels(0, 0, info);
        if (!pixels) throw new Error('CanvasKit gives no pixels.');
        return await sharp(pixels as Uint8Array, { raw: { width, height, channels: 4 } })
          .png()
          .toBuffer();
      } finally {
        surface.delete();
        animation.delete();
      }
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
  const draw = (lottie: Lottie, frame: number, width: number): Promise<Buffer> =>
    player.drawFiles(lottie, { ...withoutData(lottie), frame, width });
  return { ...player, draw };
}

/** CanvasKit needs images by name, separate from the file. */
function withoutData(lottie: Lottie): { json: string; assets: Record<string, ArrayBuffer> } {
  const assets: Record<string, ArrayBuffer> = {};
  const plain = structuredClone(lottie);
  for (const [index, asset] of (plain.assets ?? []).entries()) {
    if (!('p' in asset) || !asset.p?.startsWith('data:')) continue;
    const bytes = Buffer.from(asset.p.slice(asset.p.indexOf(',') + 1), 'base64');
    asset.p = `image ${index}`;
    asset.e = 0;
    assets[asset.p] = new Uint8Array(bytes).buffer;
  }
  return { json: JSON.stringify(plain), assets };
}
