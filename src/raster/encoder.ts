import { rateOf } from '../lottie/index.ts';
import type { Quality, Size, VideoCodec } from '../output/index.ts';
import { BT709 } from './bt709.ts';
import type { PixelLayout } from './frame-converter.ts';
import {
  HARDWARE_ENCODERS,
  type HardwareCodec,
  type HardwareEncoder,
  hardwareArgs,
} from './hardware.ts';

/** The encoding of a segment; all segments of a video share it. */
export type Encoding = Size & {
  codec: VideoCodec;
  fps: number;
  quality: Quality;
  /** If false, pixels that no layer covers are white. */
  hasAlpha: boolean;
  /** Encodes H.264 and HEVC instead of the software encoder. */
  hardware?: HardwareEncoder | undefined;
};

/**
 * Additions to x264's fast presets, with measured effects. Macroblock tree: files are a third
 * smaller for a tenth more time. No B-pyramid: it saves no bytes here and costs a sixteenth of the
 * time. No scene-cut detection: a segment begins with a key frame and needs no other for its three
 * seconds, and moving gradients would be mistaken for cuts. No weighted prediction: it helps only
 * in fades of the whole image. No psychovisual optimisation: it has no effect at this speed.
 */
const FAST = 'rc-lookahead=10:mbtree=1:b-pyramid=none:scenecut=0:weightp=0:no-psy=1';

/** Chosen by measurement: the table is in docs/performance.md. */
export const X264: Record<Quality, { preset: string; crf: number; params: string }> = {
  draft: {
    preset: 'ultrafast',
    crf: 25,
    params: `${FAST}:cabac=1:8x8dct=1:deblock=0,0:aq-mode=1:bframes=3:b-adapt=0`,
  },
  standard: { preset: 'superfast', crf: 20, params: FAST },
  high: { preset: 'medium', crf: 17, params: '' },
};

type Codec = {
  /** The pixel layouts for opaque frames and for frames with alpha. */
  layouts: readonly [PixelLayout, PixelLayout];
  muxer: 'mp4' | 'mov' | 'webm';
  /** Every frame is a key frame. Such frames are large, so each is written at once. */
  isIntra: boolean;
  args: (quality: Quality, hasAlpha: boolean) => string[];
};

const YUV420 = { layouts: ['yuv420p', 'yuv420p'], muxer: 'mp4', isIntra: false } as const;
const X265 = 'pools=none:frame-threads=1:open-gop=0:info=0:log-level=error';
const IMAGE = { layouts: ['rgb0', 'rgba'], muxer: 'mp4', isIntra: true } as const;
/** Fast, and a quarter smaller than without prediction. */
const PNG: Codec = {
  ...IMAGE,
  args: (_, hasAlpha) => [
    ...['-c:v', 'png', '-pred', 'up', '-compression_level', '3'],
    ...['-pix_fmt', hasAlpha ? 'rgba' : 'rgb24'],
  ],
};

/** Presets chosen by measurement: docs/formats.md. */
const CODECS: Record<VideoCodec, Codec> = {
  h264: {
    ...YUV420,
    args: (quality) => {
      const { preset, crf, params } = X264[quality];
      const more = params === '' ? [] : ['-x264-params', params];
      const rate = ['-preset', preset, '-crf', String(crf), ...more];
      const place = ['-chroma_sample_location', 'center'];
      return ['-c:v', 'libx264', '-profile:v', 'high', ...rate, ...BT709, ...place];
    },
  },
  hevc: {
    ...YUV420,
    args: (quality) => {
      const preset = { draft: 'superfast', standard: 'veryfast', high: 'fast' }[quality];
      const crf = { draft: '28', standard: '23', high: '19' }[quality];
      const rate = ['-preset', preset, '-crf', crf, '-x265-params', X265];
      return ['-c:v', 'libx265', '-tag:v', 'hvc1', ...rate, ...BT709];
    },
  },
  av1: {
    ...YUV420,
    args: (quality) => {
      const preset = { draft: '12', standard: '10', high: '8' }[quality];
      const crf = { draft: '40', standard: '32', high: '24' }[quality];
      const rate = ['-preset', preset, '-crf', crf, '-svtav1-params', 'lp=1'];
      return ['-c:v', 'libsvtav1', ...rate, ...BT709];
    },
  },
  vp9: {
    layouts: ['yuv420p', 'yuva420p'],
    muxer: 'webm',
    isIntra: false,
    args: (quality, hasAlpha) => {
      const deadline = { draft: 'realtime', standard: 'realtime', high: 'good' }[quality];
      const speed = { draft: '8', standard: '5', high: '3' }[quality];
      const crf = { draft: '36', standard: '30', high: '24' }[quality];
      return [
        ...['-c:v', 'libvpx-vp9', '-deadline', deadline, '-cpu-used', speed, '-crf', crf],
        // Hidden alternate reference frames would have no alpha data.
        ...['-b:v', '0', '-row-mt', '0', ...(hasAlpha ? ['-auto-alt-ref', '0'] : []), ...BT709],
      ];
    },
  },
  prores: {
    layouts: ['yuv444p10le', 'yuva444p10le'],
    muxer: 'mov',
    isIntra: true,
    args: (quality) => {
      // A fixed quantiser: a search for one that meets a bitrate takes six times as long.
      const scale = { draft: '9', standard: '4', high: '2' }[quality];
      const profile = ['-profile:v', '4444', '-vendor', 'apl0', '-qscale:v', scale];
      // Each frame states its own colors, which the encoder copies from its input.
      const colors = 'color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv';
      return ['-vf', `setparams=${colors}`, '-c:v', 'prores_ks', ...profile, ...BT709];
    },
  },
  gif: PNG,
  png: PNG,
  jpeg: {
    ...IMAGE,
    args: (quality) => [
      ...['-c:v', 'mjpeg', '-q:v', { draft: '4', standard: '2', high: '1' }[quality]],
      ...['-qmin', '1', '-pix_fmt', 'yuvj444p'],
      ...['-sws_flags', 'accurate_rnd+full_chroma_int+full_chroma_inp'],
    ],
  },
};

