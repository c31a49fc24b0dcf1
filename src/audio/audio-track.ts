import { basename, join } from 'node:path';
import { AppError } from '../base/index.ts';
import type { AssetPaths, AudioClip } from '../compose/index.ts';
import { SAMPLE_RATE } from '../media/audio/index.ts';
import { type RunningProgram, runProgram, startProgram } from '../media/process/index.ts';
import type { AudioCodec, Quality } from '../output/index.ts';
import { AdtsReader } from './adts.ts';
import { type ClipReader, toSample } from './clip-audio.ts';
import { openClips } from './decode-clips.ts';
import { mix } from './mix.ts';

/** EBU R128 loudness of a finished mix; null for silence, which has no loudness. */
export type Loudness = {
  integratedLufs: number | null;
  rangeLu: number | null;
  truePeakDbtp: number | null;
  /** Whether the limiter attenuated the mix anywhere. */
  isLimited: boolean;
};

/** The encoding of an audio track; PCM has 24 bits. */
export type AudioTrack = { codec: AudioCodec; quality: Quality };

export type AudioOptions = {
  /** The paths of the clips' files. */
  paths: AssetPaths;
  tracks: readonly AudioTrack[];
  /** The range of the composition, in samples at 48 kHz. */
  range: { first: number; sampleCount: number };
  /** Target loudness of the whole mix; without it, the mix is not adjusted. */
  targetLufs?: number;
  /**
   * Receives the frames of the track while they are encoded, in order; `isLast` is true for the
   * last call.
   */
  onFrames?: (frames: readonly Buffer[], isLast: boolean) => Promise<void>;
};

/**
 * Converts a range of frames, counted from the in-point, to samples. The error is at most half a
 * sample for a range of any length.
 */
export function audioRange(
  { first, count }: { first: number; count: number },
  fps: number,
): AudioOptions['range'] {
  const start = toSample(first / fps);
  return { first: start, sampleCount: toSample((first + count) / fps) - start };
}

const BITRATE: Record<Quality, string> = { draft: '128k', standard: '192k', high: '256k' };
const TIMEOUT_MS = 30 * 60_000;
/**
 * File in the job's folder for the frames of the first track. It is read while they are encoded.
 */
const STREAM_FILE = 'stream.aac';
/** Maximum change of the level: audio that is nearly silent is probably intended. */
const MAX_GAIN_DB = 30;

export type MadeTracks = { paths: string[]; loudness: Loudness; isSilent: boolean };

/**
 * Mixes the clips to tracks of exactly the range's length, each to a file in `folder`. Each source
 * is decoded once, to a temporary raw file in `folder`; the mix is one pass over all of them.
 * `isSilent`: nothing of the mix can be heard.
 * Throws `asset_corrupt` for a source that can no longer be decoded, and the errors of ffmpeg.
 */
export async function makeAudioTracks(
  clips: readonly AudioClip[],
  folder: string,
  options: AudioOptions,
  signal?: AbortSignal,
): Promise<MadeTracks> {
  await using opened = await openClips(clips, options.paths, join(folder, 'audio'), signal);
  const { targetLufs, tracks } = options;
  const paths = tracks.map(({ codec }, n) => join(folder, `audio-${n}.${AUDIO_EXTENSION[codec]}`));
  const { readers } = opened;
  const plain =
    targetLufs === undefined
      ? undefined
      : await runMix({ readers, options, master: 1, output: undefined }, signal);
  const gainChange = (targetLufs ?? 0) - (plain?.loudness.integratedLufs ?? targetLufs ?? 0);
  const gainDb = Math.min(MAX_GAIN_DB, Math.max(-MAX_GAIN_DB, gainChange));
  const output = { folder, paths };
  const madeTracks = await runMix(
    { readers, options, master: 10 ** (gainDb / 20), output },
    signal,
  );
  return { paths, ...madeTracks };
}

/**
 * Joins a video file and an audio file without encoding them again. The index is written before the
 * frames, unless the file `isUnfinished`: a later step writes it again.
 */
export async function joinAudio({
  video,
  audio,
  to,
  muxer,
  isUnfinished = false,
  signal,
}: {
  video: string;
  audio: string;
  to: string;
  muxer: 'mp4' | 'mov';
  isUnfinished?: boolean;
  signal?: AbortSignal | undefined;
}): Promise<void> {
  const input = (path: string) => [
    '-protocol_whitelist',
    'file',
    '-f',
    'mov',
    '-i',
    `file:${path}`,
  ];
  const args = [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', ...input(video), ...input(audio)],
    ...['-map', '0:v:0', '-map', '1:a:0', '-c', 'copy'],
    ...['-fflags', '+bitexact', '-map_metadata', '-1'],
    ...(isUnfinished ? [] : ['-movflags', '+faststart']),
    // The usual unit of milliseconds would round the duration of the audio.
    ...['-movie_timescale', String(SAMPLE_RATE)],
    ...['-f', muxer, '-y', to],
  ];
  await runProgram('ffmpeg', args, { timeoutMs: TIMEOUT_MS }, signal);
}

/** The files of the encoded tracks, in `folder`. */
type Output = { folder: string; paths: readonly string[] };

type MixRun = {
  readers: readonly ClipReader[];
  options: AudioOptions;
  master: number;
  output: Output | undefined;
};

