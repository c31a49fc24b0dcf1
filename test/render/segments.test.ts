import { execFile } from 'node:child_process';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AudioClip, Composition } from '../../src/compose/index.ts';
import { outputSettings, type Quality, type VideoFormat } from '../../src/output/index.ts';
import {
  type RenderedVideo,
  Renderer,
  type RenderVideoRequest,
  SegmentStore,
} from '../../src/render/index.ts';
import { bar, compositionOf, mp4, sheet } from '../support/composition.ts';
import { removeFolder } from '../support/folder.ts';
import { psnrOfFrames } from '../support/psnr.ts';
import { tone, wavOf } from '../support/tones.ts';
import { BLUE, packets, RED, twelveSeconds } from './segments.fixture.ts';

const run = promisify(execFile);

/** Of videos whose size is not the subject. */
const WIDTH = 96;

let folder: string;
let renderer: Renderer;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-segments-'));
  renderer = new Renderer({ processes: 2 });
});

afterAll(async () => {
  await renderer?.[Symbol.asyncDispose]();
  await removeFolder(folder);
});

async function render(
  composition: Composition,
  options: Partial<RenderVideoRequest> & { quality?: Quality; width?: number } = {},
  more: { by?: Renderer; onProgress?: (done: number) => void; signal?: AbortSignal } = {},
): Promise<RenderedVideo & { path: string }> {
  count += 1;
  const work = join(folder, `work-${count}`);
  // Before the first wait, because renders run at the same time.
  const path = join(folder, `${count}.mp4`);
  await mkdir(work);
  const { by = renderer, onProgress, signal } = more;
  const { quality = 'standard', width = WIDTH, ...rest } = options;
  const wanted = { ...mp4(composition, path, quality, width), ...rest };
  const request = {
    composition,
    paths: {},
    folder: work,
    ...wanted,
    ...(onProgress && { onProgress }),
  };
  return { ...(await by.renderVideo(request, signal)), path };
}

describe('a video made of segments', () => {
  test.each([
    [24, 97, 320],
    [25, 31, 101],
    [29.97, 150, 213],
    [30, 7, 3],
    [60, 299, 160],
  ])('at %d frames per second has %i frames, each at its time', async (fps, frames, width) => {
    const composition = compositionOf(
      [bar(RED, [0, 320], [0, frames]), sheet(frames)],
      fps,
      frames,
    );
    const { path, segmentCount } = await render(composition, { width, quality: 'draft' });
    const { packets: found, streams } = await packets(path);
    const duration = found[0]?.duration ?? 0;
    expect(found.map(({ pts }) => pts).sort((a, b) => a - b)).toEqual(
      Array.from({ length: frames }, (_, index) => index * duration),
    );
    expect(
      found.every(
        ({ dts }, index) => index === 0 || dts - (found[index - 1]?.dts ?? 0) === duration,
      ),
    ).toBe(true);
    expect(found.filter(({ flags }) => flags.startsWith('K')).length).toBeGreaterThanOrEqual(
      segmentCount,
    );
    expect(streams).toMatchObject([
      {
        start_pts: 0,
        duration_ts: frames * duration,
        nb_frames: String(frames),
        width: width + (width % 2),
      },
    ]);
    const rate = 1 / (duration / Number(String(streams[0]?.['time_base']).split('/')[1]));
    expect(rate).toBeCloseTo(fps, 3);
    const { stdout, stderr } = await run(
      'ffmpeg',
      ['-v', 'warning', '-i', path, '-f', 'framecrc', '-'],
      { maxBuffer: 2 ** 26 },
    );
    expect([stderr, stdout.split('\n').filter((line) => /^0,/.test(line)).length]).toEqual([
      '',
      frames,
    ]);
  });

  test('has no visible boundaries: every frame is equally close to the drawing', async () => {
    const composition = twelveSeconds(BLUE);
    const { path, segmentCount } = await render(composition, { width: 320 });
    expect(segmentCount).toBe(4);
    const psnr = await psnrOfFrames(composition, path);
    const seams = [90, 180, 270].flatMap((seam) => psnr.slice(seam - 2, seam + 2));
    const inside = psnr.filter((_, frame) => frame % 90 > 4 && frame % 90 < 86);
    expect(psnr).toHaveLength(360);
    expect(Math.min(...seams)).toBeGreaterThan(Math.min(...inside) - 0.5);
    const mean = (all: number[]) => all.reduce((sum, value) => sum + value, 0) / all.length;
    expect(mean(seams)).toBeGreaterThan(mean(inside) - 0.5);
    expect(mean(psnr)).toBeGreaterThan(36);
  });

  test('has the same bytes with any number of rasterisers', async () => {
    await using one = new Renderer({ processes: 1 });
    await using three = new Renderer({ processes: 3 });
    const composition = twelveSeconds(BLUE);
    const [a, b, c] = await Promise.all(
      [renderer, one, three].map(async (by) =>
        readFile((await render(composition, {}, { by })).path),
      ),
    );
    expect(b?.equals(a as Buffer)).toBe(true);
    expect(c?.equals(a as Buffer)).toBe(true);
  });

  test('is drawn in playback order, even if the first segment takes longest to prune', async () => {
    await using one = new Renderer({ processes: 1 });
    const crowd = Array.from({ length: 3000 }, (_, n) => bar(RED, [n % 320, 20], [0, 80]));
    const composition = compositionOf([...crowd, sheet(360)], 30, 360);
    const drawn: number[] = [];
    const handed: number[] = [];
    const stream = {
      begin: () => undefined,
      segment: async () => void handed.push(drawn.at(-1) ?? 0),
      audio: async () => undefined,
    };
    const onProgress = (done: number) => void drawn.push(done);
    await render(composition, { stream, width: 64 }, { by: one, onProgress });
    expect(handed[0]).toBe(90);
  });

  test('of a range of the composition begins at 0', async () => {
    const { path } = await render(twelveSeconds(BLUE), { frames: { first: 100, count: 50 } });
    expect((await packets(path)).streams).toMatchObject([{ start_pts: 0, nb_frames: '50' }]);
  });
});

