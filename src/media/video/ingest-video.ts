import { writeFile } from 'node:fs/promises';
import { AppError, type ErrorDetails } from '../../base/index.ts';
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

/** A clip, an animated image or a still one. Width and height are upright, in square pixels. */
export type VideoInputFacts = { contentType: string; width: number; height: number } & (
  | {
      form: 'video';
      video: VideoFacts;
      durationSeconds: number;
      audio?: AudioFacts;
      /** GIF: how often it is played; endlessly when absent. */
      loop?: { plays?: number };
    }
  | ({ form: 'animation' } & AnimationFacts)
  | { form: 'image' }
);

/** A video that can be relied on; `url` is where it came from in the end, without query. */
export type IngestedVideo = ArrivedFile & { path: string } & VideoInputFacts;

/**
 * Takes in what a video editable is filled with: fetches or copies it, tells its type by its bytes,
 * probes it, and keeps it as `dir`/<sha256>. Nothing stays in `dir` on failure. Throws what
 * `Fetcher.fetchToFile`, `probeMedia` and `pinImage` do.
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

/** `pinFilm` for bytes in memory, as they are in a template's package. */
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

/** What a file holds that is to fill a video editable. */
export async function probeVideo(
  path: string,
  what: string,
  details: ErrorDetails,
  signal?: AbortSignal,
): Promise<VideoInputFacts> {
  const head = await readHead(path, HEAD_BYTES);
  const media = sniff(head);
  if (media?.kind === 'image') {
    const animation = await animationOf(path, media.contentType, what, details, signal);
    if (!animation) return { form: 'image', ...(await probeImage(path, what, details, signal)) };
    const { contentType } = media;
    if (contentType !== 'image/gif') return { form: 'animation', contentType, ...animation };
    const { plays } = animation;
    const loop = plays === undefined ? {} : { plays };
    return { ...(await clip(path, what, details, signal)), loop };
  }
  if (media?.kind === 'video') return clip(path, what, details, signal);
  throw notVideo(what, describe(head), details);
}

async function clip(
  path: string,
  what: string,
  details: ErrorDetails,
  signal: AbortSignal | undefined,
): Promise<VideoInputFacts & { form: 'video' }> {
  const facts = await probeMedia(path, what, signal, details);
  const { video } = facts;
  if (!video) throw notVideo(what, 'an audio file without images', details);
  return { form: 'video', ...facts, video, width: video.width, height: video.height };
}

function notVideo(what: string, received: string, details: ErrorDetails): AppError {
  return new AppError(
    'asset_not_media',
    `Expected a video or an image for ${what} but received ${received}.`,
    {
      ...details,
      hint: 'Give the address of an MP4, MOV, WebM, MKV, AVI or MPEG file, or of an image.',
    },
  );
}
