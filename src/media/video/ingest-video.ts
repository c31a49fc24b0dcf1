import { writeFile } from 'node:fs/promises';
import { AppError, type ErrorDetails, findMessage, type Message, say } from '../../base/index.ts';
import { sha256 } from '../../system/index.ts';
import {
  type ArrivedFile,
  describe,
  type FileOrigin,
  HEAD_BYTES,
  ingest,
  keepProbed,
  readHead,
  sniff,
} from '../file/index.ts';
import { probeImage } from '../image/index.ts';
import { type AnimationFacts, animationOf } from './animated-image.ts';
import { probeMedia } from './probe.ts';
import type { AudioFacts, VideoFacts } from './probe-streams.ts';

/** A video, an animated image or a still image. Width and height are upright, in square pixels. */
export type VideoInputFacts = { contentType: string; width: number; height: number } & (
  | {
      form: 'video';
      video: VideoFacts;
      durationSeconds: number;
      audio?: AudioFacts;
      /** For a GIF: the number of times it plays; undefined: endless. */
      loop?: { plays?: number };
    }
  | ({ form: 'animation' } & AnimationFacts)
  | { form: 'image' }
);

/** An ingested video. `url` is the final URL without query. */
export type IngestedVideo = ArrivedFile & { path: string } & VideoInputFacts;

/**
 * Ingests the file of a video editable: fetches or copies it, detects its type by its bytes, probes
 * it, and stores it as `dir`/<sha256>. A failure leaves no file in `dir`. Throws the errors of
 * `Fetcher.fetchToFile`, `probeMedia` and `probeImage`.
 */
export async function ingestVideo(
  origin: FileOrigin,
  signal?: AbortSignal,
): Promise<IngestedVideo> {
  return ingest(
    origin,
    {},
    ({ path, what, details }) => probeVideo(path, what, details, signal),
    signal,
  );
}

/** Like `ingestVideo` for bytes in memory, from a template's package. */
export async function ingestVideoBytes(
  bytes: Uint8Array,
  dir: string,
  what: string,
  signal?: AbortSignal,
): Promise<IngestedVideo> {
  return keepProbed(
    dir,
    {},
    async (arrival) => {
      await writeFile(arrival, bytes);
      return { sha256: sha256(bytes), bytes: bytes.byteLength };
    },
    (path) => probeVideo(path, what, {}, signal),
  );
}

/**
 * Returns type and facts of a file for a video editable: a video, a still image, or an animation.
 * An animated GIF is decoded as a video.
 */
export async function probeVideo(
  path: string,
  what: string,
  details: ErrorDetails,
  signal?: AbortSignal,
): Promise<VideoInputFacts> {
  const head = await readHead(path, HEAD_BYTES);
  const media = sniff(head);
  if (media?.kind === 'image') {
    const animation = await animationOf(
      { path, contentType: media.contentType, what, details },
      signal,
    );
    if (!animation) return { form: 'image', ...(await probeImage(path, what, details, signal)) };
    const { contentType } = media;
    if (contentType !== 'image/gif') return { form: 'animation', contentType, ...animation };
    const { plays } = animation;
    const loop = plays === undefined ? {} : { plays };
    return { ...(await probeVideoFile(path, what, details, signal)), loop };
  }
  if (media?.kind === 'video') return probeVideoFile(path, what, details, signal);
  throw notVideo(what, describe(head), details);
}

/** Returns the facts of a video file. Throws `asset_not_media` for a file with audio only. */
async function probeVideoFile(
  path: string,
  what: string,
  details: ErrorDetails,
  signal: AbortSignal | undefined,
): Promise<VideoInputFacts & { form: 'video' }> {
  const facts = await probeMedia(path, what, signal, details);
  const { video } = facts;
  if (!video) throw notVideo(what, say`an audio file without images`, details);
  return { form: 'video', ...facts, video, width: video.width, height: video.height };
}

function notVideo(what: string, received: Message, details: ErrorDetails): AppError {
  return new AppError(
    'asset_not_media',
    say`Expected a video or an image for ${findMessage(what)} but received ${received}.`,
    {
      ...details,
      hint: 'Use the URL of an MP4, MOV, WebM, MKV, AVI or MPEG file, or of an image.',
    },
  );
}
