import { createRequire } from 'node:module';
import type { CanvasKit } from 'canvaskit-wasm';
import { expect, test } from 'vitest';
import { engineBytes, openAnimation } from '../../packages/player/src/open-animation.ts';

const initCanvasKit = createRequire(import.meta.url)(
  'canvaskit-wasm/full',
) as () => Promise<CanvasKit>;

const BMP = Uint8Array.from(
  atob('Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAD/AA=='),
  (letter) => letter.charCodeAt(0),
).buffer;

/** Like the player's worker, without a report of each name that is no font. */
async function openKit(): Promise<CanvasKit> {
  const { error } = console;
  console.error = () => undefined;
  try {
    return await initCanvasKit();
  } finally {
    console.error = error;
  }
}

/** A document with an image of one red pixel, which is as large as the video. */
function documentOf(image: string): string {
  const still = (k: number | number[]) => ({ a: 0, k });
  return JSON.stringify({
    v: '5.7.0',
    fr: 30,
    ip: 0,
    op: 30,
    w: 4,
    h: 4,
    assets: [{ id: 'image', w: 1, h: 1, u: '', p: image, e: 0 }],
    layers: [
      {
        ty: 2,
        refId: 'image',
        ip: 0,
        op: 30,
        st: 0,
        ks: {
          o: still(100),
          r: still(0),
          p: still([0, 0]),
          a: still([0, 0]),
          s: still([400, 400]),
        },
      },
    ],
  });
}

test('a composition finds its images by name', async () => {
  const kit = await openKit();
  const animation = openAnimation(kit, documentOf('red.bmp'), [
    { name: 'other.bmp', bytes: new ArrayBuffer(0) },
    { name: 'red.bmp', bytes: BMP },
  ]);
  const surface = kit.MakeSurface(4, 4);
  const canvas = surface?.getCanvas();
  canvas?.clear(kit.WHITE);
  animation.seekFrame(0);
  if (canvas) animation.render(canvas, kit.LTRBRect(0, 0, 4, 4));
  const pixels = canvas?.readPixels(0, 0, {
    width: 4,
    height: 4,
    colorType: kit.ColorType.RGBA_8888,
    alphaType: kit.AlphaType.Unpremul,
    colorSpace: kit.ColorSpace.SRGB,
  });
  expect([...(pixels?.slice(0, 4) ?? [])]).toEqual([255, 0, 0, 255]);
  expect(() => openAnimation(kit, '{', [])).toThrow('Skottie cannot read the composition.');
});

test('compositions leave nothing in the memory of the engine', async () => {
  const kit = await openKit();
  // Names of 100 kB instead of the thousand images of a video.
  const name = `${'a'.repeat(100_000)}.bmp`;
  const json = documentOf(name);
  const open = () => openAnimation(kit, json, [{ name, bytes: BMP }]).delete();
  open();
  const before = engineBytes(kit);
  for (let n = 0; n < 2500; n++) open();
  expect(engineBytes(kit)).toBe(before);
});
