import { AppError, type ErrorDetails, findMessage, say, withDetails } from '../../base/index.ts';
import { describe, HEAD_BYTES, readHead, sniff } from '../file/index.ts';
import { demuxerOf, inputArgs, runFfmpeg, runFfprobe } from '../process/index.ts';

/** Maximum number of consecutive ID3 tags. More are not an accident. */
const MAX_TAGS = 4;

/** Samples per second of all mixed audio, in each of two channels. */
export const SAMPLE_RATE = 48_000;

/** Bytes of one sample in two channels, as 32-bit float. */
export const SAMPLE_BYTES = 8;

const LIMITS = {
  /** Maximum length that is read: no video is longer, and a header may claim any length. */
  seconds: 3 * 3600,
  channels: 16,
  minSampleRate: 4_000,
  maxSampleRate: 768_000,
} as const;

const PROBING = { timeoutMs: 30_000, failureCode: 'asset_corrupt' } as const;
const DECODING = { timeoutMs: 600_000, failureCode: 'asset_corrupt' } as const;

export type AudioForm = {
  contentType: string;
  demuxer: string;
  sampleRate: number;
  channels: number;
  /** Duration in the header; 0 when the header has none. */
  claimedSeconds: number;
  /** Timestamps in the file: of its first audible sample, and of the first stream in the file. */
  firstSeconds: number;
  fileStartSeconds: number;
  /** A different stream of the file begins earlier. */
  isLate: boolean;
};

type Probed = {
  streams?: Record<'sample_rate' | 'channels' | 'start_time' | 'duration', string | undefined>[];
  format?: { start_time?: string };
  frames?: { pts_time?: string }[];
};

/**
 * Returns the header data of a file's first audio stream; undefined for a video without audio.
 * Throws `asset_not_media` for a file that is neither audio nor video, `asset_corrupt`,
 * `asset_too_large` (by channels and sample rate) and `asset_timeout`.
 */
export async function readAudioForm(
  path: string,
  what: string,
  details: ErrorDetails,
  signal?: AbortSignal,
): Promise<AudioForm | undefined> {
  const { contentType, demuxer } = await audioTypeOf(path, what, details);
  const entries =
    'stream=sample_rate,channels,start_time,duration:format=start_time:frame=pts_time';
  const probeArgs = ['-select_streams', 'a:0', '-read_intervals', '%+#8', '-show_entries', entries];
  const args = [...probeArgs, '-of', 'json', ...inputArgs(path, demuxer)];
  const text = await runFfprobe(args, PROBING, signal).catch(unreadable(what, details));
  const { streams: [stream] = [], format, frames: [frame] = [] } = JSON.parse(text) as Probed;
  if (!stream) return undefined;
  const [startSeconds, fileStartSeconds] = [stream, format].map((s) => Number(s?.start_time) || 0);
  const form: AudioForm = {
    contentType,
    demuxer,
    sampleRate: Number(stream.sample_rate) || 0,
    channels: Number(stream.channels) || 0,
    claimedSeconds: Number(stream.duration) || 0,
    firstSeconds: Number(frame?.pts_time ?? startSeconds) || 0,
    fileStartSeconds: fileStartSeconds ?? 0,
    isLate: (startSeconds ?? 0) > (fileStartSeconds ?? 0),
  };
  checkForm(form, what, details);
  return form;
}

/**
 * Throws the error of an unreadable file for audio without a rate or channels, and
 * `asset_too_large` outside of the limits.
 */
function checkForm({ sampleRate, channels }: AudioForm, what: string, details: ErrorDetails) {
  if (channels < 1 || sampleRate < 1) return unreadable(what, details)(undefined);
  const { minSampleRate, maxSampleRate } = LIMITS;
  const isUsual = sampleRate >= minSampleRate && sampleRate <= maxSampleRate;
  if (channels <= LIMITS.channels && isUsual) return;
  throw new AppError(
    'asset_too_large',
    say`Expected at most ${LIMITS.channels} channels of ${minSampleRate} to ${maxSampleRate} Hz for ${findMessage(what)} but received ${channels} of ${sampleRate} Hz.`,
    { ...details, hint: 'Convert it to stereo at 48 kHz.' },
  );
}

/**
 * A part of a source, in output samples. `speed`: source seconds per output second. `tempo`: how much faster it is in
 * addition, at the same pitch.
 */
export type AudioSpan = { speed: number; tempo?: number; firstSample: number; sampleCount: number };

