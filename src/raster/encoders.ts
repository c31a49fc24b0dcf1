import { runProgram } from '../media/process/index.ts';
import type { VideoCodec } from '../output/index.ts';

/** By codec: what of ffmpeg encodes it, and the sound beside it. */
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

/** A codec, the encoders of it, and those among them that the ffmpeg of this machine was built without. */
export type CodecEncoders = { codec: VideoCodec; encoders: readonly string[]; missing: string[] };

/** Asks ffmpeg. Throws `environment_incomplete` without it. */
export async function codecEncoders(): Promise<CodecEncoders[]> {
  const { stdout } = await runProgram('ffmpeg', ['-hide_banner', '-encoders'], {
    timeoutMs: 10_000,
  });
  // A line for each, with six letters or dots of what it can do before its name.
  const names = stdout.toString().matchAll(/^ [VAS][A-Z.]{5} (\S+)/gm);
  const there = new Set(Array.from(names, ([, name]) => name));
  return (Object.keys(ENCODERS) as VideoCodec[]).map((codec) => {
    const encoders = ENCODERS[codec];
    return { codec, encoders, missing: encoders.filter((name) => !there.has(name)) };
  });
}
