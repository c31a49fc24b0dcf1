import type { ErrorCode } from '../../base/index.ts';
import { runProgram } from './program.ts';

/**
 * The demuxer for each type that `sniff` detects. ffmpeg must not choose a demuxer itself, because
 * some demuxers open other files and URLs (playlists, concat scripts, subtitles).
 */
const DEMUXERS: Record<string, string> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
  'video/x-matroska': 'matroska',
  'video/x-msvideo': 'avi',
  'video/ogg': 'ogg',
  'video/mp2t': 'mpegts',
  'video/mpeg': 'mpeg',
  'video/x-flv': 'flv',
  'video/x-ms-wmv': 'asf',
  'application/mxf': 'mxf',
  'image/gif': 'gif',
  'audio/mp4': 'mov',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/w64': 'w64',
  'audio/aiff': 'aiff',
  'audio/x-caf': 'caf',
  'audio/basic': 'au',
  'audio/amr': 'amr',
  'audio/flac': 'flac',
  'audio/mpeg': 'mp3',
  'audio/aac': 'aac',
};

export function demuxerOf(contentType: string): string | undefined {
  return Object.hasOwn(DEMUXERS, contentType) ? DEMUXERS[contentType] : undefined;
}

/** Limit of one allocation. A box or chunk that claims more is wrong. */
const MAX_ALLOCATED_BYTES = 512 * 1024 * 1024;
/** Total memory limit. A decoder of 8K video holds about 24 images at the same time. */
const MAX_MEMORY_BYTES = 4 * 1024 ** 3;
const LIMITS = { timeoutCode: 'asset_timeout', maxMemoryBytes: MAX_MEMORY_BYTES } as const;

/**
 * Returns the arguments to open one local file with a fixed demuxer, and no file that it refers to.
 */
export function inputArgs(path: string, demuxer: string, options: readonly string[] = []) {
  return ['-protocol_whitelist', 'file', '-f', demuxer, ...options, '-i', `file:${path}`];
}

type Limits = { timeoutMs: number; failureCode: ErrorCode; maxOutputBytes?: number };

/** Runs ffmpeg. `args` must begin with `inputArgs`. */
export async function runFfmpeg(
  args: readonly string[],
  limits: Limits,
  signal?: AbortSignal,
): Promise<{ stdout: Buffer; stderrTail: string }> {
  const allArgs = ['-hide_banner', '-nostdin', '-v', 'error', ...allocationLimit(), '-y', ...args];
  return runProgram('ffmpeg', allArgs, { ...limits, ...LIMITS }, signal);
}

export async function runFfprobe(
  args: readonly string[],
  limits: Limits,
  signal?: AbortSignal,
): Promise<string> {
  const allArgs = ['-hide_banner', '-v', 'error', ...allocationLimit(), ...args];
  return (await runProgram('ffprobe', allArgs, { ...limits, ...LIMITS }, signal)).stdout.toString();
}

/** Limits each allocation of ffmpeg, because a file may claim any size. */
function allocationLimit(): string[] {
  return ['-max_alloc', String(MAX_ALLOCATED_BYTES)];
}
