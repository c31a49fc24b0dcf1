import type { ParsedMapping } from '../mapping/index.ts';
import { type IngestedAssets, produceText } from '../produce/index.ts';
import type { TaskContext } from './task-context.ts';
import type { TemplateRef } from './template-cache.ts';

export type MappingTask = {
  version: TemplateRef;
  mapping: ParsedMapping;
  ingested: IngestedAssets;
  /** Of this task's own. */
  folder: string;
};

/** How a mapping's texts and pictures fit, and what is wrong with them. */
export async function checkMapping(
  { version, mapping, ingested, folder }: MappingTask,
  { templates, settings }: TaskContext,
) {
  const template = await templates.get(version);
  return produceText(template, mapping, ingested, folder, settings.fontFolders);
}
