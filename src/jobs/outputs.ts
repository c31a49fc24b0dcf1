import { join } from 'node:path';
import { AppError } from '../base/index.ts';
import type { Composition } from '../compose/index.ts';
import type { OutputFile, RenderSession } from '../database/index.ts';
import { digestOfFile } from '../media/index.ts';
import {
  FORMATS,
  type Loudness,
  type OutputSettings,
  outputSettings,
  type Renderer,
  type SegmentStore,
  type WantedOutput,
} from '../render/index.ts';

/** A file that is to be rendered: what a session calls it, where it is written and where it is kept. */
type PlannedOutput = OutputSettings & { file: string; path: string; key: string };

/** The files that a session asks for, at the quality of its render unless it names one itself. */
export function plannedOutputs(
  { wantedOutputs, render }: Pick<RenderSession, 'wantedOutputs' | 'render'>,
  video: Composition['video'],
  folder: string,
  prefix: string,
): PlannedOutput[] {
  const usual = render === 'final' ? 'high' : 'standard';
  return wantedOutputs.map((wanted, index) => {
    // It passed the same check when the session was created.
    const whole = { format: 'mp4', ...wanted } as WantedOutput;
    const settings = outputSettings(whole, video, usual, '/output');
    const file = index === 0 ? 'video' : `video_${index + 1}`;
    const name = `${file}.${FORMATS[settings.format].extension}`;
    return { ...settings, file, path: join(folder, name), key: `${prefix}/${name}` };
  });
}

/** Renders the files; what it tells of them is in the order of `planned`. */
export async function renderOutputs(
  renderer: Renderer,
  composition: Composition,
  folder: string,
  planned: readonly PlannedOutput[],
  segments: SegmentStore | undefined,
  onProgress: (done: number, count: number) => void,
  signal: AbortSignal,
): Promise<{ files: OutputFile[]; frameCount: number; loudness: Loudness | null }> {
  const files: OutputFile[] = [];
  let frameCount = 0;
  let loudness: Loudness | null = null;
  for (const [index, { path, quality, ...output }] of planned.entries()) {
    if (output.codec !== 'h264' || output.fps !== composition.video.fps) {
      const message = `The format ${output.format} with ${output.codec} is not rendered yet.`;
      throw new AppError('option_not_supported', message, { pointer: '/output' });
    }
    const video = await renderer.renderVideo(
      composition,
      folder,
      { quality, width: output.width, path, ...(segments && { segments }) },
      (done, count) => onProgress(index * count + done, planned.length * count),
      signal,
    );
    const { sha256, bytes } = await digestOfFile(path, signal);
    files.push({ ...output, duration: video.frameCount / output.fps, bytes, sha256 });
    if (index === 0) ({ frameCount, loudness } = video);
  }
  return { files, frameCount, loudness };
}
