import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Composition } from '../../src/compose/index.ts';
import { countingClip, ffmpeg } from '../../src/media/testing/clips.ts';
import { Renderer } from '../../src/render/index.ts';
import { mp4 } from '../support/composition.ts';
import { removeFolder } from '../support/folder.ts';
import { composeVideos, templateOf, videoLottie } from '../support/videos.ts';

test('a composition is plain JSON that renders to the same bytes in another folder', async () => {
  const root = await mkdtemp(join(tmpdir(), 'framepress-value-'));
  await using renderer = new Renderer();
  try {
    const [clip, tone] = [join(root, 'clip.mp4'), join(root, 'tone.wav')];
    await ffmpeg(['-f', 'lavfi', '-i', 'sine=440:d=2', tone]);
    const encode = ['-i', tone, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
    await countingClip(clip, { fps: '30', frameCount: 45 }, encode);
    const transform = { volume: 1 };
    const here = join(root, 'here');
    const template = await templateOf(videoLottie());
    const produced = await composeVideos(template, { video_1: { path: clip, transform } }, here);
    const render = async ({ composition, paths }: typeof produced, name: string) => {
      const folder = join(root, name);
      await mkdir(folder);
      const path = join(folder, 'video.mp4');
      await renderer.renderVideo({ composition, paths, folder, ...mp4(composition, path) });
      return readFile(path);
    };
    const bytes = await render(produced, 'first');

    const text = JSON.stringify(produced.composition);
    expect(text).not.toContain(root);
    const composition = JSON.parse(text) as Composition;
    expect(composition).toEqual(produced.composition);
    expect(composition.audio).toHaveLength(1);
    expect(composition.files).toHaveLength(30);
    const there = join(root, 'there');
    await mkdir(there);
    const paths: Record<string, string> = {};
    for (const { digest } of [...composition.files, ...composition.audio]) {
      paths[digest] = join(there, digest);
      await copyFile(produced.paths[digest] ?? '', paths[digest]);
    }
    await rm(here, { recursive: true });
    expect((await render({ ...produced, composition, paths }, 'second')).equals(bytes)).toBe(true);
  } finally {
    await removeFolder(root);
  }
});
