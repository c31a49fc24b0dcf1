import type { Composition } from '../../src/compose/index.ts';
import { frameCount, type Layer, type Lottie } from '../../src/lottie/index.ts';
import { type OutputSettings, outputSettings, type Quality } from '../../src/output/index.ts';

const still = (k: unknown) => ({ a: 0, k }) as never;

/** A layer of a rectangle that moves from `x` at frame `from` to `toX` at `to`. */
export function bar(
  color: number[],
  [x, toX]: [number, number],
  [from, to]: [number, number],
  more: Partial<Layer> = {},
): Layer {
  const p = {
    a: 1,
    k: [
      { t: from, s: [x, 90], o: { x: 0.4, y: 0.4 }, i: { x: 0.6, y: 0.6 } },
      { t: to, s: [toX, 90] },
    ],
  };
  const shapes = [
    { ty: 'rc', p: still([0, 0]), s: still([40, 120]), r: still(6) },
    { ty: 'fl', c: still(color), o: still(100) },
  ];
  return { ty: 4, ip: from, op: to, ks: { p }, shapes, ...more };
}

/** A background gradient, so that no block of an image is empty. */
export function sheet(frames: number): Layer {
  const g = { p: 2, k: still([0, 0.1, 0.2, 0.6, 1, 0.9, 0.7, 0.3]) };
  const shapes = [
    { ty: 'rc', p: still([160, 90]), s: still([320, 180]), r: still(0) },
    { ty: 'gf', t: 1, s: still([0, 0]), e: still([320, 180]), g, o: still(100) },
  ];
  return { ty: 4, ip: 0, op: frames, shapes, ks: {} };
}

/** A composition of these layers, 320×180. */
export function compositionOf(layers: Layer[], fps: number, frames: number): Composition {
  const lottie: Lottie = { v: '5.9.0', fr: fps, ip: 0, op: frames, w: 320, h: 180, layers };
  return {
    lottie,
    files: [],
    audio: [],
    video: { width: 320, height: 180, fps, frameCount: frameCount(lottie) },
  };
}

/** The output settings of an MP4 of a composition, with or without audio. */
export function mp4(
  { video }: Composition,
  path: string,
  quality: Quality = 'draft',
  width?: number,
): { outputs: [OutputSettings & { path: string }] } {
  return { outputs: [{ ...outputSettings({ format: 'mp4', width }, video, quality, ''), path }] };
}