export type AudioSource = {
  path: string;
  what: string;
  details?: ErrorDetails;
  /**
   * Timestamp in the file at which the span begins to count. Default: the first stream in the file.
   */
  originSeconds?: number;
};

/**
 * Writes a span of a file's audio as raw 32-bit float stereo at 48 kHz. A shorter or partly broken
 * file gives fewer samples. Timestamps are respected: a late start or a gap becomes silence. Throws
 * `asset_corrupt` when nothing can be decoded.
 */
export async function decodeAudio(
  source: AudioSource,
  to: string,
  { speed, tempo = 1, firstSample, sampleCount }: AudioSpan,
  signal?: AbortSignal,
): Promise<void> {
  const { path, what, details = {} } = source;
  const form = await readAudioForm(path, what, details, signal);
  if (!form) return unreadable(what, details)(undefined);
  const stretch = [`asetrate=${Math.round(SAMPLE_RATE * speed)}`, `aresample=${SAMPLE_RATE}`];
  const filters = [
    ...toStereo(form, source.originSeconds),
    ...(speed === 1 ? [] : stretch),
    ...(tempo === 1 ? [] : [`atempo=${tempo}`]),
    // By timestamps, because a sample count restarts where a stream changes its format.
    `atrim=start_pts=${firstSample}:end_pts=${firstSample + sampleCount}`,
  ];
  const max = ['-fs', String(sampleCount * SAMPLE_BYTES)];
  const args = [...decoderArgs(form, source, filters), ...max, '-f', 'f32le', '-c:a', 'pcm_f32le'];
  await runFfmpeg([...args, to], DECODING, signal).catch(unreadable(what, details));
}

/** Samples per second of `readLevels`; enough for the loudness of speech. */
const LEVEL_RATE = 8000;

/**
 * Returns the level of each hundredth of a second of a file's audio, in dB of full scale, with all channels mixed.
 * `maxSeconds`: longer audio is not read to its end. Throws like `decodeAudio`.
 */
export async function readLevels(
  source: AudioSource,
  maxSeconds: number,
  signal?: AbortSignal,
): Promise<{ stepSeconds: number; levels: number[] }> {
  const { path, what, details = {} } = source;
  const form = await readAudioForm(path, what, details, signal);
  if (!form) return unreadable(what, details)(undefined);
  const mono = [`aresample=${LEVEL_RATE}`, 'aformat=sample_fmts=s16:channel_layouts=mono'];
  const args = decoderArgs(form, source, [...toStereo(form, undefined), ...mono]);
  const limits = { ...DECODING, maxOutputBytes: 2 * LEVEL_RATE * (maxSeconds + 1) };
  const ending = ['-t', String(maxSeconds), '-f', 's16le', '-c:a', 'pcm_s16le', 'pipe:1'];
  const { stdout } = await runFfmpeg([...args, ...ending], limits, signal).catch(
    unreadable(what, details),
  );
  const step = LEVEL_RATE / 100;
  const levels: number[] = [];
  for (let at = 0; at + step * 2 <= stdout.length; at += step * 2) {
    let squares = 0;
    for (let index = 0; index < step; index += 1) {
      const value = stdout.readInt16LE(at + index * 2) / 32_768;
      squares += value * value;
    }
    levels.push(Math.max(-100, Math.round(100 * Math.log10(squares / step + 1e-10)) / 10));
  }
  return { stepSeconds: 0.01, levels };
}

/** Decodes a file's audio to its end and counts its samples at 48 kHz. Throws like `decodeAudio`. */
export async function countSamples(
  form: AudioForm,
  source: AudioSource,
  signal?: AbortSignal,
): Promise<number> {
  const { what, details = {} } = source;
  const args = [
    ...decoderArgs(form, source, toStereo(form, undefined)),
    ...['-progress', 'pipe:1', '-stats_period', '60', '-f', 'f32le', '-c:a', 'pcm_f32le'],
    '/dev/null',
  ];
  const { stdout, stderrTail } = await runFfmpeg(args, DECODING, signal).catch(
    unreadable(what, details),
  );
  const bytes = Number(/.*^total_size=(\d+)$/ms.exec(stdout.toString())?.[1] ?? 0);
  return bytes > 0 ? bytes / SAMPLE_BYTES : unreadable(what, details)(new Error(stderrTail));
}

/**
 * Returns the arguments of ffmpeg that decode the first audio stream of a file through `filters`,
 * up to the limit of time.
 */
