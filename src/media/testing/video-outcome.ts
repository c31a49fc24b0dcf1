import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { AppError } from '../../base/index.ts';
import { decodeVideoInput } from '../video/decode-video.ts';
import { ingestVideo } from '../video/ingest-video.ts';
import { placeVideo } from '../video/video-place.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A test case: its title, the file, and the error code, number of images or a pattern for them. */
export type VideoCase = [
  what: string,
  make: () => Buffer | string | Promise<Buffer>,
  fate: string | number | RegExp,
];

export const REFUSED = /^asset_(corrupt|not_media|too_large)$/;
/** The file is rejected, or gives an image for each of the five requested times. */
export const ANY = /^(asset_(corrupt|not_media|too_large)|5)$/;
const SECONDS = [0, 0.1, 0.2, 5, 60];

/** Ingests and decodes a file. Returns the error code or the number of decoded images. */
export async function fateOf(content: Buffer | string): Promise<string> {
  await using work = await temporaryFolder();
  const path = join(work.path, 'given.mp4');
  await writeFile(path, content);
  const dir = join(work.path, 'media');
  try {
    const video = await ingestVideo({ path, dir, editable: 'video_1' });
    const place = placeVideo({
      source: video,
      box: { width: 64, height: 36 },
      crop: { strategy: 'cover' },
      scale: 1,
    });
    const options = { seconds: SECONDS, trimStartSeconds: 0, place };
    const images = await decodeVideoInput(
      { input: video, label: 'video_1' },
      options,
      join(dir, 'frames'),
    );
    for (const image of images) {
      // For every input, the output consists of images of at most the requested size.
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

/** Returns a pattern that matches exactly the expected outcome. */
export function exactly(fate: VideoCase[2]): RegExp {
  return fate instanceof RegExp ? fate : new RegExp(`^${fate}$`);
}
