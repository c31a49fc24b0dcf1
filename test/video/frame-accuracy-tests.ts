import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countingClip, numberIn } from '../../src/media/testing/clips.ts';
import { Renderer } from '../../src/render/index.ts';
import { removeFolder } from '../support/folder.ts';
import type { Part } from '../support/parts.ts';
import { BOX, framesOf, renderVideos, templateOf, videoLottie } from '../support/videos.ts';

/** Each output frame shows the frame of the clip at its time. */
export function frameAccuracyTests(part: Part): void {
  let folder: string;
  let renderer: Renderer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framepress-test-'));
    renderer = new Renderer();
    for (const [, { file, fps, args }] of CLIPS)
      await countingClip(join(folder, file), { fps, frameCount: CLIP_FRAMES }, args);
  });
  afterAll(async () => {
    await renderer[Symbol.asyncDispose]();
    await removeFolder(folder);
  });

  const CLIP_FRAMES = 180;
  const OUTPUT_SECONDS = 2;
  const X264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '50', '-bf', '2'];

  /** Returns the time of frame `n` in units of 1/60 s; every third frame is missing, every seventh is late. */
  const UNEVEN = Array.from(
    { length: CLIP_FRAMES },
    (_, n) => n + Math.floor(n / 3) + (n % 7 === 6 ? 0.5 : 0),
  );
  const UNEVEN_SECONDS = UNEVEN.map((at) => at / 60);
  const unevenly = `settb=1/1000000,setpts=1000000/60*(N+floor(N/3)+0.5*eq(mod(N\\,7)\\,6))`;

  type Clip = { fps: string; startOf: (n: number) => number; args: string[]; file: string };

  const constant = (fps: string): Clip => {
    const [above = 0, below = 1] = fps.split('/').map(Number);
    const file = `constant-${fps.replace('/', '-')}.mp4`;
    return { fps, startOf: (n) => (n * below) / above, args: X264, file };
  };

  const CLIPS: [string, Clip][] = [
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

  const CASES = CLIPS.flatMap(([name, clip]) =>
    [30, 60].flatMap((output) => [0, 0.7, 1.234].map((trim) => ({ name, clip, output, trim }))),
  );

  /** Returns the last frame that has begun, with a tolerance of half a millisecond. */
  function wanted(clip: Clip, seconds: number): number {
    let n = 0;
    while (n + 1 < CLIP_FRAMES && clip.startOf(n + 1) <= seconds + 0.0005) n += 1;
    return n;
  }

  // Each is mostly programs that start.
  test.concurrent.each(part(CASES, 12))(
    '$name frames a second into $output from $trim s on: the right frame at every frame',
    async ({ clip, output, trim }) => {
      const path = join(folder, clip.file);
      const frames = output * OUTPUT_SECONDS;
      const template = await templateOf(videoLottie({ fps: output, frames }));
      const transform = { trim_strategy: 'manual' as const, trim_start_time: trim };
      const video = await renderVideos(
        renderer,
        template,
        { video_1: { path, transform } },
        join(folder, `${clip.file}-${output}-${trim}`),
      );
      const numbers = (await framesOf(video)).map((pixels) => numberIn(pixels, BOX));
      expect(numbers).toEqual(
        Array.from({ length: frames }, (_, n) => wanted(clip, trim + n / output)),
      );
    },
  );
}
