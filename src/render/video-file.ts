import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type AudioTrack, joinAudio } from '../audio/index.ts';
import type { Composition } from '../compose/index.ts';
import { isOpaque } from '../lottie/index.ts';
import {
  addTextTracks,
  frameChecksums,
  joinGif,
  joinSegments,
  joinWebm,
  joinZip,
  type TextTrack,
} from '../mux/index.ts';
import {
  FORMATS,
  type OutputSettings,
  type Range,
  timelineOf,
  type VideoCodec,
  type VideoFormat,
} from '../output/index.ts';
import { type Encoding, type Hardware, segmentArgs, segmentKind } from '../raster/index.ts';
import type { Pass } from './draw-segments.ts';
import { planSegments } from './plan.ts';

/** An output file of a video, with its encoding. */
export type Output = {
  path: string;
  format: VideoFormat;
  codec: VideoCodec;
  /**
   * The encoding of the segments. Outputs with equal encodings share their segments. The segments
   * of a GIF contain PNG images until they are joined.
   */
  encoding: Encoding;
  frameCount: number;
  track: AudioTrack | undefined;
};

/** Plans the passes of drawing: outputs with the same size and frame rate share a pass. */
export function planOutputs(
  { lottie, video, audio }: Composition,
  range: Range,
  outputRequests: readonly (OutputSettings & { path: string })[],
  hardware: Hardware = {},
): { passes: Pass[]; outputs: Output[] } {
  const opaque = isOpaque(lottie);
  const passes: (Pass & { encodings: Encoding[] })[] = [];
  const outputs = outputRequests.map(
    ({ path, format, codec, width, height, fps, quality }): Output => {
      const hasAlpha = FORMATS[format].mayHaveAlpha && !opaque;
      const encoder = codec === 'h264' || codec === 'hevc' ? hardware[codec] : undefined;
      const encoding: Encoding = {
        codec,
        width,
        height,
        fps,
        quality,
        hasAlpha,
        hardware: encoder,
      };
      const timeline = timelineOf(range, video.fps, fps);
      const samePass = passes.find(
        ({ timeline: other, encodings: [first] }) =>
          first?.width === width && first.height === height && isDeepStrictEqual(other, timeline),
      );
      const sameTimes = passes.find((other) => isDeepStrictEqual(other.timeline, timeline));
      const ranges = () => sameTimes?.ranges ?? planSegments(lottie, timeline);
      const pass = samePass ?? { timeline, ranges: ranges(), encodings: [] };
      if (!samePass) passes.push(pass);
      const args = segmentArgs(encoding);
      const same = pass.encodings.find((other) => isDeepStrictEqual(segmentArgs(other), args));
      if (!same) pass.encodings.push(encoding);
      const track = audio.length > 0 ? trackOf(format, quality) : undefined;
      const { frameCount } = timeline;
      return { path, format, codec, encoding: same ?? encoding, frameCount, track };
    },
  );
  return { passes, outputs };
}

/**
 * Returns the audio track of an output. ProRes is made for editing, so its audio is not compressed.
 */
function trackOf(format: VideoFormat, quality: AudioTrack['quality']): AudioTrack | undefined {
  if (!FORMATS[format].hasAudio) return undefined;
  if (format === 'mov') return { codec: 'pcm', quality: 'high' };
  return { codec: format === 'webm' ? 'opus' : 'aac', quality };
}

/** Returns the audio tracks of the outputs, without duplicates. */
export function distinctTracks(outputs: readonly Output[]): AudioTrack[] {
  const tracks: AudioTrack[] = [];
  for (const { track } of outputs)
    if (track && !tracks.some((other) => isDeepStrictEqual(other, track))) tracks.push(track);
  return tracks;
}

type Joined = Output & {
  segments: readonly string[];
  audio: string | undefined;
  texts: readonly TextTrack[];
};

/**
 * Returns the CRC-32 of each frame of an output's segments; undefined for GIFs, whose frames are
 * encoded again, and for ZIPs, which contain their own checksums.
 */
export async function checksumsOf(
  { format, encoding }: Output,
  segments: readonly string[],
  signal?: AbortSignal,
): Promise<number[] | undefined> {
  if (format === 'gif' || FORMATS[format].extension === 'zip') return undefined;
  const checksums: number[] = [];
  for (const path of segments)
    for (const checksum of await frameChecksums(path, segmentKind(encoding.codec), signal))
      checksums.push(checksum);
  return checksums;
}

/** Joins an output's segments, audio and texts. Only GIFs are encoded again. */
export async function joinOutput(
  output: Joined,
  folder: string,
  signal?: AbortSignal,
): Promise<void> {
  const { segments, audio, path, format, encoding, frameCount } = output;
  switch (format) {
    case 'mp4':
    case 'mov': {
      const { texts } = output;
      const isComplete = audio === undefined && texts.length === 0;
      const silent = isComplete ? path : join(folder, `silent.${format}`);
      await joinSegments(segments, silent, encoding.codec, signal);
      if (isComplete) return;
      let from = silent;
      if (audio !== undefined) {
        from = join(folder, `joined.${format}`);
        const isUnfinished = texts.length > 0;
        await joinAudio({ video: silent, audio, to: from, muxer: format, isUnfinished, signal });
        await rm(silent);
      }
      if (texts.length === 0) return rename(from, path);
      const seconds = frameCount / encoding.fps;
      const { width, height } = encoding;
      const tracks = { tracks: texts, width, height, seconds };
      await addTextTracks({ from, to: path, format, ...tracks }, signal);
      return rm(from);
    }
    case 'webm':
      return joinWebm({ paths: segments, audio, to: path, encoding }, signal);
    case 'gif':
      return joinGif(
        { paths: segments, folder, to: path, encoding: { ...encoding, frameCount } },
        signal,
      );
    case 'png':
    case 'jpeg':
      return joinZip(segments, path, format === 'png' ? 'png' : 'jpg', signal);
  }
}
