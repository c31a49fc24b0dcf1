import { AppError, findMessage, say } from '../../base/index.ts';
import {
  decodeSpan,
  type FrameImage,
  type Image,
  TOLERANCE_SECONDS,
  type VideoSource,
} from './decode-span.ts';
import type { VideoPlace } from './video-place.ts';

export type EndBehavior = 'freeze' | 'loop' | 'hide';

export type WantedFrames = {
  /** Times in the placeholder, ascending; 0 is the start of the video. */
  seconds: readonly number[];
  trimStartSeconds: number;
  endBehavior: EndBehavior;
  /** Number of times it is played before `endBehavior: "loop"` freezes; undefined: endless. */
  plays?: number;
  place: VideoPlace;
};

/** When a video has this factor more images than needed, only the images of the grid are decoded. */
const THINNED_FROM = 1.2;

/**
 * Decodes the visible image for each requested time: the last image whose timestamp is not later;
 * undefined when no image is visible. Images are stored in `dir`, named by digest. Throws
 * `video_too_short`, `asset_corrupt`, `asset_too_large` and `asset_timeout`.
 */
export async function decodeVideo(
  source: VideoSource,
  wantedFrames: WantedFrames,
  dir: string,
  signal?: AbortSignal,
): Promise<(FrameImage | undefined)[]> {
  const { durationSeconds } = source.video;
  checkTrim(source, wantedFrames.trimStartSeconds, durationSeconds);
  const times = wantedFrames.seconds.map((s) => sourceTime(s, durationSeconds, wantedFrames));
  const shownTimes = times.filter((t) => t !== undefined);
  if (shownTimes.length === 0) return times.map(() => undefined);
  const from = shownTimes.reduce((a, b) => Math.min(a, b));
  const to = shownTimes.reduce((a, b) => Math.max(a, b));
  const images = await decodeShown(
    { source, shown: { from, to, times: shownTimes }, place: wantedFrames.place, dir },
    signal,
  );
  if (images.length === 0) throw unreadable(source);
  const starts = images.map(({ seconds }) => seconds);
  return times.map((t) => (t === undefined ? t : images[imageNumber(starts, t)]?.file));
}

/** Throws `video_too_short` for a video that ends before its trim start. */
export function checkTrim(
  source: Pick<VideoSource, 'label' | 'details'>,
  trimStartSeconds: number,
  durationSeconds: number,
): void {
  if (trimStartSeconds < durationSeconds) return;
  throw new AppError(
    'video_too_short',
    say`Expected a video longer than its trim_start_time of ${trimStartSeconds} s for ${findMessage(source.label)} but received ${Math.round(durationSeconds * 1000) / 1000} s.`,
    {
      ...source.details,
      hint: say`Use a "trim_start_time" below ${Math.floor(durationSeconds * 100) / 100}, or a longer video.`,
    },
  );
}

/** Converts a time in the placeholder to a time in the video. `end` stands for the last image. */
export function sourceTime(
  seconds: number,
  end: number,
  {
    trimStartSeconds: trim,
    endBehavior,
    plays = Infinity,
  }: Pick<WantedFrames, 'trimStartSeconds' | 'endBehavior' | 'plays'>,
): number | undefined {
  const length = end - trim;
  const played = Math.max(0, seconds);
  // A frame that begins within the tolerance of the end is past it.
  if (played < length - TOLERANCE_SECONDS) return trim + played;
  if (endBehavior === 'hide') return undefined;
  if (endBehavior === 'freeze' || played >= length * plays - TOLERANCE_SECONDS) return end;
  const inLoop = (played + TOLERANCE_SECONDS) % length;
  return trim + Math.max(0, inLoop - TOLERANCE_SECONDS);
}

type Decoding = {
  source: VideoSource;
  shown: { from: number; to: number; times: readonly number[] };
  place: VideoPlace;
  dir: string;
};

/**
 * Decodes the images that are shown at `times`. From a video with a variable or a much higher frame
 * rate, only the images on the grid of these times are decoded.
 */
async function decodeShown(
  { source, shown: { from, to, times }, place, dir }: Decoding,
  signal: AbortSignal | undefined,
): Promise<Image[]> {
  const { durationSeconds, fps, isVariableRate } = source.video;
  const moving = times.filter((t) => t < durationSeconds);
  const grid = gridOf(moving);
  const mayBeMore = isVariableRate || (grid && fps >= grid.rate * THINNED_FROM);
  if (!grid || !mayBeMore) {
    return decodeSpan({ source, span: { from, to }, place, dir }, signal);
  }
  const thinned = await decodeSpan({ source, span: grid, place, dir }, signal);
  if (moving.length === times.length) return thinned;
  // The last image is possibly not on the grid.
  const tail = { from: durationSeconds - 1 / fps, to: durationSeconds };
  return [...thinned, ...(await decodeSpan({ source, span: tail, place, dir }, signal))];
}

type Grid = { from: number; to: number; rate: number };

/** Returns the grid of evenly spaced times; undefined when a template remaps time unevenly. */
function gridOf(times: readonly number[]): Grid | undefined {
  const [from, to] = [times[0], times.at(-1)];
  if (from === undefined || to === undefined || to <= from) return undefined;
  const step = (to - from) / (times.length - 1);
  const even = times.every((t, i) => Math.abs(t - from - i * step) < 1e-5);
  return even ? { from, to, rate: 1 / step } : undefined;
}

/** Returns the number of the last image that starts at or before `seconds`; 0 when none does. */
export function imageNumber(starts: readonly number[], seconds: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= seconds + TOLERANCE_SECONDS) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

function unreadable({ label, details }: VideoSource): AppError {
  return new AppError(
    'asset_corrupt',
    say`Expected a video that can be decoded for ${findMessage(label)} but its requested images cannot be decoded.`,
    { ...details, hint: 'Play it in a video player; it may be incomplete or broken.' },
  );
}
