import { runProgram } from '../media/process/index.ts';
import type { Quality } from '../output/index.ts';
import { BT709 } from './bt709.ts';

/** Hardware encoders, by the names of their interfaces. */
export type HardwareEncoder = 'nvenc' | 'vaapi' | 'qsv' | 'videotoolbox';
export type HardwareCodec = 'h264' | 'hevc';
/** The hardware encoder of each codec; codecs without one use software. */
export type Hardware = { [codec in HardwareCodec]?: HardwareEncoder };

/** All values of the setting. */
export const HARDWARE_ENCODERS = ['nvenc', 'vaapi', 'qsv', 'videotoolbox'] as const;
const HARDWARE_CODECS = ['h264', 'hevc'] as const;
const RENDER_DEVICE = '/dev/dri/renderD128';

/**
 * ffmpeg's arguments before and after its input. No B-frames, because encoders signal their order
 * differently.
 */
export function hardwareArgs(
  hardware: HardwareEncoder,
  codec: HardwareCodec,
  quality: Quality,
): { inputArgs: string[]; args: string[] } {
  const scale = { draft: '30', standard: '23', high: '19' }[quality];
  const profile = ['-profile:v', codec === 'h264' ? 'high' : 'main'];
  const tag = codec === 'hevc' ? ['-tag:v', 'hvc1'] : [];
  const name = `${codec}_${hardware}`;
  const commonArgs = [...profile, ...tag, ...BT709];
  switch (hardware) {
    case 'nvenc':
      return {
        inputArgs: [],
        args: [
          '-c:v',
          name,
          '-preset',
          'p4',
          '-rc',
          'constqp',
          '-qp',
          scale,
          '-bf',
          '0',
          ...commonArgs,
        ],
      };
    case 'vaapi':
      return {
        inputArgs: ['-vaapi_device', RENDER_DEVICE],
        args: [
          ...['-vf', 'format=nv12,hwupload', '-c:v', name, '-rc_mode', 'CQP', '-qp', scale],
          ...['-bf', '0', ...commonArgs],
        ],
      };
    case 'qsv':
      return {
        inputArgs: [],
        args: [
          ...['-pix_fmt', 'nv12', '-c:v', name, '-preset', 'veryfast', '-global_quality', scale],
          ...['-bf', '0', ...commonArgs],
        ],
      };
    case 'videotoolbox': {
      // On a scale to 100; higher is better.
      const share = { draft: '45', standard: '60', high: '72' }[quality];
      return { inputArgs: [], args: ['-c:v', name, '-q:v', share, '-bf', '0', ...commonArgs] };
    }
  }
}

/**
 * Tests an encoder with a few frames. Returns undefined if it works, else ffmpeg's first error
 * line.
 */
export async function probeHardware(
  hardware: HardwareEncoder,
  codec: HardwareCodec,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { inputArgs, args } = hardwareArgs(hardware, codec, 'standard');
  const frames = ['-f', 'lavfi', '-i', 'color=gray:s=320x240:r=30:d=0.2,format=yuv420p'];
  const quiet = ['-hide_banner', '-nostdin', '-loglevel', 'error'];
  try {
    await runProgram(
      'ffmpeg',
      [...quiet, ...inputArgs, ...frames, ...args, '-f', 'null', '-'],
      { timeoutMs: 20_000 },
      signal,
    );
    return undefined;
  } catch (error) {
    signal?.throwIfAborted();
    const { cause, message } = error as Error;
    // The output follows the command; its first line is the closest to the reason.
    const [, first] = cause instanceof Error ? cause.message.split('\n') : [];
    return first || message;
  }
}

/**
 * Tests the encoder `wantedEncoder` for each codec. Codecs for which it fails use software; `onMissing`
 * receives the reason.
 */
export async function chooseHardware(
  wantedEncoder: HardwareEncoder | undefined,
  onMissing: (codec: HardwareCodec, reason: string) => void,
): Promise<Hardware> {
  const foundHardware: Hardware = {};
  if (!wantedEncoder) return foundHardware;
  for (const codec of HARDWARE_CODECS) {
    const reason = await probeHardware(wantedEncoder, codec);
    if (reason === undefined) foundHardware[codec] = wantedEncoder;
    else onMissing(codec, reason);
  }
  return foundHardware;
}
