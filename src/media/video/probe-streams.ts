/** A stream in the output of ffprobe. */
export type Stream = {
  index: number;
  codec_type?: string;
  codec_name?: string;
  width?: number;
  height?: number;
  pix_fmt?: string;
  sample_aspect_ratio?: string;
  field_order?: string;
  color_range?: string;
  color_space?: string;
  color_transfer?: string;
  color_primaries?: string;
  r_frame_rate?: string;
  avg_frame_rate?: string;
  start_time?: string;
  duration?: string;
  channels?: number;
  sample_rate?: string;
  bits_per_raw_sample?: string;
  disposition?: { attached_pic?: number; default?: number };
  tags?: { alpha_mode?: string; DURATION?: string };
  side_data_list?: { rotation?: number }[];
};

/**
 * Facts about the video stream of a file. Width and height: of the upright image, in square pixels.
 */
export type VideoFacts = {
  /** Index of the stream in the file. */
  index: number;
  codec: string;
  width: number;
  height: number;
  /** Clockwise rotation in degrees that makes the image upright: 0, 90, 180 or 270. */
  rotation: number;
  /** Average frame rate; exact for a constant rate. */
  fps: number;
  isVariableRate: boolean;
  /** Timestamp of the first image in the file. Audio may start earlier or later. */
  startSeconds: number;
  /** From the first image's start to the last one's end. */
  durationSeconds: number;
  /** The file is shorter than its header claims. */
  isCutOff: boolean;
  hasAlpha: boolean;
  isInterlaced: boolean;
  /** The stored width or height is odd. */
  isOdd: boolean;
  bitDepth: number;
  pixelFormat: string;
  transfer: 'sdr' | 'pq' | 'hlg';
  /** The matrix from RGB to luma and chroma; `rgb` for streams in RGB. */
  matrix: 'bt601' | 'bt709' | 'bt2020' | 'rgb';
  /** Color primaries, in the names of zimg. */
  primaries: '709' | '2020' | 'smpte431' | 'smpte432';
  isFullRange: boolean;
};

export type AudioFacts = {
  index: number;
  codec: string;
  channels: number;
  sampleRate: number;
  startSeconds: number;
  durationSeconds: number;
};

/**
 * Returns the facts of the first audio stream with channels; undefined if there is none. A number
 * that is not known is 0.
 */
export function audioOf(streams: readonly Stream[]): AudioFacts | undefined {
  const stream = streams.find((s) => s.codec_type === 'audio' && (s.channels ?? 0) > 0);
  return (
    stream && {
      index: stream.index,
      codec: stream.codec_name ?? '',
      channels: stream.channels ?? 0,
      sampleRate: Number(stream.sample_rate) || 0,
      startSeconds: Number(stream.start_time) || 0,
      durationSeconds: Number(stream.duration) || 0,
    }
  );
}

export type Packet = { start: number; duration: number };

/**
 * Returns the facts of a video stream; undefined without images. `packets` are sorted by start.
 * Sizes are those of the upright image with square pixels. `isComplete`: they are all packets of
 * the file.
 */
export function videoFactsOf(
  stream: Stream,
  packets: readonly Packet[],
  { isComplete, fileSeconds }: { isComplete: boolean; fileSeconds: number },
): VideoFacts | undefined {
  const { width: codedWidth = 0, height: codedHeight = 0, pix_fmt: pixelFormat = '' } = stream;
  const last = packets.at(-1);
  if (codedWidth < 1 || codedHeight < 1 || pixelFormat === '' || !last) return undefined;
  const startSeconds =
    (isComplete ? packets[0]?.start : undefined) ?? (Number(stream.start_time) || 0);
  const times = packets.map(({ start }) => start - startSeconds);
  const rate = rateOf(stream, times, isComplete);
  const durationSeconds = last.start - startSeconds + (last.duration || 1 / rate.fps);
  const [width, height] = squarePixels(codedWidth, codedHeight, stream.sample_aspect_ratio);
  const rotation = quarterTurns(stream);
  return {
    index: stream.index,
    codec: stream.codec_name ?? '',
    width: rotation % 180 === 0 ? width : height,
    height: rotation % 180 === 0 ? height : width,
    rotation,
    ...rate,
    startSeconds,
    durationSeconds,
    isCutOff: reportedSeconds(stream, fileSeconds) > durationSeconds + CUT_SECONDS,
    hasAlpha: stream.tags?.alpha_mode === '1' || ALPHA.test(pixelFormat),
    isOdd: codedWidth % 2 === 1 || codedHeight % 2 === 1,
    isInterlaced: ['tt', 'bb', 'tb', 'bt'].includes(stream.field_order ?? ''),
    pixelFormat,
    ...colorsOf(stream, codedWidth, codedHeight),
  };
}

/** Tolerance, because containers round timestamps to milliseconds. */
const ROUNDING_SECONDS = 0.0015;

