import type { ParsedMapping } from '../../mapping/index.ts';
import { type IngestedInputs, produceText } from '../../produce/index.ts';
import type { TaskContext } from '../task-context.ts';
import type { TemplateRef } from '../template-cache.ts';

export type MappingTask = IngestedInputs & {
  version: TemplateRef;
  mapping: ParsedMapping;
  /** A folder that only this task uses. */
  folder: string;
};

/** Returns how a mapping's texts and images fit, and their faults. */
export async function checkMapping(
  { version, ...request }: MappingTask,
  { templates, settings }: TaskContext,
) {
  const template = await templates.get(version);
  return produceText({ ...request, template, fontFolders: settings.fontFolders });
}
