import { assert } from '../../base/index.ts';
import { probeImage, writeThumbnail } from '../../media/image/index.ts';
import type { ProbedUpload } from '../../media/probe/index.ts';
import { decodeVideoInput, placeVideo, probeVideo } from '../../media/video/index.ts';
import * as probe from '../probe-file.ts';
import * as speech from '../speech/read-speech.ts';
import type { TaskContext } from './task-context.ts';

/** Probes a file of the expected kind. */
export function probeInput(
  file: probe.InputToProbe,
  { signal }: TaskContext,
): Promise<probe.ProbedInput> {
  return probe.probeInput(file, signal);
}

/** Probes a file of unknown kind. */
export function probeUpload(
  file: probe.UploadToProbe,
  { signal }: TaskContext,
): Promise<ProbedUpload> {
  return probe.probeUpload(file, signal);
}

/** Probes a spoken text, and finds the times of its words. */
export function readSpeech(
  file: speech.SpeechToRead,
  { signal }: TaskContext,
): Promise<speech.ReadSpeech> {
  return speech.readSpeech(file, signal);
}

type ThumbnailTask = {
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
  { signal }: TaskContext,
): Promise<null> {
  const target = { width, to, what: WHAT };
  if (kind === 'image') {
    const facts = await probeImage(path, WHAT, {}, signal);
    await writeThumbnail({ path, ...facts }, target, signal);
    return null;
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
  return null;
}
