import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { AppError } from '../../base/index.ts';
import { decodeVideoInput } from '../video/decode-video.ts';
import { ingestVideo } from '../video/ingest-video.ts';
import { placeVideo } from '../video/video-place.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A code, a number of images, or what either has to look like. */
export type VideoCase = [
  what: string,
  make: () => Buffer | string | Promise<Buffer>,
  fate: string | number | RegExp,
];

export const REFUSED = /^asset_(corrupt|not_media|too_large)$/;
/** Refused, or an image for each of the wanted moments. */
export const ANY = /^(asset_(corrupt|not_media|too_large)|5)$/;
const SECONDS = [0, 0.1, 0.2, 5, 60];

/** What becomes of a file: the code of its refusal, or how many images it gave. */
export async function fateOf(content: Buffer | string): Promise<string> {
  await using work = await temporaryFolder();
  const path = join(work.path, 'given.mp4');
  await writeFile(path, content);
  const dir = join(work.path, 'media');
  try {
    const video = await ingestVideo({ path, dir, editable: 'video_1' });
    const place = placeVideo(video, { width: 64, height: 36 }, { strategy: 'cover' }, 1);
    const options = { seconds: SECONDS, trimStartSeconds: 0, place };
    const images = await decodeVideoInput(
      { input: video, label: 'video_1' },
      options,
      join(dir, 'frames'),
    );
    for (const image of images) {
      // Images and nothing else come out, whatever went in.
      if (image) expect((await sharp(image.path).metadata()).width).toBeLessThanOrEqual(64);
    }
    return String(images.filter((p) => p !== undefined).length);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.faults[0]?.hint).toBeTruthy();
    expect(JSON.stringify(error.faults)).not.toContain(work.path);
    return error.code;
  }
}

/** For what a fate looks like: `fate` itself, or that and nothing else. */
export function exactly(fate: VideoCase[2]): RegExp {
  return fate instanceof RegExp ? fate : new RegExp(`^${fate}$`);
}
