import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countingClip, numberIn } from '../../src/media/testing/clips.ts';
import { Renderer } from '../../src/render/index.ts';
import { removeFolder } from '../support/folder.ts';
import { BOX, framesOf, renderVideos, templateOf, videoLottie } from '../support/videos.ts';

const CLIP_FRAMES = 180;
const X264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '50', '-bf', '2'];

/** Returns the time of frame `n` in units of 1/60 s; every third frame is missing, every seventh is late. */
const UNEVEN = Array.from(
  { length: CLIP_FRAMES },
  (_, n) => n + Math.floor(n / 3) + (n % 7 === 6 ? 0.5 : 0),
);
const UNEVEN_SECONDS = UNEVEN.map((at) => at / 60);
const unevenly = `settb=1/1000000,setpts=1000000/60*(N+floor(N/3)+0.5*eq(mod(N\\,7)\\,6))`;

/** `startOf` returns the second at which a frame begins. */
type Clip = { fps: string; startOf: (n: number) => number; args: string[]; file: string };

const constant = (fps: string): Clip => {
  const [above = 0, below = 1] = fps.split('/').map(Number);
  const file = `constant-${fps.replace('/', '-')}.mp4`;
  return { fps, startOf: (n) => (n * below) / above, args: X264, file };
};

export const CLIPS: readonly (readonly [string, Clip])[] = [
  ...['24', '25', '30000/1001', '30', '50', '60'].map((fps): [string, Clip] => [
    fps,
    constant(fps),
  ]),
  [
    'a varying rate',
    {
      fps: '60',
      startOf: (n) => UNEVEN_SECONDS[n] ?? Infinity,
      args: ['-vf', unevenly, '-fps_mode', 'passthrough', '-enc_time_base', '1:90000', ...X264],
      file: 'varying.mp4',
    },
  ],
  [
    'a varying rate in milliseconds',
    {
      fps: '60',
      startOf: (n) => Math.round((UNEVEN_SECONDS[n] ?? Infinity) * 1000) / 1000,
      args: ['-vf', unevenly, '-fps_mode', 'passthrough', '-enc_time_base', '1:90000', ...X264],
      file: 'varying.mkv',
    },
  ],
  ['30000/1001 in milliseconds', { ...constant('30000/1001'), file: 'constant-30000-1001.mkv' }],
];

/** Returns the last frame that has begun, with a tolerance of half a millisecond. */
function wanted(clip: Clip, seconds: number): number {
  let n = 0;
  while (n + 1 < CLIP_FRAMES && clip.startOf(n + 1) <= seconds + 0.0005) n += 1;
  return n;
}

/** A clip, the frame rate of the output, where the clip is trimmed, and how much of it is rendered. */
export type Case = { name: string; output: number; trim: number; seconds: number };

/** Renders videos of clips whose frames show their numbers. */
export async function openClips() {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'framepress-test-'));
  opened.defer(() => removeFolder(folder));
  const renderer = opened.use(new Renderer());
  const clips = new Map(CLIPS);
  const made = new Map<string, Promise<string>>();
  const make = ({ file, fps, args }: Clip) => {
    const known = made.get(file);
    if (known) return known;
    const making = countingClip(join(folder, file), { fps, frameCount: CLIP_FRAMES }, args);
    made.set(file, making);
    return making;
  };
  const held = opened.move();
  return {
    /** Returns the number in each frame of the output, and the numbers that it should have. */
    numbersOf: async ({ name, output, trim, seconds }: Case) => {
      const clip = clips.get(name);
      if (!clip) throw new Error(`There is no clip ${name}.`);
      const path = await make(clip);
      const frames = output * seconds;
      const template = await templateOf(videoLottie({ fps: output, frames }));
      const transform = { trim_strategy: 'manual' as const, trim_start_time: trim };
      const work = join(folder, `${clip.file}-${output}-${trim}`);
      const videos = { video_1: { path, transform } };
      const video = await renderVideos(renderer, template, videos, work);
      return {
        found: (await framesOf(video)).map((pixels) => numberIn(pixels, BOX)),
        right: Array.from({ length: frames }, (_, n) => wanted(clip, trim + n / output)),
      };
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
