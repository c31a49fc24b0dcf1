import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type ErrorDetails, findMessage, say } from '../../base/index.ts';
import { sha256 } from '../../system/index.ts';
import { demuxerOf, inputArgs, runFfmpeg } from '../process/index.ts';
import type { VideoFacts } from './probe-streams.ts';
import { imageFilters } from './video-filter.ts';
import type { VideoPlace } from './video-place.ts';

/** A video file with the facts from `probeMedia`. `label` names it in errors. */
export type VideoSource = {
  path: string;
  label: string;
  contentType: string;
  video: VideoFacts;
  details?: ErrorDetails;
};

/** An image for the rasteriser, JPEG or PNG, named by its digest. */
export type FrameImage = {
  sha256: string;
  path: string;
  contentType: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
};

/** A span in seconds from the first image. `rate`: decode only this many images per second. */
export type Span = { from: number; to: number; rate?: number };

/** A decoded image and its start time in the video. */
export type Image = { seconds: number; file: FrameImage };

/** Many files round timestamps to milliseconds. The remainder covers floating-point rounding. */
export const TOLERANCE_SECONDS = 0.00051;
/** Unit of the times in file names. These numbers have 31 bits, which is enough for six hours. */
const TICKS_PER_SECOND = 100_000;
/** Maximum images of one video, and their pixels: twenty minutes of 1080p at 30 fps. */
const MAX_IMAGES = 100_000;
const MAX_PIXELS = 1920 * 1080 * 30 * 1200;
/** Below this time, decoding from the start is cheaper than a seek that may be inaccurate. */
const SEEK_FROM_SECONDS = 4;
/** How far before the requested time the visible image may have started. */
const LEAD_SECONDS = { constant: 0.5, variable: 10, unsought: 600 } as const;

type SpanDecoding = { source: VideoSource; span: Span; place: VideoPlace; dir: string };

/**
 * Decodes the images of a span, in their order. The first is the image that is visible at its start.
 * Returns an empty list when nothing can be decoded.
 */
export async function decodeSpan(
  { source, span, place, dir }: SpanDecoding,
  signal: AbortSignal | undefined,
): Promise<Image[]> {
  checkAmount(source, span, place);
  const { isVariableRate, fps } = source.video;
  const lead = isVariableRate ? LEAD_SECONDS.variable : LEAD_SECONDS.constant + 2 / fps;
  if (span.from >= SEEK_FROM_SECONDS) {
    const sought = await runDecoder(
      { source, span: { ...span, lead, seek: true }, place, dir },
      signal,
    );
    const [first] = sought;
    if (first && first.seconds <= span.from + TOLERANCE_SECONDS) return sought;
  }
  const unsoughtSpan = { ...span, lead: Math.min(span.from, LEAD_SECONDS.unsought), seek: false };
  return runDecoder({ source, span: unsoughtSpan, place, dir }, signal);
}

type Run = Span & { lead: number; seek: boolean };

type RunDecoding = { source: VideoSource; span: Run; place: VideoPlace; dir: string };

/**
 * Decodes a span with ffmpeg, and returns its images with their times. After an error in the file,
 * the images before the error are used.
 */
