import { defined, type ErrorDetails } from '../../base/index.ts';
import { type Crop, checkCrop, fitImage } from '../image/index.ts';
import { decodeAnimation } from './animated-image.ts';
import type { FrameImage } from './decode-span.ts';
import type { IngestedVideo } from './ingest-video.ts';
import {
  checkTrim,
  decodeVideo,
  type EndBehavior,
  imageNumber,
  sourceTime,
} from './video-frames.ts';
import type { VideoPlace, VideoSize } from './video-place.ts';

/** A video and its name in errors. */
export type VideoSourceFile = { input: IngestedVideo; label: string; details?: ErrorDetails };

export type DecodeOptions = {
  /** Times in the placeholder, ascending; 0 is the start of the video. */
  seconds: readonly number[];
  trimStartSeconds: number;
  /** Default: a GIF or WebP loops as its file says, and a video freezes on its last image. */
  endBehavior?: EndBehavior;
  place: VideoPlace;
};

/**
 * Decodes the image of a video for each requested time, stored in `dir`; undefined when no image is
 * visible. Throws like `decodeVideo`.
 */
export async function decodeVideoInput(
  { input, label, details }: VideoSourceFile,
  options: DecodeOptions,
  dir: string,
  signal?: AbortSignal,
): Promise<(FrameImage | undefined)[]> {
  const { place, seconds } = options;
  const source = { path: input.path, label, ...(details && { details }) };
  if (input.form === 'image') {
    const fit = { ...place.image, ...cutOf(place.region, input), editable: label };
    const image = await fitImage(input, fit, dir, signal);
    return seconds.map(() => image);
  }
  const decodeOptions = { ...options, ...behaviorAtEnd(input, options) };
  if (input.form === 'video') {
    const { contentType, video } = input;
    return decodeVideo({ ...source, contentType, video }, decodeOptions, dir, signal);
  }
  checkTrim(source, options.trimStartSeconds, input.durationSeconds);
  const numbers = seconds.map((s) => {
    const time = sourceTime(s, input.durationSeconds, decodeOptions);
    return time === undefined ? undefined : imageNumber(input.starts, time);
  });
  const neededNumbers = [...new Set(numbers.filter((n) => n !== undefined))].sort((a, b) => a - b);
  const images = await decodeAnimation(
    { file: { ...source, ...input }, numbers: neededNumbers, place, dir },
    signal,
  );
  return numbers.map((n) => (n === undefined ? undefined : images.get(n)));
}

/**
 * Returns what a video shows after its end: as the mapping says, otherwise as the file says,
 * otherwise its last frame.
 */
function behaviorAtEnd(input: IngestedVideo, { endBehavior }: DecodeOptions) {
  if (endBehavior !== undefined) return { endBehavior };
  const loop = input.form === 'video' ? input.loop : input.form === 'animation' ? input : undefined;
  if (!loop) return { endBehavior: 'freeze' } as const;
  return { endBehavior: 'loop', ...defined({ plays: loop.plays }) } as const;
}

/** Returns the crop for a still image. The whole image uses `fill`, which only absorbs rounding. */
function cutOf({ x, y, width, height }: Crop, input: VideoSize) {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const crop = {
    x: left,
    y: top,
    width: Math.max(1, Math.min(input.width - left, Math.round(width))),
    height: Math.max(1, Math.min(input.height - top, Math.round(height))),
  };
  const isWhole = crop.width === input.width && crop.height === input.height;
  return isWhole ? ({ strategy: 'fill' } as const) : ({ strategy: 'manual', crop } as const);
}

/**
 * Throws `video_too_short` for a video that ends before its trim start, and `crop_invalid` for a
 * crop outside of its images.
 */
export function checkVideo(
  { input, label, details }: VideoSourceFile,
  { trimStartSeconds, crop }: { trimStartSeconds: number; crop?: Crop },
): void {
  if (input.form !== 'image') {
    checkTrim({ label, ...(details && { details }) }, trimStartSeconds, input.durationSeconds);
  }
  if (crop) checkCrop(crop, input, label);
}
