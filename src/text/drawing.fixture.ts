import { createCanvas, LottieAnimation } from '@napi-rs/canvas';
import type { Layer, TextDocument } from '../lottie/index.ts';
import { skipSystemFonts } from '../raster/skip-system-fonts.ts';
import type { LayoutInput } from './layout.ts';
import { lay } from './text.fixture.ts';

skipSystemFonts();

const WIDTH = 800;
const HEIGHT = 400;
/** The position of the layer. */
const [X, Y] = [400, 200];

export type Animator = NonNullable<NonNullable<Layer['t']>['a']>[number];
export type Ink = { left: number; top: number; right: number; bottom: number };
export type Drawing = { text: string; document?: TextDocument } & {
  more?: Partial<LayoutInput>;
  animators?: Animator[];
};
/** Red, green, blue, alpha. */
type Color = readonly [number, number, number, number];

/** The pixels that Skottie draws, as RGBA. */
export function pixelsOf({ text, document = {}, more = {}, animators = [] }: Drawing) {
  const { glyphs, document: layout } = lay(text, document, more);
  const still = (k: number | number[]) => ({ a: 0, k });
  const ks = {
    o: still(100),
    r: still(0),
    p: still([X, Y, 0]),
    a: still([0, 0, 0]),
    s: still([100, 100, 100]),
  };
  const layer = {
    ty: 5,
    ip: 0,
    op: 10,
    st: 0,
    ind: 1,
    ks,
    t: { d: { k: [{ s: layout, t: 0 }] }, p: {}, m: { g: 1, a: still([0, 0]) }, a: animators },
  };
  const lottie = {
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: 10,
    w: WIDTH,
    h: HEIGHT,
    fonts: { list: glyphs.fonts() },
    chars: glyphs.chars(),
    layers: [layer],
  };
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  LottieAnimation.loadFromData(JSON.stringify(lottie)).render(context);
  return context.getImageData(0, 0, WIDTH, HEIGHT).data;
}

/** The edges of what Skottie draws (of the pixels that `counts` takes), from the layer's position. */
export function drawnInk(
  drawing: Drawing,
  counts: (color: Color) => boolean = ([, , , alpha]) => alpha >= 64,
): Ink {
  const data = pixelsOf(drawing);
  const ink = { left: WIDTH, top: HEIGHT, right: 0, bottom: 0 };
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
    const [r = 0, g = 0, b = 0, alpha = 0] = data.subarray(pixel * 4, pixel * 4 + 4);
    if (!counts([r, g, b, alpha])) continue;
    const [x, y] = [pixel % WIDTH, Math.floor(pixel / WIDTH)];
    ink.left = Math.min(ink.left, x);
    ink.right = Math.max(ink.right, x + 1);
    ink.top = Math.min(ink.top, y);
    ink.bottom = Math.max(ink.bottom, y + 1);
  }
  return { left: ink.left - X, top: ink.top - Y, right: ink.right - X, bottom: ink.bottom - Y };
}
