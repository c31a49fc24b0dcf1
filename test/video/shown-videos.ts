import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { readPatches } from '../../src/media/testing/clips.ts';
import { Renderer } from '../../src/render/index.ts';
import { removeFolder } from '../support/folder.ts';
import { composeVideos, templateOf, videoLottie } from '../support/videos.ts';

const BOX = { width: 320, height: 180 };
/** Half a second into the video, at the template's 30 frames per second. */
const FRAME = 15;
/** The number that videos show at that time. */
export const NUMBER = 12;
export const GROUND = [255, 204, 0];

/** Draws frames of a template with one video over a ground of one color. */
export async function openShownVideos() {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'framepress-test-'));
  opened.defer(() => removeFolder(folder));
  const renderer = opened.use(new Renderer());
  const lottie = videoLottie({ frames: 30, ...BOX });
  const ground = { ty: 1, sw: BOX.width, sh: BOX.height, sc: '#ffcc00', ind: 2, ks: {} };
  const layers = lottie['layers'] as object[];
  lottie['layers'] = [...layers, { ...ground, ip: 0, op: 30, st: 0, sr: 1 }];
  const template = await templateOf(lottie);
  const held = opened.move();
  return {
    folder,
    /** Returns the number and the colors half a second into a video. */
    shownOf: async (path: string, frame = FRAME) => {
      const work = await mkdtemp(join(folder, 'work-'));
      const videos = { video_1: { path } };
      const { composition, paths } = await composeVideos(template, videos, work, [frame]);
      const still = join(work, 'still.png');
      await renderer.renderStills({
        composition,
        paths,
        folder: work,
        stills: [{ frame, path: still, format: 'png' }],
      });
      const pixels = await sharp(still).removeAlpha().raw().toBuffer();
      return readPatches(pixels, BOX);
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Returns the largest difference of a channel in any patch. */
export function worst(colors: number[][], wanted: readonly (readonly number[])[]): number {
  return Math.max(
    ...wanted.flatMap((color, i) => color.map((c, j) => Math.abs(c - (colors[i]?.[j] ?? 999)))),
  );
}
