import type { CheckedMapping } from '../mapping/index.ts';
import { type IngestedAssets, produceText } from '../produce/index.ts';
import type { TaskContext } from './task-context.ts';
import type { TemplateRef } from './template-cache.ts';

export type MappingTask = {
  version: TemplateRef;
  /** A mapping that `checkMapping` has accepted for this version. */
  mapping: CheckedMapping;
  ingested: IngestedAssets;
  /** A folder that only this task uses. */
  folder: string;
};

/** Returns how the texts and images of a mapping fit, with all faults and warnings. */
export async function checkMapping(
  { version, mapping, ingested, folder }: MappingTask,
  { templates, settings }: TaskContext,
) {
  const template = await templates.get(version);
  return produceText(template, mapping, ingested, folder, settings.fontFolders);
}