function decoderArgs(form: AudioForm, source: AudioSource, filters: readonly string[]): string[] {
  const { path, originSeconds } = source;
  const options = ['-t', String(LIMITS.seconds), '-threads', '1'];
  return [
    ...(originSeconds === undefined ? [] : ['-copyts']),
    ...inputArgs(path, form.demuxer, options),
    ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1'],
    ...['-filter_threads', '1', '-af', filters.join(',')],
  ];
}

/** Converts mono to stereo, and accepts a stream that changes to two channels later. */
const BOTH_SIDES = 'aeval=val(0)|val(min(1\\,nb_in_channels-1)):c=stereo';

/** Fills gaps, and corrects a drift between timestamps and samples in inaudible steps. */
const IN_TIME = 'async=1:min_comp=0.015:max_soft_comp=0.005:comp_duration=2';

/**
 * Returns filters that convert audio to stereo. Mono is copied to both channels at full volume
 * (ffmpeg's matrix would reduce it by 3 dB). More than two channels are mixed down by ITU-R BS.775.
 * Float samples do not clip.
 */
function toStereo(form: AudioForm, originSeconds: number | undefined): string[] {
  const { channels, firstSeconds, fileStartSeconds, isLate } = form;
  // Samples before 0 are the priming samples of an encoder, which a decoder drops.
  const isPrimed = fileStartSeconds < 0 && !isLate;
  const origin = originSeconds ?? (isPrimed ? firstSeconds : fileStartSeconds);
  // Without an origin of the caller, ffmpeg counts from the first stream in the file.
  const counted = originSeconds === undefined ? origin - fileStartSeconds : origin;
  // Only when necessary: the filters restart where a stream changes its format, and would fill
  // again.
  const fill = firstSeconds > origin ? ':first_pts=0' : '';
  return [
    `asetpts=PTS-${counted}/TB`,
    ...(channels === 1 ? [BOTH_SIDES] : ['aformat=sample_fmts=fltp']),
    `aresample=${SAMPLE_RATE}:${IN_TIME}${fill}`,
    'aformat=sample_fmts=flt:channel_layouts=stereo',
  ];
}

/**
 * Returns a function that throws `asset_corrupt` for errors of the file. It rethrows other errors: a
 * missing program, an abort, a time limit.
 */
function unreadable(what: string, details: ErrorDetails) {
  return (cause: unknown): never => {
    const isForeign = cause instanceof AppError && cause.code !== 'asset_corrupt';
    if (isForeign) throw withDetails(cause, details);
    throw new AppError(
      'asset_corrupt',
      say`Expected an audio file that can be played for ${findMessage(what)} but it cannot be decoded.`,
      { ...details, hint: 'Play it in an audio player; it may be incomplete or empty.' },
      { cause },
    );
  };
}

/**
 * Returns the type of a file that may have audio, by its bytes. An ID3 tag with a large cover image
 * can stand before MP3, AAC and FLAC data. Throws `asset_not_media` with a description of the file.
 */
async function audioTypeOf(
  path: string,
  what: string,
  details: ErrorDetails,
): Promise<{ contentType: string; demuxer: string }> {
  const head = await readHead(path, HEAD_BYTES);
  let { contentType = '', kind } = sniff(head) ?? {};
  let at = tagBytes(head);
  for (let count = 1; at > 0 && count <= MAX_TAGS; count++) {
    const behind = await readHead(path, HEAD_BYTES, at);
    const media = sniff(behind);
    if (media?.kind === 'audio') ({ contentType } = media);
    const more = tagBytes(behind);
    at = more === 0 ? 0 : at + more;
  }
  const demuxer = kind === 'audio' || kind === 'video' ? demuxerOf(contentType) : undefined;
  if (demuxer !== undefined) return { contentType, demuxer };
  throw new AppError(
    'asset_not_media',
    say`Expected an audio file for ${findMessage(what)} but received ${describe(head)}.`,
    { ...details, hint: 'Use an MP3, AAC, M4A, WAV, AIFF, FLAC, Ogg, Opus, WMA or WebM file.' },
  );
}

/** Returns the size of an ID3v2 tag with its header; 0 without a tag. */
function tagBytes(head: Uint8Array): number {
  const [flags = 0, ...size] = head.subarray(5, 10);
  const isTag = head.length >= 10 && head[0] === 0x49 && head[1] === 0x44 && head[2] === 0x33;
  if (!isTag || size.some((byte) => byte > 127)) return 0;
  const footer = flags & 0x10 ? 10 : 0;
  return 10 + size.reduce((sum, byte) => sum * 128 + byte, 0) + footer;
}
