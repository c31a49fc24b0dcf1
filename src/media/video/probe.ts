import { stat } from 'node:fs/promises';
import {
  AppError,
  type ErrorDetails,
  findMessage,
  type Message,
  say,
  withDetails,
} from '../../base/index.ts';
import { describe, HEAD_BYTES, readHead, sniff } from '../file/index.ts';
import { demuxerOf, inputArgs, runFfprobe } from '../process/index.ts';
import {
  type AudioFacts,
  audioOf,
  parsePackets,
  type Stream,
  type VideoFacts,
  videoFactsOf,
} from './probe-streams.ts';

/** Facts about a video or audio file. Times are in seconds. Plain data. */
export type MediaFacts = {
  contentType: string;
  /** Duration of the file; for a video from the start of the first image to the end of the last. */
  durationSeconds: number;
  video?: VideoFacts;
  audio?: AudioFacts;
};

const TIMEOUT_MS = 60_000;
/** Maximum size of the packet list, which has a line for each image: six hours at 60 fps. */
const MAX_LISTING_BYTES = 64 * 1024 * 1024;
/** Up to this file size all packets are listed, above it only the last packets. */
const MAX_LISTED_BYTES = 128 * 1024 * 1024;
const TAIL_SECONDS = 10;
/** Above this size, decoding a few frames needs gigabytes. */
const MAX_PIXELS = 8192 * 8192;

const ENTRIES = [
  'format=duration,start_time',
  'stream=index,codec_type,codec_name,width,height,pix_fmt,sample_aspect_ratio,field_order,color_range,color_space,color_transfer,color_primaries,r_frame_rate,avg_frame_rate,start_time,duration,channels,sample_rate,bits_per_raw_sample',
  'stream_disposition=attached_pic,default',
  'stream_tags=alpha_mode,DURATION',
  'stream_side_data=rotation',
].join(':');

/**
 * Reads the facts of a local video or audio file without decoding it. The demuxer is chosen by the
 * bytes of the file, and no other file is opened. `label` names it in errors. Throws
 * `asset_not_media`, `asset_corrupt`, `asset_too_large` (by pixels) and `asset_timeout`.
 */
export async function probeMedia(
  path: string,
  label: string,
  signal?: AbortSignal,
  details: ErrorDetails = {},
): Promise<MediaFacts> {
  const head = await readHead(path, HEAD_BYTES);
  const { contentType = '' } = sniff(head) ?? {};
  const demuxer = demuxerOf(contentType);
  if (demuxer === undefined) throw notMedia(label, describe(head), details);
  const input = inputArgs(path, demuxer);
  const ask = async (args: string[]) => {
    try {
      const limits = {
        timeoutMs: TIMEOUT_MS,
        failureCode: 'asset_corrupt',
        maxOutputBytes: MAX_LISTING_BYTES,
      } as const;
      return await runFfprobe([...args, ...input], limits, signal);
    } catch (error) {
      throw readingError(error, label, details);
    }
  };
  const text = await ask(['-show_entries', ENTRIES, '-of', 'json']);
  const { streams = [], format = {} } = JSON.parse(text) as {
    streams?: Stream[];
    format?: { duration?: string };
  };
  const audio = audioOf(streams);
  const stream = streams.filter(isVideo).sort((a, b) => defaultFirst(a) - defaultFirst(b))[0];
  const formatSeconds = Number(format.duration) || 0;
  if (!stream) {
    if (!audio) throw notMedia(label, say`a file without video or audio`, details);
    return { contentType, durationSeconds: formatSeconds || audio.durationSeconds, audio };
  }
  if ((stream.width ?? 0) * (stream.height ?? 0) > MAX_PIXELS) {
    throw new AppError(
      'asset_too_large',
      say`Expected at most ${MAX_PIXELS / 1e6} megapixels for ${findMessage(label)} but received ${stream.width ?? 0}×${stream.height ?? 0}.`,
      { ...details, hint: 'Serve a smaller video.' },
    );
  }
  const list = async (interval: string[]) => {
    const select = ['-select_streams', String(stream.index), '-of', 'csv=p=0'];
    const entries = ['-show_entries', 'packet=pts_time,dts_time,duration_time,flags'];
    const { packets, isGuessed } = parsePackets(await ask([...interval, ...select, ...entries]));
    // AVI has only decoding times, which are earlier than the presentation times.
    const late = isGuessed ? await firstShown(select, packets[0]?.start ?? 0) : 0;
    const shownPackets = packets.map(({ start, duration }) => ({ start: start + late, duration }));
    const isComplete = interval.length === 0;
    return videoFactsOf(stream, shownPackets, {
      isComplete,
      fileSeconds: audio ? 0 : formatSeconds,
    });
  };
  const firstShown = async (select: string[], start: number) => {
    const entries = ['-show_entries', 'frame=best_effort_timestamp_time'];
    const [line = ''] = (await ask(['-read_intervals', '%+#16', ...select, ...entries])).split(
      '\n',
    );
    const first = Number.parseFloat(line);
    return Number.isFinite(first) ? first - start : 0;
  };
  const tail = ['-read_intervals', `${Math.max(0, formatSeconds - TAIL_SECONDS)}%`];
  const isLarge = (await stat(path)).size > MAX_LISTED_BYTES;
  const video = (isLarge ? await list(tail) : undefined) ?? (await list([]));
  if (!video) {
    throw new AppError(
      'asset_corrupt',
      say`Expected a video with images for ${findMessage(label)} but no image can be read.`,
      { ...details, hint: HINT },
    );
  }
  return { contentType, durationSeconds: video.durationSeconds, video, ...(audio && { audio }) };
}

const HINT = 'Play it in a video player; it may be incomplete or broken.';

/** Returns whether a stream is a video; a cover image is not. */
function isVideo(stream: Stream): boolean {
  return stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1;
}

/** Returns a number by which the default stream sorts before the others. */
function defaultFirst(stream: Stream): number {
  return stream.disposition?.default === 1 ? 0 : 1;
}

/**
 * Returns the error of a file that cannot be read, with the name of the file in place of the path.
 * Other errors keep their text and get the details.
 */
function readingError(error: unknown, label: string, details: ErrorDetails): unknown {
  if (!(error instanceof AppError) || error.code !== 'asset_corrupt') {
    return withDetails(error, details);
  }
  return new AppError(
    'asset_corrupt',
    say`Expected a complete video or audio file for ${findMessage(label)} but it cannot be read.`,
    { ...details, hint: HINT },
    { cause: error.cause ?? error },
  );
}

function notMedia(label: string, received: Message, details: ErrorDetails): AppError {
  return new AppError(
    'asset_not_media',
    say`Expected a video or audio for ${findMessage(label)} but received ${received}.`,
    { ...details, hint: 'Use the URL of an MP4, MOV, WebM, MKV, AVI or MPEG file.' },
  );
}