describe('stored segments', () => {
  test('are reused; changed segments are drawn again, with the pixels of a complete render', async () => {
    const segments = new SegmentStore(join(folder, 'kept'));
    const first = await render(twelveSeconds(BLUE), { segments });
    expect(first).toMatchObject({ segmentCount: 4, reusedCount: 0 });
    const again = await render(twelveSeconds(BLUE), { segments });
    expect(again).toMatchObject({ reusedCount: 4, peakRssBytes: 0 });
    expect(await readFile(again.path)).toEqual(await readFile(first.path));
    const changed = await render(twelveSeconds(RED), { segments });
    expect(changed.reusedCount).toBe(3);
    const whole = await render(twelveSeconds(RED));
    expect(whole.reusedCount).toBe(0);
    expect((await readFile(changed.path)).equals(await readFile(whole.path))).toBe(true);
    expect(await render(twelveSeconds(RED), { segments, quality: 'draft' })).toMatchObject({
      reusedCount: 0,
    });
  });

  test('that are damaged are drawn again', async () => {
    const kept = join(folder, 'damaged');
    const segments = new SegmentStore(kept);
    const { path } = await render(twelveSeconds(BLUE), { segments });
    const names = (await readdir(kept, { recursive: true })).filter((name) =>
      name.endsWith('.mp4'),
    );
    const [cut = '', empty = ''] = names;
    await truncate(join(kept, cut), (await stat(join(kept, cut))).size - 1);
    await truncate(join(kept, empty));
    const again = await render(twelveSeconds(BLUE), { segments });
    expect(again.reusedCount).toBe(2);
    expect((await readFile(again.path)).equals(await readFile(path))).toBe(true);
    expect((await render(twelveSeconds(BLUE), { segments })).reusedCount).toBe(4);
  });

  test('of another video are discarded, and all segments are drawn', async () => {
    const [kept, small] = [join(folder, 'wrong'), join(folder, 'small')];
    const segments = new SegmentStore(kept);
    const { path } = await render(twelveSeconds(BLUE), { segments });
    await render(twelveSeconds(BLUE), { segments: new SegmentStore(small), width: 160 });
    const [own = '', other = ''] = await Promise.all(
      [kept, small].map(async (all) =>
        (await readdir(all, { recursive: true })).find((name) => name.endsWith('.mp4')),
      ),
    );
    await copyFile(join(small, other), join(kept, own));
    const again = await render(twelveSeconds(BLUE), { segments });
    expect(again.reusedCount).toBe(0);
    expect((await readFile(again.path)).equals(await readFile(path))).toBe(true);
    expect((await render(twelveSeconds(BLUE), { segments })).reusedCount).toBe(0);
  });

  test('remain after a render was stopped', async () => {
    const segments = new SegmentStore(join(folder, 'stopped'));
    const controller = new AbortController();
    // It begins a segment when the one before is stored.
    await using one = new Renderer({ processes: 1 });
    const stopped = render(
      twelveSeconds(BLUE),
      { segments, width: 320 },
      {
        by: one,
        signal: controller.signal,
        onProgress: (done) => done > 250 && controller.abort(),
      },
    );
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
    const { reusedCount } = await render(twelveSeconds(BLUE), { segments, width: 320 });
    expect(reusedCount).toBeGreaterThanOrEqual(2);
    expect(reusedCount).toBeLessThan(4);
  });
});

