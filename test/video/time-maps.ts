import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countingClip, numberIn } from '../../src/media/testing/clips.ts';
import { Renderer } from '../../src/render/index.ts';
import { removeFolder } from '../support/folder.ts';
import { BOX, framesOf, renderVideos, templateOf, videoLottie } from '../support/videos.ts';

export type Json = Record<string, unknown>;
type Transform = Record<string, unknown>;
type Drawn = { transform?: Transform; path?: string; files?: Record<string, Uint8Array> };
/** Returns the number that a frame shows; undefined without one. */
type Wanted = (frame: number) => number | undefined;

const CLIP_FRAMES = 90;

/** Renders templates with one video, a clip of three seconds whose frames show their numbers. */
export async function openCounted() {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'framepress-test-'));
  opened.defer(() => removeFolder(folder));
  const clip = join(folder, 'clip.mp4');
  const output = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '30'];
  await countingClip(clip, { fps: '30', frameCount: CLIP_FRAMES }, output);
  const renderer = opened.use(new Renderer());
  const held = opened.move();
  return {
    folder,
    clip,
    /** Reads the number in each frame of the video; undefined without a number. */
    numbersOf: async (lottie: Json, { transform = {}, path = clip, files }: Drawn = {}) => {
      const work = await mkdtemp(join(folder, 'work-'));
      const template = await templateOf(lottie, files);
      const videos = files ? {} : { video_1: { path, transform: transform as never } };
      const video = await renderVideos(renderer, template, videos, work);
      return (await framesOf(video)).map((pixels) => numberIn(pixels, BOX));
    },
    /** Makes an animated image of ten frames a second. */
    makeImage: (name: string, args: string[]) =>
      countingClip(join(folder, name), { fps: '10', frameCount: IMAGES }, args),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

export function each<T>(count: number, value: (frame: number) => T): T[] {
  return Array.from({ length: count }, (_, frame) => value(frame));
}

/** The layer of `videoLottie` inside nested precomps. */
export function nested(layer: Json, ...around: Json[]): Json {
  const lottie = videoLottie({ frames: 60 }, { op: 1000, ...layer });
  const assets = lottie['assets'] as Json[];
  let layers = lottie['layers'] as Json[];
  for (const [depth, outer] of around.entries()) {
    const id = `comp_${depth}`;
    assets.push({ id, layers });
    const show = { ty: 0, nm: id, refId: id, w: BOX.width, h: BOX.height, ind: 1, ks: {} };
    layers = [{ ...show, ip: 0, op: 1000, st: 0, sr: 1, ...outer }];
  }
  return { ...lottie, layers };
}

const remap = (...keys: [frame: number, seconds: number][]) => ({
  a: 1,
  k: keys.map(([t, s]) => ({ t, s: [s], o: { x: [0], y: [0] }, i: { x: [1], y: [1] } })),
});

export const TIME_MAPS: [name: string, lottie: Json, wanted: Wanted][] = [
  [
    'a layer that begins later',
    videoLottie({ frames: 60 }, { st: 12 }),
    (n) => Math.max(0, n - 12),
  ],
  ['one that began before', videoLottie({ frames: 60 }, { st: -20 }), (n) => n + 20],
  [
    'one that shows for a while',
    videoLottie({ frames: 60 }, { ip: 10, op: 40, st: 10 }),
    (n) => (n < 10 || n >= 40 ? undefined : n - 10),
  ],
  ['stretched to double length', videoLottie({ frames: 60 }, { sr: 2 }), (n) => Math.floor(n / 2)],
  ['at double speed', videoLottie({ frames: 45 }, { sr: 0.5 }), (n) => n * 2],
  [
    'at an odd speed',
    videoLottie({ frames: 60 }, { sr: 0.75 }),
    (n) => Math.floor(n / 0.75 + 1e-6),
  ],
  [
    'time remap backwards',
    videoLottie({ frames: 60 }, { tm: remap([0, 2], [60, 0]) }),
    (n) => 60 - n,
  ],
  [
    'time remap that stops and goes on',
    videoLottie({ frames: 60 }, { tm: remap([0, 0], [20, 20 / 30], [40, 20 / 30], [60, 40 / 30]) }),
    (n) => (n < 20 ? n : n < 40 ? 20 : n - 20),
  ],
  ['a precomp that begins later', nested({}, { st: 15 }), (n) => (n < 15 ? undefined : n - 15)],
  [
    'stretched precomps inside of each other',
    nested({ st: 4 }, { sr: 2, st: 6 }, { st: -10 }),
    (n) => Math.max(0, Math.floor((n + 10 - 6) / 2 - 4)),
  ],
  [
    'a remapped precomp',
    nested({}, { tm: remap([0, 1], [60, 2]) }),
    (n) => 30 + Math.floor(n / 2 + 1e-6),
  ],
];

const TRIM = { trim_strategy: 'manual', trim_start_time: 2 };

export const CLIP_ENDS: [name: string, transform: Transform, wanted: Wanted][] = [
  ['freezes', TRIM, (n) => Math.min(89, 60 + n)],
  ['freezes when asked', { ...TRIM, end_behavior: 'freeze' }, (n) => Math.min(89, 60 + n)],
  ['repeats', { ...TRIM, end_behavior: 'loop' }, (n) => 60 + (n % 30)],
  ['hides', { ...TRIM, end_behavior: 'hide' }, (n) => (n < 30 ? 60 + n : undefined)],
  ['is the last image alone', { trim_start_time: 2.99 }, () => 89],
];

const IMAGES = 10;
/** At 30 frames per second an image stays for three frames. */
const once = (n: number) => Math.min(IMAGES - 1, Math.floor(n / 3));
const again = (n: number) => Math.floor(n / 3) % IMAGES;

export const ANIMATED_IMAGES: [
  name: string,
  args: string[],
  transform: Transform,
  wanted: Wanted,
][] = [
  ['endless.gif', ['-loop', '0'], {}, again],
  ['once.gif', ['-loop', '-1'], {}, once],
  ['frozen.gif', ['-loop', '0'], { end_behavior: 'freeze' }, once],
  ['hidden.gif', ['-loop', '0'], { end_behavior: 'hide' }, (n) => (n < 30 ? again(n) : undefined)],
  ['endless.webp', ['-c:v', 'libwebp_anim', '-loop', '0'], {}, again],
  [
    'trimmed.webp',
    ['-c:v', 'libwebp_anim'],
    { trim_start_time: 0.5, end_behavior: 'freeze' },
    (n) => Math.min(9, 5 + Math.floor(n / 3)),
  ],
];