/** Returns the reported rate that fits all timestamps, else their average. */
function rateOf(
  stream: Stream,
  times: readonly number[],
  isComplete: boolean,
): Pick<VideoFacts, 'fps' | 'isVariableRate'> {
  const span = times.at(-1) ?? 0;
  const average = isComplete && span > 0 ? (times.length - 1) / span : 0;
  const reported = [fraction(stream.avg_frame_rate), fraction(stream.r_frame_rate)];
  const rates = [...reported, average].filter((fps) => fps > 0.01 && fps < 1000);
  const constant = rates.find((fps) => isRegular(times, fps, isComplete));
  return { fps: constant ?? (average || rates[0] || 25), isVariableRate: constant === undefined };
}

/**
 * Returns whether the timestamps fit a constant rate. In a complete list each image is one step after
 * the previous image; in a part of a list, images may be missing.
 */
function isRegular(times: readonly number[], fps: number, isComplete: boolean): boolean {
  return times.every((time, index) => {
    const step = isComplete ? index : Math.round(time * fps);
    return Math.abs(time - step / fps) < ROUNDING_SECONDS;
  });
}

/**
 * Parses lines of presentation time, decoding time, duration and flags. Without a presentation time
 * the decoding time is used (`isGuessed`). Packets that are decoded but not shown are skipped, such
 * as those before the first image of an edit list.
 */
export function parsePackets(text: string): { packets: Packet[]; isGuessed: boolean } {
  const packets: Packet[] = [];
  let isGuessed = false;
  for (const line of text.split('\n')) {
    const [pts = '', dts = '', duration = '', flags = ''] = line.split(',');
    if (flags.includes('D')) continue;
    const start = Number.parseFloat(pts === 'N/A' ? dts : pts);
    if (!Number.isFinite(start)) continue;
    isGuessed ||= pts === 'N/A';
    packets.push({ start, duration: Number.parseFloat(duration) || 0 });
  }
  return { packets: packets.sort((a, b) => a.start - b.start), isGuessed };
}

type ColorFacts = Pick<
  VideoFacts,
  'bitDepth' | 'transfer' | 'matrix' | 'primaries' | 'isFullRange'
>;

/**
 * Returns the colors of a video stream. A transfer that is not known counts as SDR; primaries that
 * are not known count as BT.709 for SDR and as BT.2020 for HDR.
 */
function colorsOf(stream: Stream, width: number, height: number): ColorFacts {
  const { pix_fmt: pixelFormat = '', color_transfer = '', color_primaries = '' } = stream;
  const hdr = { smpte2084: 'pq', 'arib-std-b67': 'hlg' } as const;
  const wide = { bt2020: '2020', smpte431: 'smpte431', smpte432: 'smpte432' } as const;
  const transfer = getOwn(hdr, color_transfer) ?? 'sdr';
  return {
    bitDepth: Number(/p(9|10|12|14|16)[lb]e$/.exec(pixelFormat)?.[1] ?? 8),
    transfer,
    matrix: matrixOf(stream, width, height),
    primaries: getOwn(wide, color_primaries) ?? (transfer === 'sdr' ? '709' : '2020'),
    isFullRange: stream.color_range === 'pc' || pixelFormat.startsWith('yuvj'),
  };
}

function getOwn<T>(record: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

const CUT_SECONDS = 1;

/** Returns the duration in the header of the stream, or `fileSeconds` when the stream has none. */
function reportedSeconds(stream: Stream, fileSeconds: number): number {
  const [hours = 0, minutes = 0, seconds = 0] = (stream.tags?.DURATION ?? '')
    .split(':')
    .map(Number);
  return Number(stream.duration) || hours * 3600 + minutes * 60 + seconds || fileSeconds;
}

const ALPHA = /^(?:yuva|ya\d|rgba|bgra|argb|abgr|gbrap|pal8|ayuv|rgba64|bgra64)/;
const RGB = /^(?:rgb|bgr|gbr|argb|abgr|0rgb|0bgr|pal8|x2rgb)/;

/** Applies the pixel aspect ratio. Ratios of ten or more are wrong values and are ignored. */
function squarePixels(width: number, height: number, ratio = ''): [number, number] {
  const wide = fraction(ratio.replace(':', '/'));
  if (!(wide > 0.1 && wide < 10)) return [width, height];
  return [Math.max(1, Math.round(width * wide)), height];
}

/** Returns the clockwise rotation. ffprobe reports it counter-clockwise. */
function quarterTurns(stream: Stream): number {
  const angle = stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0;
  return (((Math.round(-angle / 90) * 90) % 360) + 360) % 360;
}

/** Returns the matrix. Untagged streams get the default of players: BT.709 for HD, BT.601 below. */
function matrixOf(stream: Stream, width: number, height: number): VideoFacts['matrix'] {
  if (RGB.test(stream.pix_fmt ?? '') || stream.color_space === 'gbr') return 'rgb';
  const space = stream.color_space ?? '';
  if (space === 'bt709') return 'bt709';
  if (space.startsWith('bt2020')) return 'bt2020';
  if (space !== '' && space !== 'unknown') return 'bt601';
  if (['smpte2084', 'arib-std-b67'].includes(stream.color_transfer ?? '')) return 'bt2020';
  return width >= 1280 || height > 576 ? 'bt709' : 'bt601';
}

/** Returns the value of a fraction such as `30000/1001`; 0 if it has none. */
function fraction(text = ''): number {
  const [above = 0, below = 1] = text.split('/').map(Number);
  const value = above / below;
  return Number.isFinite(value) ? value : 0;
}
