import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fontFileName } from '../../produce/index.ts';
import { parseStoredTemplate } from '../../template/index.ts';
import { templateKey } from '../stored-keys.ts';
import type { TaskContext } from '../task-context.ts';
import type { TemplateRef } from '../template-cache.ts';

export type FontTask = {
  version: TemplateRef;
  /** The name that texts of the template use. */
  name: string;
  /** The folder of the font's file. */
  folder: string;
};

/** Writes the file of a template's font. Returns its name, or null if the template does not contain it. */
export async function writeTemplateFont(
  { version, name, folder }: FontTask,
  { templates, store }: TaskContext,
): Promise<string | null> {
  const { templateDigest } = await templates.open(version);
  const path = await store.localPath(templateKey(version.id, templateDigest));
  const { fonts, fontFiles } = parseStoredTemplate(await readFile(path));
  const file = fontFiles[fonts.find((font) => font.name === name)?.file ?? -1];
  if (!file) return null;
  const fileName = fontFileName(file.bytes);
  await writeFile(join(folder, fileName), file.bytes);
  return fileName;
}
