import { createCanvas, LottieAnimation } from '@napi-rs/canvas';
import { skipSystemFonts } from '../../raster/skip-system-fonts.ts';
import type { Layer, Lottie } from '../types.ts';
import { type Difference, normalise } from './index.ts';

skipSystemFonts();

const SIZE = 200;

export const still = <T>(k: T) => ({ a: 0, k });

export const transform = (more: object = {}) => ({
  o: still(100),
  r: still(0),
  p: still([100, 100, 0]),
  a: still([0, 0, 0]),
  s: still([100, 100, 100]),
  ...more,
});

/** A blue square with a side of 60 pixels in the middle of the frame. */
export const square = (more: object = {}): Layer =>
  ({
    ty: 4,
    nm: 'square',
    ind: 1,
    ip: 0,
    op: 60,
    st: 0,
    ks: transform(),
    shapes: [
      { ty: 'rc', d: 1, p: still([0, 0]), s: still([60, 60]), r: still(0) },
      { ty: 'fl', c: still([0, 0, 1, 1]), o: still(100) },
    ],
    ...more,
  }) as unknown as Layer;

export const documentOf = (layers: readonly Layer[], more: object = {}): Lottie =>
  ({
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: 60,
    w: SIZE,
    h: SIZE,
    assets: [],
    layers: [...layers],
    ...more,
  }) as unknown as Lottie;

/** A pixel's red, green and blue. */
export type Rgb = [number, number, number];

/** The frame that Skottie draws on white after the document was normalised. */
export function draw(
  source: Lottie,
  frame = 0,
): { at: (x: number, y: number) => Rgb; lottie: Lottie; warnings: Difference[] } {
  const { lottie, warnings } = normalise(source);
  const canvas = createCanvas(SIZE, SIZE);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, SIZE, SIZE);
  const animation = LottieAnimation.loadFromData(JSON.stringify(lottie));
  animation.seekFrame(frame);
  animation.render(context);
  const { data } = context.getImageData(0, 0, SIZE, SIZE);
  const at = (x: number, y: number): Rgb => {
    const [r = 0, g = 0, b = 0] = data.subarray((y * SIZE + x) * 4);
    return [r, g, b];
  };
  return { at, lottie, warnings };
}
