import { runProgram } from '../media/process/index.ts';
import type { Quality } from '../output/index.ts';
import { BT709 } from './bt709.ts';

/** Encoders beside the processor, by the names of their interfaces. */
export type HardwareEncoder = 'nvenc' | 'vaapi' | 'qsv' | 'videotoolbox';
export type HardwareCodec = 'h264' | 'hevc';
/** What encodes which codec; nothing: the processor. */
export type Hardware = { [codec in HardwareCodec]?: HardwareEncoder };

/** All that may be configured. */
export const HARDWARE_ENCODERS = ['nvenc', 'vaapi', 'qsv', 'videotoolbox'] as const;
const HARDWARE_CODECS = ['h264', 'hevc'] as const;
const RENDER_DEVICE = '/dev/dri/renderD128';

/** ffmpeg's arguments before its input and after it. No B-frames: not every encoder tells their order alike. */
export function hardwareArgs(
  hardware: HardwareEncoder,
  codec: HardwareCodec,
  quality: Quality,
): { before: string[]; args: string[] } {
  const scale = { draft: '30', standard: '23', high: '19' }[quality];
  const profile = ['-profile:v', codec === 'h264' ? 'high' : 'main'];
  const tag = codec === 'hevc' ? ['-tag:v', 'hvc1'] : [];
  const name = `${codec}_${hardware}`;
  const rest = [...profile, ...tag, ...BT709];
  switch (hardware) {
    case 'nvenc':
      return {
        before: [],
        args: ['-c:v', name, '-preset', 'p4', '-rc', 'constqp', '-qp', scale, '-bf', '0', ...rest],
      };
    case 'vaapi':
      return {
        before: ['-vaapi_device', RENDER_DEVICE],
        args: [
          ...['-vf', 'format=nv12,hwupload', '-c:v', name, '-rc_mode', 'CQP', '-qp', scale],
          ...['-bf', '0', ...rest],
        ],
      };
    case 'qsv':
      return {
        before: [],
        args: [
          ...['-pix_fmt', 'nv12', '-c:v', name, '-preset', 'veryfast', '-global_quality', scale],
          ...['-bf', '0', ...rest],
        ],
      };
    case 'videotoolbox': {
      // Of 100, the more the better.
      const share = { draft: '45', standard: '60', high: '72' }[quality];
      return { before: [], args: ['-c:v', name, '-q:v', share, '-bf', '0', ...rest] };
    }
  }
}

/** Whether an encoder works here: undefined, or the first that ffmpeg said when it was to encode a few frames. */
export async function probeHardware(
  hardware: HardwareEncoder,
  codec: HardwareCodec,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { before, args } = hardwareArgs(hardware, codec, 'standard');
  const frames = ['-f', 'lavfi', '-i', 'color=gray:s=320x240:r=30:d=0.2,format=yuv420p'];
  const quiet = ['-hide_banner', '-nostdin', '-loglevel', 'error'];
  try {
    await runProgram(
      'ffmpeg',
      [...quiet, ...before, ...frames, ...args, '-f', 'null', '-'],
      { timeoutMs: 20_000 },
      signal,
    );
    return undefined;
  } catch (error) {
    signal?.throwIfAborted();
    const { cause, message } = error as Error;
    // Behind the command comes what it said; the first line is nearest to the reason.
    const [, first] = cause instanceof Error ? cause.message.split('\n') : [];
    return first || message;
  }
}

/**
 * What of `wanted` works here, for each codec; what does not is left to the processor, and `onMissing` is told why.
 */
export async function chooseHardware(
  wanted: HardwareEncoder | undefined,
  onMissing: (codec: HardwareCodec, reason: string) => void,
): Promise<Hardware> {
  const found: Hardware = {};
  if (!wanted) return found;
  for (const codec of HARDWARE_CODECS) {
    const reason = await probeHardware(wanted, codec);
    if (reason === undefined) found[codec] = wanted;
    else onMissing(codec, reason);
  }
  return found;
}