/** Runs the mix through ffmpeg once, which measures it and, with `output`, encodes the tracks. */
async function runMix(
  { readers, options: { range, tracks, onFrames }, master, output }: MixRun,
  signal: AbortSignal | undefined,
): Promise<Omit<MadeTracks, 'paths'>> {
  const paths = output?.paths ?? [];
  const heard = paths.map((_, n) => `[heard${n}]`);
  const encoded = paths.flatMap((path, n) => [
    ...['-map', `[heard${n}]`, '-fflags', '+bitexact', '-flags:a', '+bitexact'],
    ...['-map_metadata', '-1', ...encoderArgs(tracks[n], path, n === 0 && onFrames !== undefined)],
  ]);
  const args = [
    ...['-hide_banner', '-loglevel', 'info', '-nostats', '-filter_complex_threads', '1'],
    ...['-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ac', '2', '-i', 'pipe:0'],
    '-filter_complex',
    `[0:a]asplit=${heard.length + 1}${heard.join('')}[m];[m]ebur128=peak=true:framelog=verbose[measured]`,
    ...encoded,
    ...['-map', '[measured]', '-f', 'null', '-'],
  ];
  const limits = { timeoutMs: TIMEOUT_MS, ...(output && { cwd: output.folder }) };
  const ffmpeg = startProgram('ffmpeg', args, limits, signal);
  const stream = frameStream(output?.folder, onFrames);
  let mixed = { isLimited: false, isSilent: true };
  try {
    mixed = await mix({
      clips: readers,
      range,
      master,
      write: async (block) => {
        await writeBlock(ffmpeg, block);
        await stream(false);
      },
      signal,
    });
  } catch (error) {
    ffmpeg.kill();
    await ffmpeg.completion.catch(() => undefined);
    throw error;
  }
  ffmpeg.stdin.end();
  const { stderrTail } = await ffmpeg.completion;
  await stream(true);
  const { isLimited, isSilent } = mixed;
  return { loudness: { ...readLoudness(stderrTail), isLimited }, isSilent };
}

/**
 * Writes a block to ffmpeg, and waits while its pipe is full. Throws the error of ffmpeg if it has
 * ended.
 */
export async function writeBlock(
  { stdin, completion }: RunningProgram,
  block: Float32Array,
): Promise<void> {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
  // Do not wait on a closed stream, because it emits neither `drain` nor `close`.
  if (!stdin.destroyed && !stdin.write(bytes)) {
    await new Promise<void>((resolve) => {
      const go = () => {
        stdin.off('drain', go).off('close', go);
        resolve();
      };
      stdin.on('drain', go).on('close', go);
    });
  }
  if (!stdin.destroyed) return;
  // `completion` rejects with the error of ffmpeg, which contains more details than the broken pipe.
  await completion;
  throw new AppError('render_failed', 'ffmpeg ended before it had read all audio.');
}

/** Returns a function that passes the frames encoded since its last call to `onFrames`. */
function frameStream(
  folder: string | undefined,
  onFrames: AudioOptions['onFrames'],
): (isLast: boolean) => Promise<void> {
  if (!onFrames || folder === undefined) return async () => undefined;
  const reader = new AdtsReader(join(folder, STREAM_FILE));
  return async (isLast) => {
    const frames = await reader.read();
    if (isLast || frames.length > 0) await onFrames(frames, isLast);
  };
}

const AUDIO_EXTENSION = { aac: 'm4a', opus: 'mka', pcm: 'mov' } as const;

/**
 * Returns the output arguments of a track. The streamed track is written twice: as MP4, and as ADTS
 * that can be read while it grows. `path` is relative to ffmpeg's folder for it.
 */
function encoderArgs(track: AudioTrack | undefined, path: string, isStreamed: boolean): string[] {
  const { codec, quality } = track ?? { codec: 'aac', quality: 'standard' };
  const rate = ['-b:a', BITRATE[quality]];
  const timescale = ['-movie_timescale', String(SAMPLE_RATE)];
  switch (codec) {
    case 'opus':
      return ['-c:a', 'libopus', ...rate, '-f', 'matroska', '-y', path];
    case 'pcm':
      return ['-c:a', 'pcm_s24le', ...timescale, '-f', 'mov', '-y', path];
    case 'aac': {
      const encoder = ['-c:a', 'aac', '-profile:a', 'aac_low', ...rate];
      if (!isStreamed) return [...encoder, ...timescale, '-f', 'mp4', '-y', path];
      // An MP4 is readable only when it is complete, so streaming reads the same frames from an
      // ADTS file.
      const muxerOutput = `[f=mp4:movie_timescale=${SAMPLE_RATE}:fflags=+bitexact]${basename(path)}`;
      return [...encoder, '-f', 'tee', `${muxerOutput}|[f=adts:flush_packets=1]${STREAM_FILE}`];
    }
  }
}

/**
 * Returns the loudness that ffmpeg's filter has printed last; null for values that silence does not
 * have.
 */
function readLoudness(log: string): Omit<Loudness, 'isLimited'> {
  // The filter also prints a summary when ffmpeg tests the graph, before it has read any audio.
  const summary = log.slice(Math.max(0, log.lastIndexOf('Summary:')));
  const value = (pattern: RegExp) => {
    const number = Number(pattern.exec(summary)?.[1]);
    return Number.isFinite(number) ? number : null;
  };
  const integratedLufs = value(/\bI:\s+(-?[\d.]+) LUFS/);
  // BS.1770 defines no loudness below its absolute gate of -70 LUFS.
  if (integratedLufs === null || integratedLufs <= -70) {
    return { integratedLufs: null, rangeLu: null, truePeakDbtp: null };
  }
  return {
    integratedLufs,
    rangeLu: value(/\bLRA:\s+(-?[\d.]+) LU/),
    truePeakDbtp: value(/Peak:\s+(-?[\d.]+) dBFS/),
  };
}