export function layoutOf({ codec, hasAlpha }: Encoding): PixelLayout {
  return CODECS[codec].layouts[hasAlpha ? 1 : 0];
}

/** The file format of a codec's segments. */
export function segmentKind(codec: VideoCodec): 'mp4' | 'webm' {
  return CODECS[codec].muxer === 'webm' ? 'webm' : 'mp4';
}

/**
 * ffmpeg's arguments that encode raw frames from standard input to a segment on standard output: a
 * closed GOP, as WebM or as a fragmented MP4, with one fragment unless all frames are key frames.
 * One thread, because segments run in parallel on all cores and the same frames must give the same
 * bytes.
 */
export function segmentArgs(encoding: Encoding): string[] {
  const { width, height, fps, quality, codec, hasAlpha, hardware } = encoding;
  const { frames, seconds } = rateOf(fps);
  const { muxer, isIntra, args } = CODECS[codec];
  const encoderArgs =
    hardware && isHardwareCodec(codec)
      ? hardwareArgs(hardware, codec, quality)
      : { inputArgs: [], args: args(quality, hasAlpha) };
  return [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-threads', '1', '-filter_threads', '1'],
    ...encoderArgs.inputArgs,
    ...['-f', 'rawvideo', '-pix_fmt', layoutOf(encoding), '-s', `${width}x${height}`],
    ...['-r', `${frames}/${seconds}`, '-i', 'pipe:0', ...encoderArgs.args],
    ...['-threads', '1', '-g', '9999'],
    // No encoder names and dates in the file: the same frames give the same bytes.
    ...['-fflags', '+bitexact', '-flags:v', '+bitexact', '-map_metadata', '-1', '-an'],
    ...(muxer === 'webm' ? [] : fragmentedArgs(isIntra)),
    ...['-f', muxer, 'pipe:1'],
  ];
}

/** Returns the arguments of all codecs, for a video of one size. If any of them changes, segments may change. */
export function allSegmentArgs(): string[][] {
  const size = { width: 2, height: 2, fps: 30 };
  const qualities = Object.keys(X264) as Quality[];
  const software = (Object.keys(CODECS) as VideoCodec[]).flatMap((codec) =>
    qualities.flatMap((quality) =>
      [false, true].map((hasAlpha) => segmentArgs({ ...size, codec, quality, hasAlpha })),
    ),
  );
  const hardware = HARDWARE_ENCODERS.flatMap((encoder) =>
    (['h264', 'hevc'] as const).flatMap((codec) =>
      qualities.map((quality) =>
        segmentArgs({ ...size, codec, quality, hasAlpha: false, hardware: encoder }),
      ),
    ),
  );
  return [...software, ...hardware];
}

function isHardwareCodec(codec: VideoCodec): codec is HardwareCodec {
  return codec === 'h264' || codec === 'hevc';
}

/**
 * Returns the arguments of fragmented MP4. Videos of key frames only have a fragment for each
 * frame, others one fragment in all.
 */
function fragmentedArgs(isIntra: boolean): string[] {
  const flags = '+empty_moov+default_base_moof+negative_cts_offsets+skip_trailer';
  const fragmentArgs = ['-movflags', flags, '-frag_duration', '2147483647'];
  return [
    ...(isIntra ? ['-movflags', `${flags}+frag_keyframe`] : fragmentArgs),
    '-write_btrt',
    '0',
  ];
}
