import { join } from 'node:path';
import { assert, defined } from '../../base/index.ts';
import { produce } from '../../produce/index.ts';
import type { StillFormat } from '../../raster/index.ts';
import { type FrameRequest, stillFrame } from '../../template/index.ts';
import { rendererOf } from '../renderer-of.ts';
import type { TaskContext } from '../task-context.ts';
import type { MappingTask } from './check-mapping.ts';

export type StillTask = MappingTask & {
  frameRequest: FrameRequest;
  width?: number;
  format: StillFormat;
};

/**
 * Draws one frame, with the same pixels as in the video. Returns the name of the image file in the
 * task's folder.
 */
export async function drawStill(
  { version, mapping, ingested, paths, folder, frameRequest, width, format }: StillTask,
  context: TaskContext,
): Promise<{ file: string }> {
  const { templates, settings, signal } = context;
  const template = await templates.get(version);
  // Without audio files, `produce` does less work. A still has no audio.
  const mute = { ...template, audioFiles: new Map() };
  const frame = stillFrame(template, frameRequest);
  assert(frame !== undefined, 'the still is one of the template');
  const inputs = { template: mute, mapping, ingested, paths };
  const { fontFolders } = settings;
  const produced = await produce(
    { ...inputs, folder: join(folder, 'images'), fontFolders, frames: [frame] },
    signal,
  );
  const file = 'still';
  const still = { frame, path: join(folder, file), format, ...defined({ width }) };
  const { composition, paths: files } = produced;
  const stills = { composition, paths: files, folder, stills: [still] };
  await rendererOf(context).renderStills(stills, signal);
  return { file };
}