async function runDecoder(
  { source, span, place, dir }: RunDecoding,
  signal: AbortSignal | undefined,
): Promise<Image[]> {
  const { path, contentType, video, label, details } = source;
  const folder = join(dir, `${randomUUID()}.frames`);
  await mkdir(folder, { recursive: true });
  const seconds = video.startSeconds + span.from - span.lead;
  const decoder = video.hasAlpha ? ALPHA_DECODERS[video.codec] : undefined;
  const input = inputArgs(path, demuxerOf(contentType) ?? '', [
    ...['-copyts', '-threads', '4'],
    ...['-noautorotate', '-reinit_filter', '0'],
    ...(decoder === undefined ? [] : ['-c:v', decoder]),
    ...(span.seek ? ['-seek_timestamp', '1', '-noaccurate_seek', '-ss', `${seconds - 1}`] : []),
  ]);
  const filters = [
    ...timing(video, span),
    SAME_SIZE,
    ...upright(video),
    ...imageFilters(video, place),
  ];
  const imageType = video.hasAlpha ? 'image/png' : 'image/jpeg';
  const extension = EXTENSIONS[imageType];
  const args = [
    ...input,
    ...['-map', `0:${video.index}`, '-an', '-sn', '-dn', '-map_metadata', '-1'],
    ...['-vf', filters.join(','), '-fps_mode', 'passthrough'],
    ...['-enc_time_base', `1:${TICKS_PER_SECOND}`, '-frames:v', String(maxImages(place))],
    ...(video.hasAlpha ? PNG : JPEG),
    ...['-f', 'image2', '-frame_pts', '1', join(folder.replaceAll('%', '%%'), `%d${extension}`)],
  ];
  const timeoutMs = 60_000 + (span.to - span.from + span.lead + 20) * video.fps * 500;
  try {
    await runFfmpeg(args, { timeoutMs, failureCode: 'asset_corrupt' }, signal).catch((error) => {
      // Use the images that were decoded before the error.
      if (!(error instanceof AppError) || error.code !== 'asset_corrupt') {
        throw error instanceof AppError && error.code === 'asset_timeout'
          ? late(label, error, details)
          : error;
      }
    });
    const origin = span.rate === undefined ? span.from - span.lead : span.from;
    return await moveImages(folder, dir, imageType, { origin, span, place });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Scales images of another size, such as those of a screen recording, to the size of the first one.
 * Other images pass unchanged. By default ffmpeg starts all filters again when the size changes, and then
 * the times of `fps` begin at 0 again.
 */
const SAME_SIZE = 'scale=iw:ih';

/** The filters that turn an image upright: those that ffmpeg adds itself stand before `SAME_SIZE`. */
function upright({ rotation }: VideoFacts): string[] {
  if (rotation === 180) return ['hflip', 'vflip'];
  return rotation === 0 ? [] : [rotation === 90 ? 'transpose=clock' : 'transpose=cclock'];
}

/** Decoders that support alpha. ffmpeg's default decoders of these codecs ignore it. */
const ALPHA_DECODERS: Record<string, string> = { vp8: 'libvpx', vp9: 'libvpx-vp9' };
const EXTENSIONS = { 'image/png': '.png', 'image/jpeg': '.jpg' } as const;
const JPEG = ['-c:v', 'mjpeg', '-q:v', '3'];
const PNG = ['-c:v', 'png', '-compression_level', '3', '-pred', 'mixed'];

/** Returns the filters for timing. Times are in µs, because `setpts` truncates to the time base. */
function timing(video: VideoFacts, { from, to, lead, rate }: Run): string[] {
  const { fps, isVariableRate } = video;
  const played = `(PTS-(${micro(video.startSeconds)}))`;
  // A constant rate with timestamps in milliseconds would be uneven because of the rounding.
  const time = isVariableRate ? played : `round(${played}*${fps / 1e6})/${fps / 1e6}`;
  if (rate !== undefined) {
    return [
      'settb=1/1000000',
      `setpts=${time}-(${micro(from + TOLERANCE_SECONDS)})`,
      // The image of a grid time is the last image that does not start later.
      `fps=fps=${rate}:round=up:start_time=0`,
      `trim=end=${(to - from + 1 / rate).toFixed(6)}`,
    ];
  }
  return [
    'settb=1/1000000',
    `setpts=${time}-(${micro(from - lead)})`,
    "select='gte(pts,0)'",
    `trim=end=${(to - from + lead + TOLERANCE_SECONDS).toFixed(6)}`,
  ];
}

/** Returns seconds as whole microseconds, which is how filters take times. */
function micro(seconds: number): string {
  return String(Math.round(seconds * 1e6));
}

type Collected = { origin: number; span: Run; place: VideoPlace };

/**
 * Moves the decoded images to `dir`, under their digests. Images before the last one that is shown
 * at the start of the span are left out. `origin` is the time of tick 0 in the video, in seconds.
 */
async function moveImages(
  folder: string,
  dir: string,
  contentType: FrameImage['contentType'],
  { origin, span, place }: Collected,
): Promise<Image[]> {
  const extension = EXTENSIONS[contentType];
  const ticks = (await readdir(folder))
    .map((name) => Number(name.slice(0, -extension.length)))
    .sort((a, b) => a - b);
  const seconds = ticks.map((tick) => origin + tick / TICKS_PER_SECOND);
  const first = Math.max(
    0,
    seconds.findLastIndex((s) => s <= span.from + TOLERANCE_SECONDS),
  );
  const images: Image[] = [];
  for (const [index, tick] of ticks.entries()) {
    if (index < first) continue;
    const from = join(folder, `${tick}${extension}`);
    const digest = sha256(await readFile(from));
    const path = join(dir, digest + extension);
    await rename(from, path);
    images.push({
      seconds: seconds[index] ?? 0,
      file: { sha256: digest, path, contentType, ...place.image },
    });
  }
  return images;
}

/**
 * Limits the images of a file, which may have very many per second, so that the disk is not filled.
 */
function maxImages({ image }: VideoPlace): number {
  return Math.min(MAX_IMAGES, Math.ceil(MAX_PIXELS / (image.width * image.height)));
}

/**
 * Throws `asset_too_large` for more images or pixels than the limit, by an estimate before
 * decoding.
 */
function checkAmount({ video, label, details }: VideoSource, span: Span, place: VideoPlace): void {
  const count = Math.ceil((span.to - span.from) * (span.rate ?? video.fps));
  const pixels = count * place.image.width * place.image.height;
  if (count <= MAX_IMAGES && pixels <= MAX_PIXELS) return;
  throw new AppError(
    'asset_too_large',
    say`Expected at most ${MAX_IMAGES} images and ${Math.round(MAX_PIXELS / 1e9)} gigapixels of ${findMessage(label)} but ${count} of ${place.image.width}×${place.image.height} are needed.`,
    { ...details, hint: 'Use a shorter part of the video, or show it smaller.' },
  );
}

function late(label: string, cause: AppError, details: VideoSource['details']): AppError {
  return new AppError(
    'asset_timeout',
    say`Decoding ${findMessage(label)} took too long.`,
    { ...details, hint: 'Serve a smaller or shorter video.', retryable: false },
    { cause },
  );
}
