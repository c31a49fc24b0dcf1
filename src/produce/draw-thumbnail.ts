import { assert } from '../base/index.ts';
import { probeImage, writeThumbnail } from '../media/image/index.ts';
import { decodeVideoInput, placeVideo, probeVideo } from '../media/video/index.ts';

export type ThumbnailTask = {
  path: string;
  kind: 'image' | 'video';
  /** The width of the thumbnail in pixels, unless the file has fewer. */
  width: number;
  /** The time in a video. After its end, the last image is used. */
  seconds: number;
  /** A folder that only this task uses. */
  folder: string;
  /** The path of the finished file. */
  to: string;
};

const WHAT = 'the upload';

/**
 * Writes a small WebP of an image, or of a video at a time. Throws `asset_corrupt` and
 * `asset_timeout` for a file that cannot be decoded.
 */
export async function drawThumbnail(
  { path, kind, width, seconds, folder, to }: ThumbnailTask,
  signal?: AbortSignal,
): Promise<void> {
  const target = { width, to, what: WHAT };
  if (kind === 'image') {
    const facts = await probeImage(path, WHAT, {}, signal);
    return writeThumbnail({ path, ...facts }, target, signal);
  }
  const facts = await probeVideo(path, WHAT, {}, signal);
  const scale = Math.min(1, width / facts.width);
  const box = { width: facts.width * scale, height: Math.max(1, facts.height * scale) };
  const place = placeVideo({ source: facts, box, crop: { strategy: 'fill' }, scale: 1 });
  const input = { path, sha256: '', bytes: 0, ...facts };
  const options = {
    place,
    seconds: [seconds],
    trimStartSeconds: 0,
    endBehavior: 'freeze' as const,
  };
  const [image] = await decodeVideoInput({ input, label: WHAT }, options, folder, signal);
  assert(image, 'a frozen video shows an image at every time');
  await writeThumbnail(image, target, signal);
}
