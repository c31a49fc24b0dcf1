import { join } from 'node:path';
import { assert } from '../base/index.ts';
import { produce } from '../produce/index.ts';
import type { StillFormat } from '../raster/index.ts';
import { type StillWish, stillFrame } from '../template/index.ts';
import type { MappingTask } from './check-mapping.ts';
import { rendererOf } from './renderer-of.ts';
import type { TaskContext } from './task-context.ts';

export type StillTask = MappingTask & { wish: StillWish; width?: number; format: StillFormat };

/** Draws one frame as the video will have it; gives the path of the picture, in the task's folder. */
export async function drawStill(
  { version, mapping, pinned, folder, wish, width, format }: StillTask,
  context: TaskContext,
): Promise<{ path: string }> {
  const { templates, settings, signal } = context;
  const template = await templates.get(version);
  // A picture needs none of the sounds.
  const mute = { ...template, soundFiles: new Map() };
  const frame = stillFrame(template, wish);
  assert(frame !== undefined, 'the still is one of the template');
  const pictures = join(folder, 'pictures');
  const shown = { frames: [frame], signal };
  const { composition } = await produce(
    mute,
    mapping,
    pinned,
    pictures,
    settings.fontFolders,
    shown,
  );
  const path = join(folder, 'still');
  const still = { frame, path, format, ...(width !== undefined && { width }) };
  await rendererOf(context).renderStills(composition, folder, [still], signal);
  return { path };
}