describe('failures', () => {
  test('a segment is drawn again when its rasteriser crashes', async () => {
    const segments = new SegmentStore(join(folder, 'crash'));
    const whole = await render(twelveSeconds(BLUE));
    let killed = 0;
    const seen: number[] = [];
    const done = await render(
      twelveSeconds(BLUE),
      { segments },
      {
        onProgress: (frames) => {
          seen.push(frames);
          const [pid = 0] = renderer.pids;
          if (frames > 150 && killed === 0) killed = process.kill(pid, 'SIGKILL') ? pid : 0;
        },
      },
    );
    expect(killed).toBeGreaterThan(0);
    expect((await readFile(done.path)).equals(await readFile(whole.path))).toBe(true);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(360);
  });

  test('a cancellation ends every rasteriser with its encoder', async () => {
    const controller = new AbortController();
    const groups: number[] = [];
    const stopped = render(
      twelveSeconds(BLUE),
      {},
      {
        signal: controller.signal,
        onProgress: (done) => {
          if (done < 80 || controller.signal.aborted) return;
          groups.push(...renderer.pids);
          controller.abort();
        },
      },
    );
    await expect(stopped).rejects.toThrow();
    expect(groups).toHaveLength(2);
    const isAlive = (group: number) => {
      try {
        return process.kill(-group, 0);
      } catch {
        return false;
      }
    };
    while (groups.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  test.skipIf(process.platform === 'darwin')(
    'an encoder beside the processor that fails leaves the video to the processor',
    async () => {
      const reported: string[] = [];
      await using by = new Renderer({
        processes: 2,
        hardware: { h264: 'videotoolbox' },
        onHardwareFailure: (reason) => reported.push(reason),
      });
      const segments = new SegmentStore(join(folder, 'hardware'));
      const composition = compositionOf([sheet(24)], 30, 24);
      const { path } = await render(composition, { segments }, { by });
      const whole = await render(composition);
      expect((await readFile(path)).equals(await readFile(whole.path))).toBe(true);
      expect(reported).toEqual([expect.stringMatching(/^Encoding h264 failed: \S/)]);
    },
  );

  test('a full disk is reported as such', async () => {
    const full = render(twelveSeconds(BLUE), mp4(twelveSeconds(BLUE), '/dev/full'));
    await expect(full).rejects.toMatchObject({
      code: 'storage_failed',
      message: 'The disk is full.',
    });
  });

  test.each<[string, VideoFormat, string]>([
    ['an audio file', 'mp4', 'audio-0.m4a'],
    ['a sounding MP4', 'mp4', 'joined.mp4'],
    ['a WebM', 'webm', 'whole.webm'],
    ['a GIF', 'gif', 'whole.gif'],
  ])('also when ffmpeg writes %s', async (_, format, file) => {
    const work = join(folder, `full-${file}`);
    await mkdir(work);
    await symlink('/dev/full', join(work, file));
    const wav = join(work, 'tone.wav');
    await writeFile(wav, wavOf(0.4, tone(440, 0.5)));
    const clip: AudioClip = {
      digest: 'tone',
      startSeconds: 0,
      endSeconds: 0.4,
      trimStartSeconds: 0,
      speed: 1,
      gain: [[0, 1, 1]],
      fadeInSeconds: 0,
      fadeOutSeconds: 0,
    };
    const composition = { ...compositionOf([sheet(12)], 30, 12), audio: [clip] };
    const settings = outputSettings({ format, width: 64 }, composition.video, 'draft', '');
    const outputs = [{ ...settings, path: join(work, `whole.${format}`) }];
    const request = { composition, paths: { tone: wav }, folder: work, outputs };
    await expect(renderer.renderVideo(request)).rejects.toMatchObject({
      code: 'storage_failed',
      message: 'The disk is full.',
    });
  });
});
