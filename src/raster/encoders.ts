import { runProgram } from '../media/process/index.ts';
import type { VideoCodec } from '../output/index.ts';

/** ffmpeg's encoders for each codec, and for the audio beside it. */
const ENCODERS: Record<VideoCodec, readonly string[]> = {
  h264: ['libx264', 'aac'],
  hevc: ['libx265', 'aac'],
  av1: ['libsvtav1', 'aac'],
  vp9: ['libvpx-vp9', 'libopus'],
  prores: ['prores_ks', 'pcm_s24le'],
  gif: ['png', 'gif'],
  png: ['png'],
  jpeg: ['mjpeg'],
};

/** A codec, its encoders, and those of them that this machine's ffmpeg lacks. */
export type CodecEncoders = { codec: VideoCodec; encoders: readonly string[]; missing: string[] };

/** Queries ffmpeg for its encoders. Throws `environment_incomplete` without ffmpeg. */
export async function codecEncoders(): Promise<CodecEncoders[]> {
  const { stdout } = await runProgram('ffmpeg', ['-hide_banner', '-encoders'], {
    timeoutMs: 10_000,
  });
  // One line for each encoder, with six letters or dots for its capabilities before its name.
  const names = stdout.toString().matchAll(/^ [VAS][A-Z.]{5} (\S+)/gm);
  const there = new Set(Array.from(names, ([, name]) => name));
  return (Object.keys(ENCODERS) as VideoCodec[]).map((codec) => {
    const encoders = ENCODERS[codec];
    return { codec, encoders, missing: encoders.filter((name) => !there.has(name)) };
  });
}
