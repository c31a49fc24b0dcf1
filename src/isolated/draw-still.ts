import { join } from 'node:path';
import { assert } from '../base/index.ts';
import { produce } from '../produce/index.ts';
import type { StillFormat } from '../raster/index.ts';
import { type FrameRequest, stillFrame } from '../template/index.ts';
import type { MappingTask } from './check-mapping.ts';
import { rendererOf } from './renderer-of.ts';
import type { TaskContext } from './task-context.ts';

export type StillTask = MappingTask & {
  frameRequest: FrameRequest;
  width?: number;
  format: StillFormat;
};

/** Draws one frame of the video. Returns the path of the image, which is in the task's folder. */
export async function drawStill(
  { version, mapping, ingested, folder, frameRequest, width, format }: StillTask,
  context: TaskContext,
): Promise<{ path: string }> {
  const { templates, settings, signal } = context;
  const template = await templates.get(version);
  // A still needs no audio.
  const mute = { ...template, audioFiles: new Map() };
  const frame = stillFrame(template, frameRequest);
  assert(frame !== undefined, 'the still is one of the template');
  const images = join(folder, 'images');
  const shown = { frames: [frame], signal };
  const { composition } = await produce(
    mute,
    mapping,
    ingested,
    images,
    settings.fontFolders,
    shown,
  );
  const path = join(folder, 'still');
  const still = { frame, path, format, ...(width !== undefined && { width }) };
  await rendererOf(context).renderStills(composition, folder, [still], signal);
  return { path };
}
