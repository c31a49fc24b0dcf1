import { join } from 'node:path';
import type { Loudness } from '../audio/index.ts';
import { assert } from '../base/index.ts';
import type { OutputFile, RenderKind, RenderSession, TemplateVersion } from '../database/index.ts';
import type { OutputFacts } from '../mux/index.ts';
import {
  FORMATS,
  type OutputSettings,
  type RequestedOutputs,
  renderOutputs,
  type VideoCodec,
} from '../output/index.ts';
import { sha256 } from '../system/index.ts';

/**
 * Returns the key under which a version's import is stored. The file never changes, because its
 * name is the SHA-256 of its bytes.
 */
export function templateKey(versionId: string, templateDigest: string): string {
  return `versions/${versionId}/template/${templateDigest}`;
}

/** Returns the key of a file that the import of a version has fetched, such as a font. */
export function fetchedKey(versionId: string, url: string): string {
  return `versions/${versionId}/fetched/${sha256(url)}`;
}

/**
 * Returns the key prefix of a render's files. Preview and final have separate prefixes, because the
 * preview is still read and delivered during the final render.
 */
export function filesPrefix(sessionId: string, render: RenderKind): string {
  return `sessions/${sessionId}/${render}`;
}

/** Returns the key prefix of a session's input files; each file is named by the SHA-256 of its bytes. */
export function inputsPrefix(sessionId: string): string {
  return `sessions/${sessionId}/inputs`;
}

type Render = Pick<RenderSession, 'id' | 'render' | 'attempt' | 'epoch'>;

/**
 * Returns the key prefix of the files that one start of a render publishes. Another start has other keys, so
 * that an old start which still runs cannot replace or remove the files of a newer one.
 */
export function filesFolder({ id, render, epoch }: Omit<Render, 'attempt'>): string {
  return `${filesPrefix(id, render ?? 'preview')}/${epoch}`;
}

/** Returns the key prefix of a stream's files. All starts of an attempt continue one stream. */
export function hlsFolder({ id, render, attempt }: Omit<Render, 'epoch'>): string {
  return `${filesPrefix(id, render ?? 'preview')}/hls/${attempt}`;
}

/** A file to render: its name in the session, its local path and its storage key. */
type FileToRender = OutputSettings & { file: string; path: string; key: string };

/** Returns the files of a render with these settings. */
export function filesToRender(
  settings: readonly OutputSettings[],
  folder: string,
  prefix: string,
): FileToRender[] {
  return settings.map((output, index) => {
    const file = index === 0 ? 'video' : `video_${index + 1}`;
    const name = `${file}.${FORMATS[output.format].extension}`;
    return { ...output, file, path: join(folder, name), key: `${prefix}/${name}` };
  });
}

/** Returns the facts of the rendered files, in the same order. */
export function outputFiles(
  files: readonly FileToRender[],
  rendered: readonly OutputFacts[],
): OutputFile[] {
  return rendered.map((facts, index) => {
    const output = files[index];
    assert(output, 'no more is rendered than was requested');
    const { file, key, format, codec } = output;
    const { width, height, fps, durationSeconds: duration, bytes, sha256 } = facts;
    return { file, key, format, codec, width, height, fps, duration, bytes, sha256 };
  });
}

/**
 * Bytes per pixel of a frame, for a busy animation. Frames of a GIF are stored as PNG until they are joined.
 */
const BYTES_PER_PIXEL: Record<VideoCodec, number> = {
  h264: 0.04,
  hevc: 0.04,
  av1: 0.04,
  vp9: 0.04,
  jpeg: 0.2,
  prores: 0.6,
  gif: 0.7,
  png: 0.7,
};
/** A render is stored three times: as segments, as the file, and as the stream or published copy. */
const COPIES = 3;

/** Returns a rough estimate of the bytes that a render of the session will write. */
export function estimateBytes(
  session: RequestedOutputs,
  { width, height, fps, frameCount }: TemplateVersion,
): number {
  const video = {
    width: width ?? 0,
    height: height ?? 0,
    fps: fps ?? 1,
    frameCount: frameCount ?? 0,
  };
  const sizes = renderOutputs(session, video).map((output) => {
    const frames = (video.frameCount / video.fps) * output.fps;
    return output.width * output.height * frames * BYTES_PER_PIXEL[output.codec];
  });
  return Math.ceil(COPIES * sizes.reduce((sum, size) => sum + size, 0));
}

/** Returns the loudness of a file as a session stores it: with the field names of the API. */
export function presentLoudness(loudness: Loudness | null) {
  return (
    loudness && {
      integrated_lufs: loudness.integratedLufs,
      range_lu: loudness.rangeLu,
      true_peak_dbtp: loudness.truePeakDbtp,
      limited: loudness.isLimited,
    }
  );
}
